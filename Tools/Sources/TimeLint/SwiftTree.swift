package import Foundation

/// What the lint needs to know of one Swift file, read from `swiftc -dump-ast -dump-ast-format json`.
package struct SwiftTree: Sendable {
    package let path: String
    /// How many references to declarations were looked at.
    package private(set) var referenceCount = 0
    /// The clocks that the file names itself.
    package private(set) var findings: Set<Finding> = []
    /// The protocols that the file declares, by USR.
    private(set) var protocols: [String: ProtocolDeclaration] = [:]
    /// The conformances that the file declares.
    private(set) var conformances: [Conformance] = []

    private let source: SourceText

    struct ProtocolDeclaration: Sendable {
        let name: String
        /// The declared names of its requirements, e.g. `init()`, `now`.
        let requirements: Set<String>
    }

    struct Conformance: Sendable {
        /// The conforming type, mangled.
        let type: String
        /// The protocol's USR.
        let protocolUSR: String
        let line: Int
        let column: Int
    }

    /// Reads the one document of `source`; throws `UnreadableTree` when `json` is not that.
    package init(json: Data, of source: SourceText) throws {
        self.source = source
        path = source.path
        let document: Any
        do {
            document = try JSONSerialization.jsonObject(with: json)
        } catch {
            throw UnreadableTree(path: source.path, reason: "the tree is not JSON (\(error))")
        }
        guard let file = document as? [String: Any], file["_kind"] as? String == "source_file",
            let items = file["items"] as? [Any]
        else { throw UnreadableTree(path: source.path, reason: "the tree is not one of a source file") }
        guard file["filename"] as? String == source.path else {
            throw UnreadableTree(path: source.path, reason: "the tree is that of another file")
        }
        visit(items, at: 0)
    }

    private mutating func visit(_ value: Any, at offset: Int) {
        if let node = value as? [String: Any] {
            visit(node: node, at: Self.offset(of: node) ?? offset)
        } else if let nodes = value as? [Any] {
            for node in nodes { visit(node, at: offset) }
        }
    }

    /// `offset` is where the node stands, or the innermost node around it that stands somewhere.
    private mutating func visit(node: [String: Any], at offset: Int) {
        if let usr = node["decl_usr"] as? String {
            referenceCount += 1
            if let spelling = Clocks.spellings[usr] { report(spelling, at: offset) }
        }
        switch node["_kind"] as? String {
        case "call_expr" where Self.givesTime(node):
            referenceCount += 1
            return visit(node["args"] as Any, at: offset)
        case "default_argument_expr":
            let owner = (node["default_args_owner"] as? [String: Any])?["decl_usr"] as? String
            if let spelling = owner.flatMap({ Clocks.readingByDefault[$0] }) { report(spelling, at: offset) }
        case "func_decl" where node["body"] == nil: noteSymbol(of: node, at: offset)
        case "parameter_list":
            noteHiddenCode(in: node, "argument of a parameter's wrapper", \.hasWrapperArgument)
        case "subscript_decl": noteDefaults(ofSubscript: node)
        case "protocol": noteProtocol(node)
        default: break
        }
        if let inherits = node["inherits"] as? [String: Any] { noteConformances(in: inherits, at: offset) }
        for (key, child) in node where key != "range" { visit(child, at: offset) }
    }

    private mutating func report(_ spelling: String, at offset: Int) {
        findings.insert(Finding(in: source, at: offset, spelling: spelling))
    }

    /// Where a node begins; for a member, where its own name begins, which is where a reader looks for it. Code that a
    /// macro made stands nowhere in the file, and so where the declaration around it begins.
    private static func offset(of node: [String: Any]) -> Int? {
        guard let range = node["range"] as? [String: Any], range["buffer_id"] == nil else { return nil }
        return range[node["_kind"] as? String == "member_ref_expr" ? "end" : "start"] as? Int
    }
}

// MARK: - Ways around a name

extension SwiftTree {
    /// A call of a function that would read the clock, were it not given a time that cannot be nil.
    private static func givesTime(_ call: [String: Any]) -> Bool {
        var callee = call["fn"] as? [String: Any]
        while let inner = callee?["sub_expr"] as? [String: Any] { callee = inner }
        guard let usr = (callee?["decl"] as? [String: Any])?["decl_usr"] as? String,
            let index = Clocks.readingWithoutArgument[usr],
            let arguments = (call["args"] as? [String: Any])?["args"] as? [[String: Any]], index < arguments.count
        else { return false }
        return (arguments[index]["expr"] as? [String: Any])?["_kind"] as? String == "inject_into_optional"
    }

    /// A function that is declared as a symbol of another library: what it calls has no declaration to look at.
    private mutating func noteSymbol(of function: [String: Any], at offset: Int) {
        for case let attribute as [String: Any] in function["attrs"] as? [Any] ?? [] {
            let spelling: String
            switch attribute["_kind"] as? String {
            case "silgen_name_attr": spelling = "@_silgen_name"
            case "extern_attr": spelling = "@_extern"
            default: continue
            }
            report(spelling, at: Self.offset(of: attribute) ?? offset)
        }
    }

    /// The tree leaves out two kinds of expressions, both in lists of parameters: the default arguments of a subscript,
    /// and the arguments of a parameter's property wrapper. What cannot be judged is reported.
    private mutating func noteHiddenCode(
        in parameters: [String: Any], _ spelling: String, _ isHidden: (ParameterText) -> Bool
    ) {
        guard let range = parameters["range"] as? [String: Any], range["buffer_id"] == nil,
            let start = range["start"] as? Int, let end = range["end"] as? Int, start <= end
        else { return }
        if isHidden(source.parameters(in: start..<end)) { report(spelling, at: start) }
    }

    private mutating func noteDefaults(ofSubscript declaration: [String: Any]) {
        for case let accessor as [String: Any] in declaration["accessors"] as? [Any] ?? [] {
            guard let parameters = accessor["params"] as? [String: Any] else { continue }
            noteHiddenCode(in: parameters, "default argument of a subscript", \.hasDefaultArgument)
        }
    }

    private mutating func noteProtocol(_ node: [String: Any]) {
        guard let usr = node["usr"] as? String, let name = Self.declaredName(of: node) else { return }
        let members = node["members"] as? [[String: Any]] ?? []
        protocols[usr] = ProtocolDeclaration(name: name, requirements: Set(members.compactMap(Self.declaredName)))
    }

    private mutating func noteConformances(in inherits: [String: Any], at offset: Int) {
        for case let conformance as [String: Any] in inherits["conformances"] as? [Any] ?? [] {
            guard let type = conformance["type"] as? String, let usr = conformance["protocol"] as? String else {
                continue
            }
            let (line, column) = source.position(at: offset)
            conformances.append(Conformance(type: type, protocolUSR: usr, line: line, column: column))
        }
    }

    /// `init(timeIntervalSinceNow:)`, `now`, `sleep(until:tolerance:)`.
    private static func declaredName(of declaration: [String: Any]) -> String? {
        guard let name = declaration["name"] as? [String: Any], let base = name["base_name"] as? [String: Any] else {
            return nil
        }
        guard let text = (base["name"] ?? base["special"]) as? String else { return nil }
        // An initialiser without parameters has no list of them.
        guard let labels = name["args"] as? [String] ?? (base["special"] == nil ? nil : []) else { return text }
        return text + "(" + labels.map { ($0.isEmpty ? "_" : $0) + ":" }.joined() + ")"
    }
}
