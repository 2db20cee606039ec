internal import JSONText

/// An error for people and machines (RFC 9457): what is wrong, in a sentence that names the culprit.
package struct Problem: Equatable, Sendable {
    package var status: Int
    package var detail: String

    package init(status: Int, detail: String) {
        self.status = status
        self.detail = detail
    }

    /// `{"type":"about:blank","title":…,"status":…,"detail":…}` with a line feed, for people at a terminal.
    package func response(fields: [ResponseField] = []) -> Response {
        let body = JSONText.object { json in
            json.member("type", "about:blank")
            json.member("title", ResponseHead.reason(status))
            json.member("status", status)
            json.member("detail", detail)
        }
        let type = ResponseField("Content-Type", "application/problem+json")
        let cache = ResponseField("Cache-Control", "no-store")
        return Response(status: status, fields: [type, cache] + fields, body: body + [0x0A])
    }
}
