/// The HTTP interface for machines (contract 4), served as `/openapi.json`.
package enum OpenAPIDocument {
    /// An OpenAPI 3.1 document as JSON text in UTF-8, ending in a line feed.
    package static let json = Array(text.utf8)

    private static var text: String {
        let paths = [streams, boards, operations, descriptions, page].joined(separator: ",\n")
        let schemas = [DataSchemas.members, answerSchemas].joined(separator: ",\n")
        return """
            {
            \(information),
            "paths": {
            \(paths)
            },
            "components": {
            "parameters": {
            \(parameters)
            },
            "headers": {
            \(headers)
            },
            "responses": {
            \(responses)
            },
            "schemas": {
            \(schemas)
            }
            }
            }

            """
    }

    private static let information = #"""
        "openapi": "3.1.0",
        "info": {
          "title": "Next To Go",
          "version": "\#(Version.number)",
          "summary": "A countdown broadcaster: the next races, every second, over Server-Sent Events.",
          "description": "Times are whole seconds since 1970-01-01 UTC unless a name ends in `At`, which is RFC 3339.\#
         Clients ignore events, fields and kinds of change that they do not know; nothing is renamed or removed\#
         within a major version. `x-extensible-enum` lists the words that are known now.\n\n\#
        On every path HEAD is answered like GET, without a body, and OPTIONS answers a CORS preflight with 204.\#
         The query parameters `_` and `utm_*` are ignored. A parameter that a path does not know is a 400."
        },
        "servers": [{ "url": "/" }],
        "tags": [
          { "name": "streams", "description": "Answers that go on." },
          { "name": "board", "description": "The board once." },
          { "name": "operations", "description": "For operators and their tools." },
          { "name": "descriptions", "description": "About this interface." },
          { "name": "page", "description": "The page and its files." }
        ]
        """#
}
