internal import Fuzzing
internal import Glibc

/// The target that NEXTTOGO_FUZZ names.
private let target: FuzzTarget = {
    let name = getenv("NEXTTOGO_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
        fatalError("NEXTTOGO_FUZZ must be one of \(known), not '\(name)'")
    }
    return target
}()

/// What libFuzzer calls with each input (llvm.org/docs/LibFuzzer.html).
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}
