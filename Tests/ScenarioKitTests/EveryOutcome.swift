import ScenarioKit

extension Outcome {
    /// One value for each case. The switch below makes the compiler request new cases here.
    static let everyCase: [Outcome] =
        MessageKind.allCases.flatMap { [.received($0, from: "door"), .sent($0, to: "door")] }
        + RemovalReason.allCases.map { .removed("door", reason: $0) }
        + CompanionOutcome.everyCase.map { .companion("pad", $0) }
        + NIErrorCode.allCases.map { .invalidated("door", code: $0) }
        + [
            .found("door"), .connected("door"), .disconnected("door"), .encrypted("door"), .paired("door"),
            .pairingFailed("door"), .parametersRequested("door", acceptable: true),
            .parametersRequested("door", acceptable: false), .writeRefused("door"), .ranging("door"),
            .direction(of: "door"), .retry("door"), .gaveUp("door"),
            .gaveUp("door", because: .tooFar), .invalidated("door"), .suspended("door"),
            .suspensionEnded("door"), .prompted, .kitMeasured("door"), .addressClash("door"),
            .entered("far", "door"), .left("far", "door"),
            .zoneChange("door"), .feature("unlock", on: true, of: "door"), .feature("unlock", on: false, of: "door"),
            .opened(.app("a")), .opened(.app("a"), path: "/x"), .opened(.browser), .opened(.handler("tel")),
            .opened(.nothing), .console(of: "door", containing: "started"),
            .screenConsole(of: "tv", containing: "ready"),
            .reported(.line("UWB started"), by: "door"), .reported(.message(beginning: [0x31, 1]), by: "door"),
            .reported(.distance(.qorvo), by: "door"),
            .reported(.distance(.sent(field: MessageField(of: 0x32, at: 1, width: 2, .centimetres))), by: "door"),
            .notified(), .notified(.browser), .delivered(to: .browser), .delivered(to: .app("a"), url: "https://a"),
            .delivered(to: .app("a"), records: .empty), .delivered(to: .app("a"), records: 1),
            .delivered(to: .app("a"), url: "https://a", records: 2), .delivered(to: .app("a"), as: .nothing),
            .delivered(to: .browser, as: .url), .delivered(to: .app("a"), as: .browsingWeb),
            .delivered(
                to: .app("a"),
                records: [
                    .uri("https://a", id: "x"), .text("a", language: "en"), RecordPattern(tnf: .unknown, id: ""),
                ]),
            .delivered(to: .app("a"), records: [.media("a/b", payload: [1]), .external("a:b")]), .tagDetected, .tagGone,
            .tagUnreadable,
            .decided(by: .b11), .severalTags, .readerLost, .readerBack,
            .anyOf([.retry("door"), .anyOf([.gaveUp("trunk"), .prompted])]),
        ]

    var number: Int {
        switch self {
        case .found: 0
        case .connected: 1
        case .disconnected: 2
        case .encrypted: 3
        case .paired: 4
        case .pairingFailed: 5
        case .parametersRequested: 6
        case .writeRefused: 7
        case .received: 8
        case .sent: 9
        case .ranging: 10
        case .direction: 11
        case .removed: 12
        case .retry: 13
        case .gaveUp: 14
        case .invalidated: 15
        case .suspended: 16
        case .suspensionEnded: 17
        case .prompted: 18
        case .kitMeasured: 19
        case .entered: 20
        case .left: 21
        case .zoneChange: 22
        case .feature: 23
        case .opened: 24
        case .console: 25
        case .anyOf: 26
        case .addressClash: 27
        case .notified: 28
        case .delivered: 29
        case .tagDetected: 30
        case .tagGone: 31
        case .tagUnreadable: 32
        case .decided: 33
        case .severalTags: 34
        case .readerLost: 35
        case .readerBack: 36
        case .reported: 37
        case .companion: 38
        case .screenConsole: 39
        }
    }
}
