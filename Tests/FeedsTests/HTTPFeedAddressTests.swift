import Feeds
import Testing

@Suite("Feed addresses")
struct HTTPFeedAddressTests {
    @Test(arguments: [
        ("http://h", "http://h?count=50"),
        ("http://h/", "http://h/?count=50"),
        ("https://h:8443/feed", "https://h:8443/feed?count=50"),
        ("HTTP://H/Feed", "HTTP://H/Feed?count=50"),
        ("http://[::1]:80/a", "http://[::1]:80/a?count=50"),
        ("http://u:p@h/a", "http://u:p@h/a?count=50"),
        ("http://h/a?", "http://h/a?count=50"),
        ("http://h/a?b=c", "http://h/a?b=c&count=50"),
        ("http://h/a?b=c&", "http://h/a?b=c&count=50"),
        ("http://h/a?b=/?", "http://h/a?b=/?&count=50"),
        ("http://h/a?discount=1", "http://h/a?discount=1&count=50"),
        ("http://h/a?counts=1", "http://h/a?counts=1&count=50"),
        ("http://h/a?Count=1", "http://h/a?Count=1&count=50"),
        ("http://h/a?b=count", "http://h/a?b=count&count=50"),
        ("http://h/count=1", "http://h/count=1?count=50"),
        ("http://h/a?count=7", "http://h/a?count=7"),
        ("http://h/a?count=", "http://h/a?count="),
        ("http://h/a?count", "http://h/a?count"),
        ("http://h/a?b=c&count=7&d=e", "http://h/a?b=c&count=7&d=e"),
        ("http://h/a#top", "http://h/a?count=50"),
        ("http://h/a#?count=7", "http://h/a?count=50"),
        ("http://h/a?b=c#d#e", "http://h/a?b=c&count=50"),
        ("http://h/a?count=7#d", "http://h/a?count=7"),
    ])
    func `a count is asked for unless the address has its own`(text: String, url: String) throws {
        let address = try #require(FeedAddress(text))
        #expect(address.url(count: 50) == url)
    }

    @Test(arguments: [
        "", "h", "h/a", "/a", "//h/a", "http", "http:", "http:/h", "http://", "http:///a", "http://?a", "http://#a",
        "http://:80/", "http://@h/", "ftp://h/", "file:///a", "httpx://h/", " http://h/", "http://h/a b", "http://h/\t",
        "http://h/\r\n", "http://h/\u{0}", "http://h/\u{7F}", "http://h/\u{E9}", "http://h/?\u{301}",
    ])
    func `anything but a web address is none`(text: String) {
        #expect(FeedAddress(text) == nil)
    }

    @Test func `the public feeds are asked for their next races`() {
        #expect(
            FeedAddress.neds.url(count: 50)
                == "https://api.neds.com.au/rest/v1/racing/?method=nextraces&count=50")
        #expect(
            FeedAddress.ladbrokes.url(count: 100)
                == "https://api.ladbrokes.com.au/rest/v1/racing/?method=nextraces&count=100")
    }
}
