internal import CLibevent
internal import Glibc

/// Times as HTTP writes them.
package enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 5.6.7), by libevent.
    package static func text(secondsSinceEpoch seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress, evutil_date_rfc1123(start, 64, &parts) > 0 else { return "" }
            return String(cString: start)
        }
    }
}
