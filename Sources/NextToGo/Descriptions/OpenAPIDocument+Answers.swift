/// Answers that several paths give, and what is in them.
extension OpenAPIDocument {
    static let responses = #"""
        "NotModified": {
          "description": "The client has it already.",
          "headers": {
            "ETag": { "$ref": "#/components/headers/AnyETag" },
            "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
            "Vary": { "$ref": "#/components/headers/Vary" }
          }
        },
        "Preflight": {
          "description": "Which methods and fields a page may use.",
          "headers": {
            "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
            "Access-Control-Allow-Methods": { "$ref": "#/components/headers/AllowMethods" },
            "Access-Control-Allow-Headers": { "$ref": "#/components/headers/AllowHeaders" },
            "Vary": { "$ref": "#/components/headers/Vary" }
          }
        },
        "BadRequest": {
          "description": "An unknown parameter, category or value: `detail` names it and lists what is allowed.",
          "headers": {
            "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
            "Vary": { "$ref": "#/components/headers/Vary" }
          },
          "content": {
            "application/problem+json": {
              "schema": { "$ref": "#/components/schemas/Problem" },
              "examples": {
        \#(badRequests)
              }
            }
          }
        },
        "NotFound": {
          "description": "Nothing is at this path.",
          "content": {
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
          }
        },
        "MethodNotAllowed": {
          "description": "The answer, on every path, to POST, PUT, DELETE, PATCH, TRACE and CONNECT.",
          "headers": { "Allow": { "$ref": "#/components/headers/Allow" } },
          "content": {
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
          }
        },
        "Full": {
          "description": "All places for streams are taken.",
          "headers": {
            "Retry-After": { "$ref": "#/components/headers/RetryAfter" },
            "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
            "Vary": { "$ref": "#/components/headers/Vary" }
          },
          "content": {
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
          }
        },
        "Unavailable": {
          "description": "Not so; `detail` says why.",
          "headers": {
            "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
            "Vary": { "$ref": "#/components/headers/Vary" }
          },
          "content": {
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
          }
        },
        "Refused": {
          "description": "A request that is refused for its form: 400, 408, 414, 431, 501 or 505.",
          "content": {
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } }
          }
        }
        """#

    /// Requests with one mistake each, and what is answered. `x-request` says how to see it.
    private static let badRequests = [
        badRequest("unknown", "/races?colour=red", "The parameter 'colour' is unknown; known here: category, count."),
        badRequest(
            "elsewhere", "/healthz?count=5", "The parameter 'count' is unknown; none is known here."),
        badRequest(
            "category", "/races?category=camel",
            "category 'camel' is unknown; allowed: horse, harness, greyhound, or their ids."),
        badRequest("count", "/board.txt?count=21", "count '21' is not allowed; it must be 1 to 20."),
        badRequest("repeated", "/events?count=3&count=4", "count may be given once only: 1 to 20."),
        badRequest(
            "events", "/events?events=odds",
            "events 'odds' is unknown; allowed: races, countdown, announce, feed."),
        badRequest(
            "announce", "/events.ndjson?announce=loud",
            "announce 'loud' is unknown; allowed: off, milestones, frequent."),
        badRequest(
            "lastEventId", "/events?lastEventId=",
            "lastEventId is empty; it must be the id of an event, or be left out."),
        badRequest("ansi", "/board?ansi=2", "ansi '2' is not allowed; it must be 0 or 1."),
        badRequest("color", "/board?color=red", "color 'red' is not allowed; it must be 0 or 1."),
        badRequest("width", "/board?width=10", "width '10' is not allowed; it must be 20 to 200."),
    ].joined(separator: ",\n")

    private static func badRequest(_ name: String, _ request: String, _ detail: String) -> String {
        #"""
        "\#(name)": {
          "summary": "\#(request)", "x-request": "\#(request)",
          "value": { "type": "about:blank", "title": "Bad Request", "status": 400, "detail": "\#(detail)" }
        }
        """#
    }

    static let answerSchemas = #"""
        "Problem": {
          "description": "An error for people and machines (RFC 9457).",
          "type": "object",
          "required": ["type", "title", "status", "detail"],
          "properties": {
            "type": { "type": "string", "format": "uri-reference" },
            "title": { "type": "string" },
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "detail": { "description": "One sentence that names the culprit.", "type": "string" }
          },
          "additionalProperties": true,
          "examples": [
            {
              "type": "about:blank", "title": "Bad Request", "status": 400,
              "detail": "count '21' is not allowed; it must be 1 to 20."
            }
          ]
        },
        "Status": {
          "description": "In a word; more may be said.",
          "type": "object", "required": ["status"], "properties": { "status": { "type": "string" } },
          "examples": [{ "status": "ready" }]
        },
        "Line": {
          "description": "An event of /events.ndjson: its kind, its id if it has one, and its data.",
          "type": "object",
          "required": ["event"],
          "properties": {
            "event": {
              "type": "string", "x-extensible-enum": ["races", "countdown", "announce", "feed", "bye"]
            },
            "id": { "description": "Of races only: the revision.", "type": "string" }
          },
          "allOf": [
            {
              "if": { "properties": { "event": { "const": "races" } } },
              "then": { "$ref": "#/components/schemas/Races", "required": ["id"] }
            },
            {
              "if": { "properties": { "event": { "const": "countdown" } } },
              "then": { "$ref": "#/components/schemas/Countdown" }
            },
            {
              "if": { "properties": { "event": { "const": "announce" } } },
              "then": { "$ref": "#/components/schemas/Announce" }
            },
            {
              "if": { "properties": { "event": { "const": "feed" } } },
              "then": { "$ref": "#/components/schemas/Feed" }
            },
            {
              "if": { "properties": { "event": { "const": "bye" } } },
              "then": { "$ref": "#/components/schemas/Bye" }
            }
          ],
          "examples": [{ "event": "bye", "reason": "shutdown", "retry": 4200 }]
        }
        """#
}
