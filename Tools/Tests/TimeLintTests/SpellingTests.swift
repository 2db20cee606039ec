import Testing

@testable import TimeLint

/// The compilers read the fixtures for real; what is found must be exactly what is marked.
struct SpellingTests {
    @Test(
        arguments: [
            ("Clocks", nil), ("Script", nil), ("Clean", nil), ("OwnFoundation", "Foundation"),
        ] as [(String, String?)])
    func `every marked spelling is found and nothing else`(folder: String, name: String?) throws {
        let found = Set(try Fixtures.verdict(onModule: folder, named: name).findings.map(Mark.init))
        let marked = try Fixtures.marks(in: try Fixtures.sources(in: folder))
        #expect(Array(marked.subtracting(found).map(\.description)).sorted() == [], "missed")
        #expect(Array(found.subtracting(marked).map(\.description)).sorted() == [], "reported without reason")
    }

    @Test func `every marked spelling of a C header is found and nothing else`() throws {
        let found = Set(try Fixtures.verdict(onHeader: "CFixture/shim.h").findings.map(Mark.init))
        let marked = try Fixtures.marks(in: ["CFixture/shim.h"])
        #expect(Array(marked.subtracting(found).map(\.description)).sorted() == [], "missed")
        #expect(Array(found.subtracting(marked).map(\.description)).sorted() == [], "reported without reason")
    }

    @Test func `the harmless file is full of references and free of findings`() throws {
        let verdict = try Fixtures.verdict(onModule: "Clean")
        #expect(verdict.findings == [])
        #expect(verdict.referenceCount > 100)
    }

    @Test func `every clock known by name has a fixture that proves its name right`() throws {
        let marks = try Fixtures.marks(in: ["CFixture/shim.h"] + Fixtures.sources(in: "Clocks"))
        #expect(Clocks.allSpellings.subtracting(marks.map(\.spelling)).sorted() == [])
    }

    @Test func `every declaration of a Foundation with its own dates has a fixture`() throws {
        let marks = try Fixtures.marks(in: try Fixtures.sources(in: "OwnFoundation"))
        let known = Clocks.ownFoundationTypes.flatMap { type in type.members.map { type.spelling(of: $0) } }
        #expect(Set(marks.map(\.spelling)) == Set(known))
    }

    @Test func `no two declarations share a name`() {
        let usrs = Clocks.types.flatMap { type in type.members.map { type.usr(of: $0) } }
        #expect(Set(usrs).count == usrs.count)
    }
}
