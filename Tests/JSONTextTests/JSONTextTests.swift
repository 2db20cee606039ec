import Foundation
import JSONText
import Testing

@Suite struct `JSON text` {
    @Test func `keeps the order of its keys and is one line`() {
        let text = JSONText.object { json in
            json.member("z", 1)
            json.member("a", true)
            json.member("m", "x")
            json.member("n", nil as Int?)
            json.member("o", nil as String?)
            json.member("p", 7 as Int?)
            json.member("q", "y" as String?)
            json.key("list")
            json.array([1, 2]) { $0.value($1) }
            json.key("empty")
            json.array([Int]()) { $0.value($1) }
            json.key("inner")
            json.object { _ in }
        }
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"{"z":1,"a":true,"m":"x","n":null,"o":null,"p":7,"q":"y","list":[1,2],"empty":[],"inner":{}}"#)
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\r", #"\r"#), ("\t", #"\t"#), ("\u{0}", #"\u0000"#),
        ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#), ("\u{80}", #"\u0080"#), ("\u{85}", #"\u0085"#),
        ("\u{9F}", #"\u009f"#),
        ("\u{A0}", "\u{A0}"), ("/", "/"), ("\u{2027}", "\u{2027}"), ("\u{2028}", #"\u2028"#),
        ("\u{2029}", #"\u2029"#), ("\u{202A}", "\u{202A}"), ("é😀", "é😀"), ("\u{2028}a\u{2029}", #"\u2028a\u2029"#),
    ])
    func `escapes what it must and nothing else`(string: String, escaped: String) {
        let text = JSONText.object { $0.member("s", string) }
        #expect(String(decoding: text, as: UTF8.self) == #"{"s":"\#(escaped)"}"#)
    }

    @Test func `is read back as it was by another reader`() throws {
        let scalars = (0...0x2100).compactMap(Unicode.Scalar.init).map(Character.init)
        let string = String(scalars) + "\u{FFFF}\u{10FFFF}"
        let text = JSONText.object { $0.member("s", string) }
        let object = try JSONSerialization.jsonObject(with: Data(text)) as? [String: String]
        #expect(object?["s"].map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
    }
}
