internal import Glibc

/// What a server has used so far, all of its processes together (proc(5)).
struct ProcessUsage: Equatable {
    /// Processor time in its own code and in the kernel's, in clock ticks.
    var userTicks = 0
    var systemTicks = 0
    /// Both together, in nanoseconds: finer than ticks where the kernel tells it.
    var nanoseconds = 0
    /// Resident memory, in bytes.
    var residentBytes = 0

    /// Clock ticks in a second.
    static var ticksPerSecond: Int { max(sysconf(Int32(_SC_CLK_TCK)), 1) }

    /// Looks at processes by their ids; nil when one of them is not there.
    static func now(of processes: [Int]) -> ProcessUsage? {
        var usage = ProcessUsage()
        for process in processes {
            guard let stat = text(of: "/proc/\(process)/stat"), let status = text(of: "/proc/\(process)/status"),
                usage.add(stat: stat, status: status, threads: threads(of: process))
            else { return nil }
        }
        return usage
    }

    /// What the scheduler says of each thread, as far as it says anything.
    private static func threads(of process: Int) -> [String] {
        let path = "/proc/\(process)/task"
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var texts: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.first != ".", let text = text(of: "\(path)/\(name)/schedstat") { texts.append(text) }
        }
        return texts
    }

    /// Adds what one process says of itself; false when that makes no sense.
    ///
    /// - Parameter threads: `schedstat` of each thread, whose first number is the time on a processor in nanoseconds.
    mutating func add(stat: String, status: String, threads: [String] = []) -> Bool {
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
        let fine = threads.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        let isFine = !threads.isEmpty && fine.count == threads.count
        nanoseconds += isFine ? fine.reduce(0, +) : (user + system) * (1_000_000_000 / Self.ticksPerSecond)
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
