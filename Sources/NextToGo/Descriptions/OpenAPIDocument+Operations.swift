/// The paths for operators, the descriptions, and the page.
extension OpenAPIDocument {
    static let operations = #"""
        "/healthz": {
          "get": {
            "operationId": "checkHealth",
            "tags": ["operations"],
            "summary": "Whether every event loop turns",
            "responses": {
              "200": {
                "description": "Every loop has turned within 3 seconds.",
                "headers": {
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": {
                  "application/json": {
                    "schema": { "$ref": "#/components/schemas/Status" }, "example": { "status": "ok", "loops": 2 }
                  }
                }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "503": { "$ref": "#/components/responses/Unavailable" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        },
        "/readyz": {
          "get": {
            "operationId": "checkReadiness",
            "tags": ["operations"],
            "summary": "Whether to send clients here",
            "responses": {
              "200": {
                "description": "There is a card younger than the stale limit, and room for a stream.",
                "headers": {
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": {
                  "application/json": {
                    "schema": { "$ref": "#/components/schemas/Status" }, "example": { "status": "ready" }
                  }
                }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "503": { "$ref": "#/components/responses/Unavailable" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        },
        "/metrics": {
          "get": {
            "operationId": "readMetrics",
            "tags": ["operations"],
            "summary": "Figures for Prometheus",
            "responses": {
              "200": {
                "description": "The text format of Prometheus.",
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

    static let descriptions = #"""
        "/openapi.json": {
          "get": {
            "operationId": "readOpenAPI",
            "tags": ["descriptions"],
            "summary": "This document",
            "responses": {
              "200": {
                "description": "OpenAPI 3.1.",
                "headers": {
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "application/json": { "schema": { "type": "object" } } }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        },
        "/asyncapi.json": {
          "get": {
            "operationId": "readAsyncAPI",
            "tags": ["descriptions"],
            "summary": "The events of the stream",
            "responses": {
              "200": {
                "description": "AsyncAPI 3.0.",
                "headers": {
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "application/json": { "schema": { "type": "object" } } }
              },
              "400": { "$ref": "#/components/responses/BadRequest" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        },
        "/help": {
          "get": {
            "operationId": "readHelp",
            "tags": ["descriptions"],
            "summary": "Help for people at a terminal",
            "responses": {
              "200": {
                "description": "Plain text.",
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

    static let page = #"""
        "/": {
          "get": {
            "operationId": "readPage",
            "tags": ["page"],
            "summary": "The page",
            "description": "The query is ignored.",
            "parameters": [{ "$ref": "#/components/parameters/IfNoneMatch" }],
            "responses": {
              "200": {
                "description": "The page.",
                "headers": {
                  "ETag": { "$ref": "#/components/headers/ETag" },
                  "Cache-Control": { "$ref": "#/components/headers/CacheControl" },
                  "Content-Security-Policy": { "$ref": "#/components/headers/ContentSecurityPolicy" },
                  "X-Content-Type-Options": { "$ref": "#/components/headers/XContentTypeOptions" },
                  "Referrer-Policy": { "$ref": "#/components/headers/ReferrerPolicy" },
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "text/html": { "schema": { "type": "string" } } }
              },
              "304": { "$ref": "#/components/responses/NotModified" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        },
        "/{file}": {
          "get": {
            "operationId": "readFile",
            "tags": ["page"],
            "summary": "Another file of the public folder",
            "description": "By exact name, which may contain slashes. The query is ignored.",
            "parameters": [
              {
                "name": "file", "in": "path", "required": true, "schema": { "type": "string" },
                "example": "index.html"
              },
              { "$ref": "#/components/parameters/IfNoneMatch" }
            ],
            "responses": {
              "200": {
                "description": "The file.",
                "headers": {
                  "ETag": { "$ref": "#/components/headers/ETag" },
                  "Cache-Control": { "$ref": "#/components/headers/CacheControl" },
                  "Content-Security-Policy": { "$ref": "#/components/headers/ContentSecurityPolicy" },
                  "X-Content-Type-Options": { "$ref": "#/components/headers/XContentTypeOptions" },
                  "Referrer-Policy": { "$ref": "#/components/headers/ReferrerPolicy" },
                  "Access-Control-Allow-Origin": { "$ref": "#/components/headers/AllowOrigin" },
                  "Vary": { "$ref": "#/components/headers/Vary" }
                },
                "content": { "*/*": {} }
              },
              "304": { "$ref": "#/components/responses/NotModified" },
              "404": { "$ref": "#/components/responses/NotFound" },
              "405": { "$ref": "#/components/responses/MethodNotAllowed" },
              "default": { "$ref": "#/components/responses/Refused" }
            }
          }
        }
        """#
}
