package import Foundation

/// What the lint needs to know of one C file, read from `clang -fsyntax-only -Xclang -ast-dump=json`.
///
/// Only places in the file itself are reported, not those in the headers it includes; a macro counts where it is
/// expanded (an unexpanded one is no code, and Swift cannot call it).
package struct ClangTree: Sendable {
    package let path: String
    /// How many references to functions and fields were looked at.
    package private(set) var referenceCount = 0
    package private(set) var findings: Set<Finding> = []

    private let source: SourceText
    /// The file of the location printed last: clang names a file only where it differs from that.
    private var file = ""
    private var misplaced: String?

    /// Reads the tree of `source`; throws `UnreadableTree` when `json` is not that, or its locations do not fit.
    package init(json: Data, of source: SourceText) throws {
        self.source = source
        path = source.path
        let document: Any
        do {
            document = try JSONSerialization.jsonObject(with: json)
        } catch {
            throw UnreadableTree(path: source.path, reason: "the tree is not JSON (\(error))")
        }
        guard let unit = document as? [String: Any], unit["kind"] as? String == "TranslationUnitDecl",
            unit["inner"] is [Any]
        else { throw UnreadableTree(path: source.path, reason: "the tree is not one of a C file") }
        visit(unit)
        if let misplaced {
            throw UnreadableTree(path: source.path, reason: "the tree puts \(misplaced) where the file does not say it")
        }
    }

    /// The order of the steps is that of clang's printing; `file` depends on it.
    private mutating func visit(_ node: [String: Any]) {
        let location = read(node["loc"])
        let range = node["range"] as? [String: Any]
        let begin = read(range?["begin"])
        _ = read(range?["end"])
        inspect(node, at: location ?? begin)
        for case let child as [String: Any] in node["inner"] as? [Any] ?? [] { visit(child) }
    }

    private mutating func inspect(_ node: [String: Any], at place: Place?) {
        switch node["kind"] as? String {
        case "DeclRefExpr":
            let declaration = node["referencedDecl"] as? [String: Any]
            guard declaration?["kind"] as? String == "FunctionDecl", let name = declaration?["name"] as? String else {
                return
            }
            referenceCount += place?.file == path ? 1 : 0
            if Clocks.functions.contains(name) { report(name, at: place, written: name) }
        case "MemberExpr":
            referenceCount += place?.file == path ? 1 : 0
            for field in Clocks.fields where field.name == node["name"] as? String {
                let base = (node["inner"] as? [[String: Any]])?.first?["type"] as? [String: Any]
                let type = base?["desugaredQualType"] ?? base?["qualType"]
                guard (type as? String)?.contains("struct \(field.structure)") == true else { continue }
                report(field.spelling, at: place)
            }
        case "FunctionDecl":
            // Declared here under a name of its own, but linked to a clock.
            guard let symbol = node["mangledName"] as? String, symbol != node["name"] as? String else { return }
            if Clocks.functions.contains(symbol) { report(symbol, at: place) }
        case "GCCAsmStmt": report("inline assembly", at: place)
        default: return
        }
    }

    /// `written`: what must stand at the place, unless a macro put it there.
    private mutating func report(_ spelling: String, at place: Place?, written: String? = nil) {
        guard let place, place.file == path else { return }
        if let written, !place.isExpanded, !source.spells(written, at: place.offset) { misplaced = written }
        findings.insert(Finding(in: source, at: place.offset, spelling: spelling))
    }

    private struct Place {
        let file: String
        let offset: Int
        let isExpanded: Bool
    }

    private mutating func read(_ value: Any?) -> Place? {
        guard let location = value as? [String: Any] else { return nil }
        if location["spellingLoc"] != nil || location["expansionLoc"] != nil {
            _ = read(location["spellingLoc"])
            return read(location["expansionLoc"]).map { Place(file: $0.file, offset: $0.offset, isExpanded: true) }
        }
        guard let offset = location["offset"] as? Int else { return nil }
        if let name = location["file"] as? String { file = name }
        return Place(file: file, offset: offset, isExpanded: false)
    }
}
