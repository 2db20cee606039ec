/// What several paths share.
extension OpenAPIDocument {
    static let parameters = #"""
        "category": {
          "name": "category", "in": "query", "style": "form", "explode": false,
          "description": "Only these categories, as slug or id; all by default. It may be repeated instead.",
          "schema": {
            "type": "array", "minItems": 1,
            "items": {
              "type": "string",
              "enum": [
                "horse", "harness", "greyhound", "4a2788f8-e825-4d36-9894-efd4baf1cfae",
                "161d9be2-e909-4326-8c2c-35ed71fb460b", "9daef0d7-bf3c-4f50-921d-8e818c60fe61"
              ]
            }
          },
          "example": ["horse", "greyhound"]
        },
        "count": {
          "name": "count", "in": "query",
          "description": "Races on the board. The server's option --count may set another default.",
          "schema": { "type": "integer", "minimum": 1, "maximum": 20, "default": 5 },
          "example": 3
        },
        "events": {
          "name": "events", "in": "query", "style": "form", "explode": false,
          "description": "Exactly these kinds are sent, and `bye`.",
          "schema": {
            "type": "array", "minItems": 1,
            "items": { "type": "string", "enum": ["races", "countdown", "announce", "feed"] },
            "default": ["races", "countdown", "announce", "feed"]
          },
          "example": ["races", "countdown"]
        },
        "announce": {
          "name": "announce", "in": "query",
          "description": "`milestones` is everything but the seconds under 30; `off` sends none.",
          "schema": { "type": "string", "enum": ["off", "milestones", "frequent"], "default": "frequent" },
          "example": "milestones"
        },
        "lastEventId": {
          "name": "lastEventId", "in": "query",
          "description": "The same as the header `Last-Event-ID`, which wins. One that is not known is no error.",
          "schema": { "type": "string", "minLength": 1 },
          "example": "1764480030"
        },
        "LastEventIDHeader": {
          "name": "Last-Event-ID", "in": "header",
          "description": "The revision that the client has: the id of the last `races` event.",
          "schema": { "type": "string" },
          "example": "1764480030"
        },
        "ansi": {
          "name": "ansi", "in": "query",
          "description": "0: one block a second, without escapes.",
          "schema": { "type": "integer", "enum": [0, 1], "default": 1 },
          "example": 0
        },
        "color": {
          "name": "color", "in": "query",
          "description": "0: without colours. By default as `ansi`.",
          "schema": { "type": "integer", "enum": [0, 1] },
          "example": 0
        },
        "width": {
          "name": "width", "in": "query",
          "description": "Columns of the terminal.",
          "schema": { "type": "integer", "minimum": 20, "maximum": 200, "default": 80 },
          "example": 60
        },
        "IfNoneMatch": {
          "name": "If-None-Match", "in": "header",
          "description": "The ETag of what the client has.",
          "schema": { "type": "string" },
          "example": "W/\"1764480030-fresh\""
        }
        """#

    static let headers = #"""
        "AllowOrigin": {
          "description": "`*`, or the page's origin if the option --allow-origin names it.",
          "schema": { "type": "string" },
          "example": "*"
        },
        "Vary": {
          "description": "What the answer varied by, if by anything.",
          "schema": { "type": "string" },
          "example": "Accept-Encoding"
        },
        "ContentEncoding": {
          "description": "`gzip` if the client accepts it and --compression is on; each event is flushed whole.",
          "schema": { "type": "string", "const": "gzip" }
        },
        "StreamCacheControl": {
          "required": true, "schema": { "type": "string", "const": "no-cache, no-transform" }
        },
        "XAccelBuffering": { "required": true, "schema": { "type": "string", "const": "no" } },
        "CacheControl": { "required": true, "schema": { "type": "string" }, "example": "no-cache" },
        "ETag": {
          "required": true, "schema": { "type": "string", "pattern": "^\"[^\"]+\"$" }, "example": "\"9f2c-1024\""
        },
        "WeakETag": {
          "description": "Weak: of revision and state of the feed.",
          "required": true, "schema": { "type": "string", "pattern": "^W/\"[^\"]+\"$" },
          "example": "W/\"1764480030-fresh\""
        },
        "AnyETag": { "required": true, "schema": { "type": "string" }, "example": "W/\"1764480030-fresh\"" },
        "RetryAfter": {
          "description": "Seconds to wait.",
          "required": true, "schema": { "type": "integer", "minimum": 0 }, "example": 20
        },
        "Allow": { "required": true, "schema": { "type": "string" }, "example": "GET, HEAD, OPTIONS" },
        "ContentSecurityPolicy": {
          "description": "Without inline script or style.", "required": true, "schema": { "type": "string" }
        },
        "XContentTypeOptions": { "required": true, "schema": { "type": "string", "const": "nosniff" } },
        "ReferrerPolicy": { "required": true, "schema": { "type": "string", "const": "no-referrer" } },
        "AllowMethods": { "schema": { "type": "string" }, "example": "GET, HEAD" },
        "AllowHeaders": { "schema": { "type": "string" }, "example": "Last-Event-ID" }
        """#
}
