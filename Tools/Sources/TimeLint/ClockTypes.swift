// The USRs below are those of the toolchain's own libraries. The fixtures of the tests use each of them, so a name that
// changes with a toolchain fails there.

extension Clocks {
    /// The language's own library: `ContinuousClock`, `SuspendingClock`, `Task.sleep`.
    static let languageTypes: [ClockType] = [
        ClockType("ContinuousClock", "12_Concurrency15ContinuousClockV", clockMembers),
        ClockType("ContinuousClock.Instant", "12_Concurrency15ContinuousClockV7InstantV", ["now": "3nowAEvpZ"]),
        ClockType("SuspendingClock", "12_Concurrency15SuspendingClockV", clockMembers),
        ClockType("SuspendingClock.Instant", "12_Concurrency15SuspendingClockV7InstantV", ["now": "3nowAEvpZ"]),
        ClockType(
            "Clock", "12_Concurrency5ClockP",
            [
                "continuous": "A2A010ContinuousB0VRszrlE10continuousAEvpZ",
                "suspending": "A2A010SuspendingB0VRszrlE10suspendingAEvpZ",
            ]),
        ClockType(
            "Task", "ScT12_Concurrencys5NeverORszACRs_rlE",
            [
                "sleep(_:)": "5sleepyys6UInt64VYaFZ",
                "sleep(nanoseconds:)": "5sleep11nanosecondsys6UInt64V_tYaKFZ",
                "sleep(for:tolerance:clock:)":
                    "5sleep3for9tolerance5clocky8DurationQyd___AISgqd__tYaKAA5ClockRd__lFZ",
                "sleep(until:tolerance:clock:)":
                    "5sleep5until9tolerance5clocky7InstantQyd___8DurationQyd__Sgqd__tYaKAA5ClockRd__lFZ",
            ]),
    ]

    private static let clockMembers: KeyValuePairs<String, String> = [
        "init()": "ACycfc",
        "now": "3nowAC7InstantVvp",
        // The static one.
        "now": "3nowAC7InstantVvpZ",
        "sleep(until:tolerance:)": "5sleep5until9toleranceyAC7InstantV_s8DurationVSgtYaKF",
    ]

    static let dispatchTypes: [ClockType] = [
        ClockType("DispatchTime", "8Dispatch0A4TimeV", ["now()": "3nowACyFZ"]),
        ClockType("DispatchWallTime", "8Dispatch0A8WallTimeV", ["now()": "3nowACyFZ"]),
        ClockType(
            "DispatchSource", "8Dispatch0A6SourceC",
            ["makeTimerSource(flags:queue:)": "09makeTimerB05flags5queueAA0abD0_pAC0D5FlagsV_AA0A5QueueCSgtFZ"]),
        ClockType(
            "DispatchQueue", "8Dispatch0A5QueueC",
            [
                "asyncAfter(deadline:qos:flags:execute:)":
                    "10asyncAfter8deadline3qos5flags7executeyAA0A4TimeV_AA0A3QoSVAA0A13WorkItemFlagsVyyYbXLtF",
                "asyncAfter(deadline:execute:)": "10asyncAfter8deadline7executeyAA0A4TimeV_AA0A8WorkItemCtF",
                "asyncAfter(wallDeadline:qos:flags:execute:)":
                    "10asyncAfter12wallDeadline3qos5flags7executeyAA0A8WallTimeV_AA0A3QoSV"
                    + "AA0A13WorkItemFlagsVyyYbXLtF",
                "asyncAfter(wallDeadline:execute:)":
                    "10asyncAfter12wallDeadline7executeyAA0A8WallTimeV_AA0A8WorkItemCtF",
            ]),
    ]
}
