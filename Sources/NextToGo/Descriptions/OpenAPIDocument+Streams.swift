/// The paths whose answers go on, and those that show the board once.
extension OpenAPIDocument {
    static let streams = [events, lines, terminal].joined(separator: ",\n")
    static let boards = [races, boardText].joined(separator: ",\n")

    private static let events = #"""
        "/events": {
          "get": {
            "operationId": "streamEvents",
            "tags": ["streams"],
            "summary": "The stream, as Server-Sent Events",
            "description": "Bytes come at once: `retry:`, then `feed`, `races` and `countdown` of the current second,\#
         then what each second brings. A comment keeps a stream without `countdown` alive. When all places are taken,\#
         the stream is `retry:` and `bye` with the reason `busy`. `/asyncapi.json` describes the events.",
            "externalDocs": { "url": "/asyncapi.json", "description": "The events, as AsyncAPI" },
            "parameters": [
              { "$ref": "#/components/parameters/category" },
              { "$ref": "#/components/parameters/count" },
              { "$ref": "#/components/parameters/events" },
              { "$ref": "#/components/parameters/announce" },
              { "$ref": "#/components/parameters/lastEventId" },
              { "$ref": "#/components/parameters/LastEventIDHeader" }
            ],
            "responses": {
              "200": {
                "description": "The stream.",
                "headers": {
                  "Cache-Control": { "$ref": "#/components/headers/StreamCacheControl" },
                  "X-Accel-Buffering": { "$ref": "#/components/headers/XAccelBuffering" },
                  "Content-Encoding": { "$ref": "#/components/headers/ContentEncoding" },
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": {
                  "text/event-stream": {
                    "schema": { "type": "string" },
                    "example": "event: countdown\ndata: {\"now\":1764480030,\"races\":[]}\n\n",
                    "x-events": {
                      "races": { "$ref": "#/components/schemas/Races" },
                      "countdown": { "$ref": "#/components/schemas/Countdown" },
                      "announce": { "$ref": "#/components/schemas/Announce" },
                      "feed": { "$ref": "#/components/schemas/Feed" },
                      "bye": { "$ref": "#/components/schemas/Bye" }
                    }
                  }
                }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          },
          "options": {
            "operationId": "preflightEvents",
            "tags": ["streams"],
            "summary": "Whether a page may ask (CORS preflight); the same on every path",
            "parameters": [
              { "name": "Origin", "in": "header", "schema": { "type": "string" }, "example": "https://example.com" }
            ],
            "responses": { "204": { "$ref": "#/components/responses/Preflight" } }
          }
        }
        """#

    private static let lines = #"""
        "/events.ndjson": {
          "get": {
            "operationId": "streamLines",
            "tags": ["streams"],
            "summary": "The same events, one JSON object a line",
            "description": "An empty line keeps a stream without `countdown` alive.",
            "parameters": [
              { "$ref": "#/components/parameters/category" },
              { "$ref": "#/components/parameters/count" },
              { "$ref": "#/components/parameters/events" },
              { "$ref": "#/components/parameters/announce" },
              { "$ref": "#/components/parameters/lastEventId" },
              { "$ref": "#/components/parameters/LastEventIDHeader" }
            ],
            "responses": {
              "200": {
                "description": "The stream; the schema is that of each line.",
                "headers": {
                  "Cache-Control": { "$ref": "#/components/headers/StreamCacheControl" },
                  "X-Accel-Buffering": { "$ref": "#/components/headers/XAccelBuffering" },
                  "Content-Encoding": { "$ref": "#/components/headers/ContentEncoding" },
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "application/x-ndjson": { "schema": { "$ref": "#/components/schemas/Line" } } }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "503": { "$ref": "#/components/responses/Full" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        }
        """#

    private static let terminal = #"""
        "/board": {
          "get": {
            "operationId": "watchBoard",
            "tags": ["streams"],
            "summary": "The board on a terminal, drawn anew each second",
            "parameters": [
              { "$ref": "#/components/parameters/category" },
              { "$ref": "#/components/parameters/count" },
              { "$ref": "#/components/parameters/ansi" },
              { "$ref": "#/components/parameters/color" },
              { "$ref": "#/components/parameters/width" }
            ],
            "responses": {
              "200": {
                "description": "Plain text with ANSI escapes, or with ansi=0 one block a second. Times are UTC.",
                "headers": {
                  "Cache-Control": { "$ref": "#/components/headers/StreamCacheControl" },
                  "X-Accel-Buffering": { "$ref": "#/components/headers/XAccelBuffering" },
                  "Content-Encoding": { "$ref": "#/components/headers/ContentEncoding" },
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "text/plain": { "schema": { "type": "string" } } }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "503": { "$ref": "#/components/responses/Full" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        }
        """#

    private static let boardText = #"""
        "/board.txt": {
          "get": {
            "operationId": "readBoardText",
            "tags": ["board"],
            "summary": "The board once, as plain text",
            "parameters": [
              { "$ref": "#/components/parameters/category" },
              { "$ref": "#/components/parameters/count" },
              { "$ref": "#/components/parameters/width" }
            ],
            "responses": {
              "200": {
                "description": "The board. Times are UTC.",
                "headers": {
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "text/plain": { "schema": { "type": "string" } } }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        }
        """#

    private static let races = #"""
        "/races": {
          "get": {
            "operationId": "readRaces",
            "tags": ["board"],
            "summary": "The board once, as JSON",
            "parameters": [
              { "$ref": "#/components/parameters/category" },
              { "$ref": "#/components/parameters/count" },
              { "$ref": "#/components/parameters/IfNoneMatch" }
            ],
            "responses": {
              "200": {
                "description": "The data of the event `races`.",
                "headers": {
                  "ETag": { "$ref": "#/components/headers/WeakETag" },
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Races" } } }
              },
              "304": { "$ref": "#/components/responses/NotModified" },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        }
        """#
}
