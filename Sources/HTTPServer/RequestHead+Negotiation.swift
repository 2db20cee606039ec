extension RequestHead {
    func decideKeepAlive(in buffer: Span<UInt8>) -> Bool {
        var closes = false
        var keeps = false
        forEachElement(of: .connection, in: buffer) { option in
            closes = closes || ByteText.matches(option, "close", in: buffer)
            keeps = keeps || ByteText.matches(option, "keep-alive", in: buffer)
        }
        return !closes && (minorVersion > 0 || keeps)
    }

    func decideGzip(in buffer: Span<UInt8>) -> Bool {
        var codings = AcceptedCodings()
        forEachElement(of: .acceptEncoding, in: buffer) { codings.note($0, in: buffer) }
        return codings.acceptsGzip
    }

    private func forEachElement(of field: HeadField, in buffer: Span<UInt8>, _ body: (Range<Int>) -> Void) {
        forEachLine(of: field, in: buffer) { line in
            var start = line.lowerBound
            while start < line.upperBound {
                let end = ByteText.firstIndex(of: UInt8(ascii: ","), in: start..<line.upperBound, of: buffer)
                let element = ByteText.trimmed(start..<end, in: buffer)
                if !element.isEmpty { body(element) }
                start = end + 1
            }
        }
    }
}
