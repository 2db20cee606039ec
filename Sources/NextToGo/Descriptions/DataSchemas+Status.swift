/// What is said aloud, what is said of the feed, and the words that schemas share.
extension DataSchemas {
    static let announce = #"""
        "Announce": {
          "description": "Text for a screen reader's polite live region, throttled: at most one in 5 seconds.",
          "type": "object",
          "required": ["now", "text", "politeness", "validForMs", "parts"],
          "properties": {
            "now": { "$ref": "#/components/schemas/Second" },
            "text": { "description": "All parts, joined.", "type": "string" },
            "politeness": { "type": "string", "enum": ["polite"] },
            "validForMs": {
              "description": "To be dropped when older than this: its arrival against now.",
              "type": "integer", "minimum": 0
            },
            "parts": { "type": "array", "minItems": 1, "items": { "$ref": "#/components/schemas/AnnouncePart" } }
          },
          "additionalProperties": true,
          "examples": [
            {
              "now": 1764480075, "text": "20 seconds: Randwick race 3", "politeness": "polite", "validForMs": 5000,
              "parts": [{ "kind": "soon", "races": ["race-1"], "text": "20 seconds: Randwick race 3" }]
            }
          ]
        },
        "AnnouncePart": {
          "type": "object",
          "required": ["kind", "races", "text"],
          "properties": {
            "kind": {
              "type": "string",
              "x-extensible-enum": ["started", "soon", "minute", "retimed", "delisted", "added", "feed"]
            },
            "races": {
              "description": "The ids of the races it is about; a client that follows one race looks here.",
              "type": "array", "items": { "$ref": "#/components/schemas/RaceId" }
            },
            "text": { "type": "string" }
          },
          "additionalProperties": true,
          "examples": [{ "kind": "feed", "races": [], "text": "Times may be out of date" }]
        }
        """#

    static let feed = #"""
        "Feed": {
          "description": "The state of the feed, on connect and when it changes.",
          "type": "object",
          "required": ["now", "source", "state", "ageSeconds", "since", "reason", "clock"],
          "properties": {
            "now": { "$ref": "#/components/schemas/Second" },
            "source": { "$ref": "#/components/schemas/FeedSource" },
            "state": { "$ref": "#/components/schemas/FeedState" },
            "ageSeconds": { "$ref": "#/components/schemas/FeedAge" },
            "since": { "$ref": "#/components/schemas/Second" },
            "reason": { "description": "What is wrong, if anything is known of it.", "type": ["string", "null"] },
            "clock": { "$ref": "#/components/schemas/Clock" }
          },
          "additionalProperties": true,
          "examples": [
            {
              "now": 1764480030, "source": "neds", "state": "fresh", "ageSeconds": 3, "since": 1764470000,
              "reason": null, "clock": "system"
            }
          ]
        },
        "FeedSummary": {
          "type": "object",
          "required": ["source", "state", "ageSeconds", "clock"],
          "properties": {
            "source": { "$ref": "#/components/schemas/FeedSource" },
            "state": { "$ref": "#/components/schemas/FeedState" },
            "ageSeconds": { "$ref": "#/components/schemas/FeedAge" },
            "clock": { "$ref": "#/components/schemas/Clock" }
          },
          "additionalProperties": true,
          "examples": [{ "source": "demo", "state": "starting", "ageSeconds": null, "clock": "shifted" }]
        },
        "Bye": {
          "description": "The last event of a stream that the server ends.",
          "type": "object",
          "required": ["reason", "retry"],
          "properties": {
            "reason": {
              "type": "string", "x-extensible-enum": ["shutdown", "max-age", "busy", "slow"]
            },
            "retry": { "description": "Milliseconds to wait before coming back.", "type": "integer", "minimum": 0 }
          },
          "additionalProperties": true,
          "examples": [{ "reason": "shutdown", "retry": 4200 }]
        }
        """#

    static let words = #"""
        "Second": { "description": "Whole seconds since 1970-01-01 UTC.", "type": "integer" },
        "Revision": {
          "description": "The second from which this board stands as it is; also the id of the event.",
          "type": "integer"
        },
        "EarlierStart": {
          "description": "The earlier start: with retimed always, with added and displaced if the start moved.",
          "type": "integer"
        },
        "RaceId": { "description": "The race's id in the feed.", "type": "string", "minLength": 1 },
        "FeedSource": {
          "description": "demo is made-up demonstration data; replay is a capture.",
          "type": "string", "enum": ["demo", "neds", "neds-v2", "ladbrokes", "url", "file", "replay"]
        },
        "FeedState": {
          "description": "starting: no card yet. stale: the last good poll is too old. down: nothing left to show.",
          "type": "string", "enum": ["starting", "fresh", "stale", "down"]
        },
        "FeedAge": {
          "description": "Whole seconds since the last good poll; null before the first.",
          "type": ["integer", "null"], "minimum": 0
        },
        "Clock": {
          "description": "shifted: the server's clock was started at another instant, to show a capture as it was.",
          "type": "string", "enum": ["system", "shifted"]
        }
        """#
}
