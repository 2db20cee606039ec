internal import JSONText

/// The report for machines: one JSON object on one line. Names carry their units.
extension SwarmReport {
    var json: [UInt8] {
        JSONText.object { text in
            text.member("url", url)
            text.member("sound", isSound)
            text.member("endedEarly", isShort)
            text.member("subscribers", subscribers)
            text.member("live", live)
            text.member("rampMilliseconds", rampMilliseconds)
            text.key("failures")
            Self.write(failures, &text)
            text.member("seconds", seconds)
            text.member("expected", expected)
            text.member("deliveries", deliveries)
            text.member("bytes", bytes)
            text.member("clockAheadSeconds", shift)
            text.key("latenessMicroseconds")
            Self.write(lateness, curve: curve, &text)
            text.key("faults")
            Self.write(faults, &text)
            text.key("faultsOutsideWindow")
            Self.write(faultsOutside, &text)
            text.member("ended", ended)
            text.member("endedAfterBye", endedAfterBye)
            text.member("checkedStreams", verified)
            text.member("checkedEvents", checkedEvents)
            text.key("checkFaults")
            Self.write(Dictionary(uniqueKeysWithValues: streamFaults.map { ($0.text, $1) }), &text)
            text.member("processorNanosecondsPerDelivery", nanosecondsPerDelivery?.all)
            text.member("ofTheseInKernel", nanosecondsPerDelivery?.system)
            text.member("idleResidentBytes", idle?.residentBytes)
            text.member("residentBytes", usageAtEnd?.residentBytes)
            text.member("residentBytesPerStream", residentBytesPerStream)
            if let herd {
                text.key("herd")
                Self.write(herd, &text)
            }
        }
    }

    private static func write(_ herd: Return, _ text: inout JSONText) {
        text.object { text in
            text.member("dropped", herd.dropped)
            text.member("returned", herd.returned)
            text.member("ended", herd.ended)
            text.key("failures")
            write(herd.failures, &text)
            text.key("returnMicroseconds")
            write(herd.times, curve: nil, &text)
            text.member("stayedFrames", herd.stayedFrames)
            text.key("stayedLatenessMicroseconds")
            write(herd.stayedLateness, curve: nil, &text)
            text.key("stayedFaults")
            write(herd.stayedFaults, &text)
        }
    }

    private static func write(_ counts: [String: Int], _ text: inout JSONText) {
        text.array(counts.sorted { $0.key < $1.key }) { text, pair in
            text.object {
                $0.member("reason", pair.key)
                $0.member("count", pair.value)
            }
        }
    }

    private static func write(_ faults: SecondFaults, _ text: inout JSONText) {
        text.object {
            $0.member("gaps", faults.gaps)
            $0.member("doubles", faults.doubles)
            $0.member("disorder", faults.disorder)
            $0.member("early", faults.early)
        }
    }

    private static func write(_ lateness: Lateness?, curve: [Int]?, _ text: inout JSONText) {
        text.object { text in
            text.member("p50", lateness?.p50)
            text.member("p90", lateness?.p90)
            text.member("p99", lateness?.p99)
            text.member("p999", lateness?.p999)
            text.member("max", lateness?.max)
            guard let curve else { return }
            text.key("curve")
            text.array(curve) { $0.value($1) }
        }
    }
}
