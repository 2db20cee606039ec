/// What the lint says of a whole package.
package struct Verdict: Sendable {
    /// Uncontrolled clocks outside the one file that may read them, in the order of path, line and column.
    package let findings: [Finding]
    /// The readings inside that file.
    package let allowed: [Finding]
    package let referenceCount: Int

    /// - Parameters:
    ///   - files: every Swift file of the package; one that is read in two configurations may be given twice.
    ///   - headers: every C file of the package.
    ///   - allowed: the path of the one file that may read clocks.
    package init(files: [SwiftTree], headers: [ClangTree], allowed: String) {
        var all = Set(files.flatMap(\.findings)).union(headers.flatMap(\.findings))
        all.formUnion(Self.witnesses(in: files))
        findings = all.filter { $0.path != allowed }.sorted()
        self.allowed = all.filter { $0.path == allowed }.sorted()
        referenceCount =
            files.map(\.referenceCount).reduce(0, +) + headers.map(\.referenceCount).reduce(0, +)
    }

    /// A clock's own member that answers a protocol of the package: code that is generic over the protocol reads the
    /// clock without naming it, so the conformance is reported.
    private static func witnesses(in files: [SwiftTree]) -> Set<Finding> {
        let protocols = files.reduce(into: [:]) { $0.merge($1.protocols) { first, _ in first } }
        var findings: Set<Finding> = []
        for file in files {
            for conformance in file.conformances {
                guard let declared = protocols[conformance.protocolUSR] else { continue }
                for type in Clocks.types where conformance.type == "$s" + type.mangling + "D" {
                    guard type.members.contains(where: { declared.requirements.contains($0.name) }) else { continue }
                    let spelling = "\(type.name) as \(declared.name)"
                    let (line, column) = (conformance.line, conformance.column)
                    findings.insert(Finding(path: file.path, line: line, column: column, spelling: spelling))
                }
            }
        }
        return findings
    }
}
