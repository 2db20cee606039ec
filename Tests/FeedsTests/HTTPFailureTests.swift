import Feeds
import Testing

@Suite("HTTP failures in words")
struct HTTPFailureTests {
    @Test(arguments: [
        (HTTPFailure.cancelled, "the poll was cancelled"),
        (.badAddress, "the feed's address is not a valid http or https URL"),
        (.unknownName, "could not resolve the feed's name"),
        (.unknownProxyName, "could not resolve the proxy's name"),
        (.refused, "connection refused"),
        (.unreachable("no route to host"), "no connection: no route to host"),
        (.noConnection(within: .seconds(5)), "no connection within 5 s"),
        (.noAnswer(within: .seconds(10)), "no answer within 10 s"),
        (.noAnswer(within: .milliseconds(300)), "no answer within 300 ms"),
        (.noAnswer(within: .microseconds(1)), "no answer within 1 ms"),
        (.noAnswer(within: .zero), "no answer within 1 ms"),
        (.proxyAnswered(407), "the proxy answered 407"),
        (.tls("no agreement on a connection"), "TLS failure: no agreement on a connection"),
        (.tooManyRedirects, "too many redirects"),
        (.redirectToBadAddress, "redirect to an address that cannot be read"),
        (.redirectToOtherScheme, "redirect to another scheme"),
        (.bodyTooLarge(over: 4 << 20), "body over 4 MiB"),
        (.bodyTooLarge(over: 1_000), "body over 1000 bytes"),
        (.closedWithoutAnswer, "the connection was closed without an answer"),
        (.brokenOff, "the connection broke off"),
        (.notHTTP, "the answer is not HTTP"),
        (.notDecompressible, "the body cannot be decompressed"),
        (.other("Stream error in the HTTP/2 framing layer"), "Stream error in the HTTP/2 framing layer"),
    ])
    func `a reason is one clause without an address`(failure: HTTPFailure, reason: String) {
        #expect(failure.reason == reason)
    }
}
