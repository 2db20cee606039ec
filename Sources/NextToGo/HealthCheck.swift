internal import EventLoop
internal import Feeds

/// `--check`: what a container's health check runs.
enum HealthCheck {
    /// Asks `/healthz` below a base URL; 0 when the answer is 200, else 1 and a line that says why.
    static func run(_ base: String, on loop: EventLoop) async -> Int32 {
        let url = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/healthz"
        let failure: String
        do throws(HTTPFailure) {
            let response = try await HTTPClient(loop: loop, proxies: .none).get(HTTPRequest(url: url))
            if response.status == 200 { return 0 }
            failure = "\(url) answered \(response.status)"
        } catch {
            // Elsewhere these speak of the feed.
            let reason =
                switch error {
                case .unknownName: "could not resolve the name"
                case .badAddress: "that is not a valid http or https address"
                default: error.reason
                }
            failure = "\(url): \(reason)"
        }
        Log.toStandardError(Array("nexttogo: \(failure)\n".utf8))
        return 1
    }
}
