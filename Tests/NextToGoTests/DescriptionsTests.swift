import Broadcasting
import Foundation
import Racing
import Testing

@testable import NextToGo

/// A JSON value that is known to be an object.
private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
}

/// Every `$ref` anywhere within.
private func references(in value: Any) -> Set<String> {
    switch value {
    case let members as [String: Any]:
        members.reduce(into: []) { found, member in
            if member.key == "$ref", let target = member.value as? String { found.insert(target) }
            found.formUnion(references(in: member.value))
        }
    case let elements as [Any]: elements.reduce(into: []) { $0.formUnion(references(in: $1)) }
    default: []
    }
}

/// What a local reference such as `#/components/schemas/Race` points to.
private func resolve(_ reference: String, in document: [String: Any]) -> Any? {
    reference.split(separator: "/").dropFirst().reduce(document as Any?) { value, key in
        (value as? [String: Any])?[String(key)]
    }
}

@Suite struct `The descriptions` {
    @Test(arguments: ["OpenAPI", "AsyncAPI"])
    func `are JSON in which every reference leads somewhere`(standard: String) throws {
        let json = standard == "OpenAPI" ? OpenAPIDocument.json : AsyncAPIDocument.json
        let document = try object(json)
        let found = references(in: document)
        #expect(!found.isEmpty)
        #expect(found.filter { !$0.hasPrefix("#/") || resolve($0, in: document) == nil }.isEmpty)
        #expect(json.last == 0x0A)
    }

    @Test func `say which standard they follow, and this version`() throws {
        let (openAPI, asyncAPI) = (try object(OpenAPIDocument.json), try object(AsyncAPIDocument.json))
        #expect(openAPI["openapi"] as? String == "3.1.0")
        #expect(asyncAPI["asyncapi"] as? String == "3.0.0")
        for document in [openAPI, asyncAPI] {
            #expect((document["info"] as? [String: Any])?["version"] as? String == Version.number)
        }
    }

    @Test(arguments: [
        ("/", []), ("/{file}", []), ("/healthz", []), ("/readyz", []), ("/metrics", []), ("/openapi.json", []),
        ("/asyncapi.json", []), ("/help", []), ("/races", ["category", "count"]),
        ("/board.txt", ["category", "count", "width"]), ("/board", ["category", "count", "ansi", "color", "width"]),
        ("/events", ["category", "count", "events", "announce", "lastEventId"]),
        ("/events.ndjson", ["category", "count", "events", "announce", "lastEventId"]),
    ])
    func `name a path and exactly its parameters`(path: String, parameters: [String]) throws {
        let document = try object(OpenAPIDocument.json)
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let get = try #require(paths[path]?["get"] as? [String: Any])
        let listed = (get["parameters"] as? [[String: Any]] ?? []).map { parameter in
            let target = (parameter["$ref"] as? String).flatMap { resolve($0, in: document) }
            return target as? [String: Any] ?? parameter
        }
        #expect(listed.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String } == parameters)
        #expect(paths.count == 13)
    }

    @Test(arguments: [
        ("#/components/parameters/announce/schema/enum", Announcement.Mode.allCases.map(\.rawValue)),
        (
            "#/components/parameters/category/schema/items/enum",
            Racing.Category.allCases.map(\.slug) + Racing.Category.allCases.map(\.feedID)
        ),
        ("#/components/schemas/Race/properties/category/enum", Racing.Category.allCases.map(\.slug)),
        ("#/components/schemas/Race/properties/categoryName/enum", Racing.Category.allCases.map(\.name)),
        (
            "#/components/schemas/AnnouncePart/properties/kind/x-extensible-enum",
            Announcement.Kind.allCases.map(\.rawValue)
        ),
        ("#/components/schemas/Bye/properties/reason/x-extensible-enum", ByeReason.allCases.map(\.rawValue)),
    ])
    func `list exactly the words that the server knows`(reference: String, words: [String]) throws {
        let listed = resolve(reference, in: try object(OpenAPIDocument.json)) as? [String]
        #expect(listed?.sorted() == words.sorted())
    }

    @Test func `share the schemas of the data`() throws {
        func schemas(_ json: [UInt8]) throws -> [String: Data] {
            let schemas = try #require(resolve("#/components/schemas", in: object(json)) as? [String: [String: Any]])
            return try schemas.mapValues { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        }
        let (all, shared) = (try schemas(OpenAPIDocument.json), try schemas(AsyncAPIDocument.json))
        #expect(shared.keys.contains("Races"))
        for (name, schema) in shared { #expect(all[name] == schema, "\(name)") }
    }
}

@Suite struct `The help page` {
    @Test(arguments: [
        "http://127.0.0.1:8080", "http://[2001:db8::1234:5678]:65535", "https://next-to-go.racing.example.org:443",
    ])
    func `fits a terminal`(host: String) {
        let text = HelpPage.text(host: host)
        #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
        #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        for line in text.split(separator: "\n") { #expect(line.utf8.count <= 80, "\(line)") }
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
    }

    @Test func `shows commands for the server that was asked`() {
        let text = HelpPage.text(host: "https://races.example")
        for path in ["/board", "/board.txt", "/events", "/events.ndjson", "/races"] {
            let ends = ["\n", " ", "?"].map { "https://races.example\(path)\($0)" }
            #expect(ends.contains { text.contains($0) }, "\(path)")
        }
        #expect(!text.contains("127.0.0.1"))
        #expect(HelpPage.text(host: "").contains("curl -sN HOST/board\n"))
    }

    @Test func `names every path and every parameter`() {
        let text = HelpPage.text(host: "http://h")
        for word in ["/healthz", "/readyz", "/metrics", "/openapi.json", "/asyncapi.json"] {
            #expect(text.contains(word), "\(word)")
        }
        for word in ["category", "count", "width", "ansi", "color", "events", "announce", "lastEventId"] {
            #expect(text.contains("\n  \(word)="), "\(word)")
        }
    }
}
