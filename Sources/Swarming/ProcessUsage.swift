internal import Glibc

/// What a server has used so far, all of its processes together (proc(5)).
struct ProcessUsage: Equatable {
    /// Processor time in its own code and in the kernel's, in clock ticks.
    var userTicks = 0
    var systemTicks = 0
    /// Resident memory, in bytes.
    var residentBytes = 0

    /// Clock ticks in a second.
    static var ticksPerSecond: Int { max(sysconf(Int32(_SC_CLK_TCK)), 1) }

    /// Looks at processes by their ids; nil when one of them is not there.
    static func now(of processes: [Int]) -> ProcessUsage? {
        var usage = ProcessUsage()
        for process in processes {
            guard let stat = text(of: "/proc/\(process)/stat"), let status = text(of: "/proc/\(process)/status"),
                usage.add(stat: stat, status: status)
            else { return nil }
        }
        return usage
    }

    /// Adds what one process says of itself; false when that makes no sense.
    mutating func add(stat: String, status: String) -> Bool {
        // The name, in parentheses, may hold anything.
        guard let end = stat.lastIndex(of: ")") else { return false }
        let fields = stat[end...].split(separator: " ")
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kilobytes = resident?.split { $0 == " " || $0 == "\t" }.dropFirst().first
        // utime and stime are the 14th and 15th field, and the name is the second.
        guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]),
            let kilobytes, let resident = Int(kilobytes)
        else { return false }
        userTicks += user
        systemTicks += system
        residentBytes += resident * 1_024
        return true
    }

    private static func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
