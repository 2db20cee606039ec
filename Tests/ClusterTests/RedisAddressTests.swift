import Testing

@testable import Cluster

@Suite struct `An address of Redis` {
    private func complaint(_ text: String) -> String? {
        do throws(RedisAddress.Mistake) {
            _ = try RedisAddress(text)
            return nil
        } catch {
            return error.clause
        }
    }

    @Test(arguments: [
        ("redis://a", "a", 6_379, nil, 0), ("redis://a/", "a", 6_379, nil, 0), ("REDIS://A", "A", 6_379, nil, 0),
        ("redis://a:7/3", "a", 7, nil, 3),
        ("redis://:p@10.0.0.1:65535", "10.0.0.1", 65_535, "p", 0), ("redis://[::1]", "::1", 6_379, nil, 0),
        ("redis://:p%40%3a/x@[fe80::1]:1/15", "fe80::1", 1, "p@:/x", 15), ("redis://:a@b@c", "c", 6_379, "a@b", 0),
    ])
    func `has a host, and may have a port, a password and a database`(
        text: String, host: String, port: UInt16, password: String?, database: Int
    ) throws {
        let address = try RedisAddress(text)
        #expect(address.host == host && address.port == port)
        #expect(address.password == password && address.database == database)
    }

    @Test(arguments: [
        "", "redis", "redis:", "redis://", "redis:///1", "redis://:p@", "redis://:@a", "redis://:%4@a",
        "redis://:%zz@a",
        "redis://a b", "redis://a?x=1", "redis://[::1", "redis://[::1]x", "http://a", "redis:/a", "redis://:%ff@a",
    ])
    func `that is none is refused`(text: String) {
        #expect(complaint(text) == "must be an address such as redis://:password@host:6379/0")
    }

    @Test func `names what is wrong with it, but never its password`() {
        #expect(complaint("redis://a:0") == "must have a port from 1 to 65535, not '0'")
        #expect(complaint("redis://a:65536") == "must have a port from 1 to 65535, not '65536'")
        #expect(complaint("redis://a:") == "must have a port from 1 to 65535, not ''")
        #expect(complaint("redis://a/x") == "must end in the number of a database, not 'x'")
        #expect(complaint("redis://a/-1") == "must end in the number of a database, not '-1'")
        #expect(complaint("redis://me:secret@a")?.hasPrefix("cannot have a user name, only a password") == true)
        for text in ["rediss://:secret@a", "REDISS://:secret@a"] {
            #expect(
                complaint(text)?.hasPrefix("cannot be rediss://: the Redis library in use has no TLS") == true)
        }
        for text in ["redis://me:secret@a", "rediss://:secret@a", "redis://:secret@a:x", "redis://:secret@a/x"] {
            #expect(complaint(text)?.contains("secret") == false)
        }
    }

    @Test func `is shown without its password`() throws {
        #expect(try RedisAddress("redis://:secret@a/1").shown == "a:6379")
        #expect(try RedisAddress("redis://[::1]:7").shown == "[::1]:7")
    }
}
