/// The events of the stream for machines (contract 5 and 6), served as `/asyncapi.json`.
package enum AsyncAPIDocument {
    /// An AsyncAPI 3.0 document as JSON text in UTF-8, ending in a line feed.
    package static let json = Array(text.utf8)

    private static var text: String {
        """
        {
        \(information),
        "channels": {
        \(channel)
        },
        "operations": {
        \(operation)
        },
        "components": {
        "messages": {
        \(messages)
        },
        "schemas": {
        \(DataSchemas.members)
        }
        }
        }

        """
    }

    private static let information = #"""
        "asyncapi": "3.0.0",
        "info": {
          "title": "Next To Go",
          "version": "\#(Version.number)",
          "description": "The next races, every second, over Server-Sent Events. Within a second the order is `feed`,\#
         `races`, `countdown`, `announce`. Clients ignore events, fields and kinds of change that they do not know;\#
         nothing is renamed or removed within a major version. `x-extensible-enum` lists the words that are known now."
        },
        "defaultContentType": "application/json"
        """#

    private static let channel = #"""
        "events": {
          "address": "/events",
          "title": "The stream",
          "description": "`text/event-stream`: the fields `event` and `id` are described as headers, `data` as payload.\#
         `/events.ndjson` carries the same events, one JSON object a line: `event`, `id`, then the members of the data.",
          "messages": {
            "races": { "$ref": "#/components/messages/races" },
            "countdown": { "$ref": "#/components/messages/countdown" },
            "announce": { "$ref": "#/components/messages/announce" },
            "feed": { "$ref": "#/components/messages/feed" },
            "bye": { "$ref": "#/components/messages/bye" }
          }
        }
        """#

    private static let operation = #"""
        "sendEvents": {
          "action": "send",
          "channel": { "$ref": "#/channels/events" },
          "summary": "What the server sends to whoever listens; `/openapi.json` describes the request.",
          "bindings": {
            "http": {
              "method": "GET",
              "query": {
                "type": "object",
                "properties": {
                  "category": { "type": "string", "examples": ["horse,greyhound"] },
                  "count": { "type": "integer", "minimum": 1, "maximum": 20 },
                  "events": { "type": "string", "examples": ["races,countdown"] },
                  "announce": { "type": "string", "enum": ["off", "milestones", "frequent"] },
                  "lastEventId": { "type": "string", "minLength": 1 }
                },
                "additionalProperties": false
              },
              "bindingVersion": "0.3.0"
            }
          }
        }
        """#

    private static let messages = [
        message(
            "races", "On connect, and in the second in which this board's races change.", schema: "Races",
            id: #", "id": { "description": "The revision.", "type": "string", "pattern": "^[0-9]+$" }"#),
        message("countdown", "Every second: the time that remains for each race.", schema: "Countdown"),
        message("announce", "Now and then: what a screen reader may say.", schema: "Announce"),
        message("feed", "On connect, and when the state of the feed changes.", schema: "Feed"),
        message("bye", "Before the server ends the stream.", schema: "Bye"),
    ].joined(separator: ",\n")

    /// - Parameter id: the member that describes the field `id`, for the one kind that has it.
    private static func message(_ name: String, _ summary: String, schema: String, id: String = "") -> String {
        #"""
        "\#(name)": {
          "name": "\#(name)",
          "summary": "\#(summary)",
          "contentType": "application/json",
          "headers": {
            "type": "object",
            "required": ["event"\#(id.isEmpty ? "" : #", "id""#)],
            "properties": { "event": { "type": "string", "const": "\#(name)" }\#(id) }
          },
          "payload": { "$ref": "#/components/schemas/\#(schema)" }
        }
        """#
    }
}
