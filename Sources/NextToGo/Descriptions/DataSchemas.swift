/// JSON Schemas of what the stream and `/races` carry (contract 5, 6 and 10), for both descriptions.
///
/// OpenAPI 3.1 reads them as draft 2020-12, AsyncAPI 3.0 as draft 7: they mean the same in both, since a `$ref` never
/// has a neighbour. What may grow within a major version is a string with `x-extensible-enum`, not an `enum`.
enum DataSchemas {
    /// Members of `components.schemas`, without the braces around them.
    static let members = [board, race, countdown, announce, feed, words].joined(separator: ",\n")

    private static let board = #"""
        "Races": {
          "description": "The board: the data of the event races, and the body of /races.",
          "type": "object",
          "required": ["now", "revision", "wanted", "feed", "races", "changes", "reset"],
          "properties": {
            "now": { "$ref": "#/components/schemas/Second" },
            "revision": { "$ref": "#/components/schemas/Revision" },
            "wanted": {
              "description": "The races asked for. When fewer are known, fewer are shown.",
              "type": "integer", "minimum": 1, "maximum": 20
            },
            "feed": { "$ref": "#/components/schemas/FeedSummary" },
            "races": {
              "description": "By start, then meeting name, race number and id.",
              "type": "array", "maxItems": 20, "items": { "$ref": "#/components/schemas/Race" }
            },
            "changes": {
              "description": "Since the client's revision: races on the board in its order, then the leavers.",
              "type": "array", "items": { "$ref": "#/components/schemas/Change" }
            },
            "reset": {
              "description": "Whether the client's revision is not known, or it named none; changes is empty then.",
              "type": "boolean"
            }
          },
          "additionalProperties": true,
          "examples": [
            {
              "now": 1764480030, "revision": 1764480030, "wanted": 5,
              "feed": { "source": "neds", "state": "fresh", "ageSeconds": 3, "clock": "system" },
              "races": [
                {
                  "id": "race-1", "meeting": "Randwick", "number": 3, "name": "Maiden Plate",
                  "category": "horse", "categoryName": "Horse racing",
                  "venue": { "name": "Randwick", "state": "NSW", "country": "AUS" },
                  "start": 1764480095, "startAt": "2025-11-30T05:21:35Z", "label": "Randwick. Horse racing. Race 3."
                }
              ],
              "changes": [{ "id": "race-1", "change": "added" }, { "id": "race-0", "change": "expired" }],
              "reset": false
            }
          ]
        },
        "Change": {
          "description": "What happened to one race. Kinds that a client does not know are to be ignored.",
          "type": "object",
          "required": ["id", "change"],
          "properties": {
            "id": { "$ref": "#/components/schemas/RaceId" },
            "change": {
              "description": "added: not on the old board. retimed: on both, the start differs. updated: on both,\#
         another shown field differs. expired: left, its time is over. delisted: left, no longer listed.\#
         displaced: left for another reason.",
              "type": "string",
              "x-extensible-enum": ["added", "retimed", "updated", "expired", "delisted", "displaced"]
            },
            "from": { "$ref": "#/components/schemas/EarlierStart" }
          },
          "additionalProperties": true,
          "examples": [{ "id": "race-1", "change": "retimed", "from": 1764480035 }]
        }
        """#

    private static let race = #"""
        "Race": {
          "description": "A race is one thing by its id.",
          "type": "object",
          "required": [
            "id", "meeting", "number", "name", "category", "categoryName", "venue", "start", "startAt", "label"
          ],
          "properties": {
            "id": { "$ref": "#/components/schemas/RaceId" },
            "meeting": { "type": "string" },
            "number": { "type": "integer" },
            "name": { "type": ["string", "null"] },
            "category": { "type": "string", "enum": ["horse", "harness", "greyhound"] },
            "categoryName": { "type": "string", "enum": ["Horse racing", "Harness racing", "Greyhound racing"] },
            "venue": { "$ref": "#/components/schemas/Venue" },
            "start": { "$ref": "#/components/schemas/Second" },
            "startAt": {
              "description": "The start, as RFC 3339 in UTC.",
              "type": "string", "format": "date-time", "pattern": "Z$"
            },
            "label": { "description": "For screen readers.", "type": "string" }
          },
          "additionalProperties": true
        },
        "Venue": {
          "type": "object",
          "required": ["name", "state", "country"],
          "properties": {
            "name": { "type": ["string", "null"] },
            "state": { "type": ["string", "null"] },
            "country": { "type": ["string", "null"] }
          },
          "additionalProperties": true,
          "examples": [{ "name": "Randwick", "state": "NSW", "country": "AUS" }]
        }
        """#

    private static let countdown = #"""
        "Countdown": {
          "description": "The time that remains, every second, for the races of the last races event, in its order.",
          "type": "object",
          "required": ["now", "races"],
          "properties": {
            "now": { "$ref": "#/components/schemas/Second" },
            "races": {
              "type": "array", "maxItems": 20, "items": { "$ref": "#/components/schemas/Remaining" }
            }
          },
          "additionalProperties": true,
          "examples": [
            {
              "now": 1764480030,
              "races": [
                {
                  "id": "race-1", "remaining": 65, "text": "1m 5s", "spoken": "1 minute 5 seconds", "frequent": false
                }
              ]
            }
          ]
        },
        "Remaining": {
          "type": "object",
          "required": ["id", "remaining", "text", "spoken", "frequent"],
          "properties": {
            "id": { "$ref": "#/components/schemas/RaceId" },
            "remaining": { "description": "Start less now, in seconds; negative once started.", "type": "integer" },
            "text": {
              "description": "To be seen.",
              "type": "string", "pattern": "^-?(([1-9][0-9]*h )?[1-5]?[0-9]m )?[1-5]?[0-9]s$"
            },
            "spoken": { "description": "To be heard.", "type": "string" },
            "frequent": { "description": "True exactly when 0 <= remaining < 30.", "type": "boolean" }
          },
          "additionalProperties": true,
          "examples": [{ "id": "race-2", "remaining": 0, "text": "0s", "spoken": "starting now", "frequent": true }]
        }
        """#
}
