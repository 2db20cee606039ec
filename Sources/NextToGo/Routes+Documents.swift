internal import Broadcasting
internal import HTTPServer
internal import Racing

/// Texts that are answered at once: the board for a terminal, and what can be asked at all.
extension Routes {
    func terminalOnce(_ request: Request) throws(Problem) -> Response {
        let parameters = try read(request, allowed: RequestParameters.terminalOnce)
        guard let broadcaster = broadcaster() else { throw Problem(status: 503, detail: "The server is starting.") }
        var style = parameters.style
        style.ansi = false
        style.color = false
        let picture = TerminalBoard.picture(broadcaster.history, parameters.board, style, at: broadcaster.second)
        return Response(
            status: 200, fields: Self.uncached("text/plain; charset=utf-8") + cors(request.origin), body: picture)
    }

    func description(_ request: Request) throws(Problem) -> Response {
        _ = try read(request, allowed: [])
        let (type, body) =
            switch request.path {
            case "/openapi.json": ("application/json", OpenAPIDocument.json)
            case "/asyncapi.json": ("application/json", AsyncAPIDocument.json)
            default: ("text/plain; charset=utf-8", Array(HelpPage.text(host: request.host).utf8))
            }
        return Response(
            status: 200,
            fields: [ResponseField("Content-Type", type), ResponseField("Cache-Control", "no-cache")]
                + cors(request.origin), body: body)
    }
}
