import Glibc
import ServiceManagement
import Testing

@Suite struct `A message to the service manager` {
    @Test(arguments: [
        (ServiceMessage.ready, "READY=1"),
        (.reloading(at: .seconds(12) + .microseconds(34)), "RELOADING=1\nMONOTONIC_USEC=12000034"),
        (.reloading(at: .nanoseconds(1_999)), "RELOADING=1\nMONOTONIC_USEC=1"),
        (.stopping(within: .seconds(15)), "STOPPING=1\nEXTEND_TIMEOUT_USEC=15000000"),
        (.alive, "WATCHDOG=1"),
        (.status("3 of 7 streams"), "STATUS=3 of 7 streams"),
    ])
    func `is lines of assignments`(message: ServiceMessage, text: String) {
        #expect(message.text == text)
    }

    @Test(arguments: ["a\nREADY=1", "a\r\nREADY=1", "a\rREADY=1", "a\u{2028}READY=1", "a\u{85}READY=1"])
    func `cannot be made another one by what its status says`(line: String) {
        #expect(ServiceMessage.status(line).text == "STATUS=a READY=1")
    }
}

@Suite struct `Without a service manager` {
    @Test(arguments: [[:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKETS": "/run/x"]])
    func `nobody listens, and nothing happens`(environment: [String: String]) throws {
        let manager = ServiceManager(environment: environment)
        #expect(!manager.listens)
        try manager.tell([.ready, .alive])
    }

    /// The tests themselves run under none.
    @Test func `there is no watchdog and no socket`() throws {
        let manager = ServiceManager(environment: [:])
        #expect(try manager.watchdog() == nil)
        #expect(try manager.passedSockets() == [])
    }
}
