/// Help for people at a terminal (contract 4), served as `/help`.
package enum HelpPage {
    /// Plain text that ends in a line feed; no line is longer than 80 columns while `host` has at most 40.
    ///
    /// - Parameter host: the base URL to show in commands, without a slash at its end, as in `http://127.0.0.1:8080`;
    ///   when it is empty, a word stands in for it.
    package static func text(host: String) -> String {
        [commands(host.isEmpty ? "HOST" : host), parameters, events, others].joined(separator: "\n")
    }

    private static func commands(_ host: String) -> String {
        #"""
        NEXT TO GO: the next races, counted down every second. Times are UTC.

        Watch the board, live or once (Ctrl-C ends what goes on):
          curl -sN \#(host)/board
          curl -sN '\#(host)/board?count=9&color=0'
          curl -s \#(host)/board.txt

        Follow the events, as Server-Sent Events or one JSON object a line:
          curl -sN \#(host)/events
          curl -sN \#(host)/events.ndjson

        What remains to the next race, each second:
          curl -sN '\#(host)/events.ndjson?count=1' |
            jq --unbuffered -r 'select(.event == "countdown").races[].text'

        What is announced:
          curl -sN '\#(host)/events.ndjson' |
            jq --unbuffered -r 'select(.event == "announce").text'

        The list, once:
          curl -s \#(host)/races |
            jq -r '.races[] | .startAt + " " + .label'

        """#
    }

    private static let parameters = """
        Parameters (put quotes around an address that has any):
          category=horse,harness   out of horse, harness, greyhound, or their ids
          count=3                  races shown, 1 to 20
          width=60                 /board and /board.txt: columns, 20 to 200
          ansi=0                   /board: one block a second, without escapes
          color=0                  /board: without colours
          events=races,countdown   streams: out of races, countdown, announce, feed
          announce=milestones      streams: off, milestones or frequent
          lastEventId=ID           streams: the id of the last races event you have

        """

    private static let events = """
        Events (ignore those that you do not know, and fields too):
          races      the board, and what changed; when you connect and when it changes
          countdown  what remains for each race, every second
          announce   what a screen reader may say, at most once in 5 seconds
          feed       starting, fresh, stale or down
          bye        the server ends the stream; come back after retry milliseconds

        """

    private static let others = """
        For operators:  /healthz  /readyz  /metrics
        For machines:   /openapi.json  /asyncapi.json

        """
}
