extension Clocks {
    /// Foundation as it is built here: the essentials declare `Date`, the rest adds timers, threads and the NS classes.
    static let foundationTypes: [ClockType] = essentialTypes + formattingTypes + objectTypes

    private static let essentialTypes: [ClockType] = [
        ClockType(
            "Date", "20FoundationEssentials4DateV",
            [
                "init()": "ACycfc",
                "now": "3nowACvpZ",
                "init(timeIntervalSinceNow:)": "20timeIntervalSinceNowACSd_tcfc",
                "timeIntervalSinceNow": "20timeIntervalSinceNowSdvp",
                "timeIntervalSinceReferenceDate": "026timeIntervalSinceReferenceC0SdvpZ",
            ]),
        ClockType("DateInterval", "20FoundationEssentials12DateIntervalV", ["init()": "ACycfc"]),
        ClockType(
            "Calendar", "20FoundationEssentials8CalendarV",
            [
                "isDateInToday(_:)": "13isDateInTodayySbAA0E0VF",
                "isDateInTomorrow(_:)": "16isDateInTomorrowySbAA0E0VF",
                "isDateInYesterday(_:)": "17isDateInYesterdayySbAA0E0VF",
            ]),
        ClockType(
            "TimeZone", "20FoundationEssentials8TimeZoneV",
            ["nextDaylightSavingTimeTransition": "018nextDaylightSavingC10TransitionAA4DateVSgvp"]),
        ClockType(
            "ProcessInfo", "20FoundationEssentials11ProcessInfoC", ["systemUptime": "12systemUptimeSdvp"]),
    ]

    /// Styles that say "in 5 minutes": they take the present from the clock when they format.
    private static let formattingTypes: [ClockType] = [
        ClockType(
            "Date.RelativeFormatStyle", "20FoundationEssentials4DateV0A20InternationalizationE19RelativeFormatStyleV",
            [
                "init(presentation:…)":
                    "12presentation05unitsG06locale8calendar21capitalizationContextA2F12PresentationV_"
                    + "AF05UnitsG0VAA6LocaleVAA8CalendarVAD0fg14CapitalizationM0Vtcfc"
            ]),
        ClockType(
            "FormatStyle", "20FoundationEssentials11FormatStyleP",
            [
                "relative(presentation:unitsStyle:)":
                    "0A20InternationalizationAA4DateVADE08RelativecD0VRszrlE8relative12presentation05unitsD0"
                    + "A2H12PresentationV_AH05UnitsD0VtFZ"
            ]),
    ]

    private static let objectTypes: [ClockType] = [
        ClockType(
            "Timer", "10Foundation5TimerC",
            [
                "init(timeInterval:repeats:block:)": "12timeInterval7repeats5blockACSd_SbyACYbctcfc",
                "init(fire:interval:repeats:block:)":
                    "4fire8interval7repeats5blockAC0A10Essentials4DateV_SdSbyACYbctcfc",
                "scheduledTimer(withTimeInterval:repeats:block:)":
                    "09scheduledB016withTimeInterval7repeats5blockACSd_SbyACYbctFZ",
            ]),
        ClockType(
            "Thread", "10Foundation6ThreadC",
            [
                "sleep(forTimeInterval:)": "5sleep15forTimeIntervalySd_tFZ",
                "sleep(until:)": "5sleep5untily0A10Essentials4DateV_tFZ",
            ]),
        ClockType(
            "NSDate", "10Foundation6NSDateC",
            [
                "init()": "ACycfc",
                "init(timeIntervalSinceNow:)": "20timeIntervalSinceNowACSd_tcfc",
                "timeIntervalSinceNow": "20timeIntervalSinceNowSdvp",
                "timeIntervalSinceReferenceDate": "30timeIntervalSinceReferenceDateSdvpZ",
            ]),
        ClockType("NSDateInterval", "10Foundation14NSDateIntervalC", ["init()": "ACycfc"]),
        ClockType(
            "NSCalendar", "10Foundation10NSCalendarC",
            [
                "isDateInToday(_:)": "13isDateInTodayySb0A10Essentials0D0VF",
                "isDateInTomorrow(_:)": "16isDateInTomorrowySb0A10Essentials0D0VF",
                "isDateInYesterday(_:)": "17isDateInYesterdayySb0A10Essentials0D0VF",
            ]),
        ClockType(
            "NSTimeZone", "10Foundation10NSTimeZoneC",
            [
                "secondsFromGMT": "14secondsFromGMTSivp",
                "abbreviation": "12abbreviationSSSgvp",
                "isDaylightSavingTime": "20isDaylightSavingTimeSbvp",
                "daylightSavingTimeOffset": "24daylightSavingTimeOffsetSdvp",
                "nextDaylightSavingTimeTransition":
                    "32nextDaylightSavingTimeTransition0A10Essentials4DateVSgvp",
            ]),
    ]

    /// A Foundation that declares `Date` itself, without the essentials: other module, other manglings.
    static let ownFoundationTypes: [ClockType] = [
        ClockType(
            "Date", "10Foundation4DateV",
            [
                "init()": "ACycfc",
                "now": "3nowACvpZ",
                "init(timeIntervalSinceNow:)": "20timeIntervalSinceNowACSd_tcfc",
                "timeIntervalSinceNow": "20timeIntervalSinceNowSdvp",
                "timeIntervalSinceReferenceDate": "026timeIntervalSinceReferenceB0SdvpZ",
            ]),
        ClockType("ProcessInfo", "10Foundation11ProcessInfoC", ["systemUptime": "12systemUptimeSdvp"]),
    ]

    /// Functions whose date is the present unless another is given.
    static let defaultingTypes: [ClockType] = [
        ClockType(
            "TimeZone", "20FoundationEssentials8TimeZoneV",
            [
                "secondsFromGMT(for:)": "14secondsFromGMT3forSiAA4DateV_tF",
                "abbreviation(for:)": "12abbreviation3forSSSgAA4DateV_tF",
                "isDaylightSavingTime(for:)": "016isDaylightSavingC03forSbAA4DateV_tF",
                "daylightSavingTimeOffset(for:)": "014daylightSavingC6Offset3forSdAA4DateV_tF",
            ])
    ]
}
