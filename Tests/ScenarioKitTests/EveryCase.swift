import ScenarioKit

// One value for each case of what scenarios are made of. The switches below make the compiler ask for new cases here.

extension Action {
    static let everyCase: [Action] =
        LinkAct.everyCase.map { .link($0, "door", within: .seconds(1)) }
        + SessionAct.everyCase.map { .session($0, "door") } + SystemAct.everyCase.map { .system($0) }
        + Tampering.everyCase.map { .tampering($0, with: .stop, times: 2, steps: inner) }
        + SimulatedTrouble.allCases.flatMap {
            [.simulate($0, of: "door"), .simulating($0, of: "door", steps: inner)]
        }
        + PowerAct.allCases.map { .power($0, "door", within: .seconds(9)) }
        + Figure.everyCase.map { .require(Requirement($0, .atMost(.span(.seconds(1))), spot: madeLine(5))) }
        + Outcome.everyCase.map { .expecting($0) } + tagCases
        + [
            .await(expectation: Expectation(.prompted, count: 2, within: .seconds(1), spot: madeLine(3))),
            .expect(
                Expectation(.prompted, count: 0, within: .seconds(1), lasting: .seconds(1), spot: madeLine(3))),
            .nothingElse(span: .seconds(1)), .forget("door"),
            .send(RawMessage.everyCase, to: "door", apart: .milliseconds(5)), .exchanging, .stopping,
            .walking(from: 5, to: 1, .entering("far", at: 3), .leaving("near", at: 2)), .place("door", at: .metres(2)),
            .stay(.seconds(1), checks: [.expecting(.prompted), requiring]),
            .tap("t", within: .seconds(1), checks: [.expecting(.opened(.nothing))]),
            .throughout([.expecting(.prompted)], steps: inner),
            .together([Lane(inner, spot: madeLine(6)), Lane(inner, spot: madeLine(7))]), .repeat(3, steps: inner),
        ]

    private static let tagCases: [Action] =
        ReaderTrouble.allCases.flatMap { [.simulateReader($0), .simulatingReader($0, steps: inner)] } + [
            .present("t", within: .seconds(1)), .tearAway("t", after: 1, within: .seconds(1)),
            .tearAway("t", after: 3, within: .seconds(1)), .remove("t", within: .seconds(1)),
            .swap("t", for: "u", within: .seconds(1)), .hold("t", for: .seconds(1), checks: [.expecting(.tagDetected)]),
            .inspect(
                "t", within: .seconds(1), checks: TagCheck.everyCase.map { TagExpectation($0, spot: madeLine(4)) }),
            .openNotification(within: .seconds(1)), .followLink("https://example.com"),
        ]

    private static let inner = [Step(.forget("door"), spot: madeLine(8), cause: "it means that")]
    private static let requiring = Check.require(
        Requirement(
            .latency(.didStop, of: "door"), percentile: 95, .atMost(.span(.seconds(1))), spot: madeLine(9),
            cause: "it is slow"))

    /// Which case it is.
    var number: Int {
        switch self {
        case .link: 0
        case .forget: 1
        case .send: 2
        case .exchange: 3
        case .stop: 4
        case .session: 5
        case .system: 6
        case .walk: 7
        case .place: 8
        case .power: 9
        case .stay: 10
        case .tap: 11
        case .simulate: 12
        case .expect: 13
        case .require: 14
        case .tampering: 15
        case .simulating: 16
        case .throughout: 17
        case .together: 18
        case .repeat: 19
        case .present: 20
        case .tearAway: 21
        case .remove: 22
        case .swap: 23
        case .hold: 24
        case .inspect: 25
        case .openNotification: 26
        case .followLink: 27
        case .simulateReader: 28
        case .simulatingReader: 29
        case .await: 30
        case .nothingElse: 31
        }
    }
}

extension LinkAct {
    static let everyCase: [LinkAct] =
        [.find, .subscribe, .pair, .disconnect] + ChannelStage.allCases.map { .connect(upTo: $0) }
        + ReadExpectation.allCases.map { .read(.backgroundConfiguration, expecting: $0) }

    var number: Int {
        switch self {
        case .find: 0
        case .connect: 1
        case .subscribe: 2
        case .pair: 3
        case .read: 4
        case .disconnect: 5
        }
    }
}

extension SessionAct {
    static let everyCase: [SessionAct] =
        [.begin(.configuration), .run, .pause, .invalidate(), .suspend, .resume]
        + NIErrorCode.allCases.map { .invalidate($0) }

    var number: Int {
        switch self {
        case .begin: 0
        case .run: 1
        case .pause: 2
        case .invalidate: 3
        case .suspend: 4
        case .resume: 5
        }
    }
}

extension SystemAct {
    static let everyCase: [SystemAct] =
        [.background, .foreground, .lock, .unlock, .relaunch, .restart, .quit, .launch]
        + [true, false].flatMap {
            [.display($0), .airplane($0), .camera($0), .wallet($0), .readerSession($0)]
        }
        + PermissionSetting.allCases.map { .changePermission(to: $0) }

    var number: Int {
        switch self {
        case .background: 0
        case .foreground: 1
        case .lock: 2
        case .unlock: 3
        case .relaunch: 4
        case .changePermission: 5
        case .display: 6
        case .airplane: 7
        case .camera: 8
        case .wallet: 9
        case .readerSession: 10
        case .restart: 11
        case .quit: 12
        case .launch: 13
        }
    }
}

extension TagCheck {
    static let everyCase: [TagCheck] =
        TagPlatformName.allCases.map { .platform($0) } + TagLockState.allCases.map { .state($0) }
        + FindingLevel.allCases.map { .noFindings(upTo: $0) } + [
            .chip("NTAG215"), .capacity(atLeast: 100), .free(atLeast: 0), .free(atLeast: 40),
            .link("https://example.com"), .linkHost("example.com"), .firstRecordIsLink, .records(1), .records(2),
            .opens(.browser), .opens(.app("a"), path: "/x"),
        ]

    var number: Int {
        switch self {
        case .platform: 0
        case .chip: 1
        case .capacity: 2
        case .free: 3
        case .state: 4
        case .link: 5
        case .linkHost: 6
        case .firstRecordIsLink: 7
        case .records: 8
        case .opens: 9
        case .noFindings: 10
        }
    }
}

extension NearbyPermission {
    static let everyCase: [NearbyPermission] =
        [.allowed, .denied] + PermissionAnswer.allCases.map { .asks($0, after: .seconds(1)) }
}

extension Tampering {
    static let everyCase: [Tampering] = [
        .withhold, .delay(by: .milliseconds(250)), .repeat(times: 2), .cut(to: 0), .corrupt(byte: 0, xor: 0x80),
    ]

    var number: Int {
        switch self {
        case .withhold: 0
        case .delay: 1
        case .repeat: 2
        case .cut: 3
        case .corrupt: 4
        }
    }
}

extension RawMessage {
    static let everyCase: [RawMessage] = [
        .initialize, .shareableConfiguration, .newShareableConfiguration, .stop, .bytes([0x0B, 0xFF]),
        .cut(.shareableConfiguration, to: 12), .padded(.initialize, by: 3),
        .corrupted(.cut(.stop, to: 1), byte: 0, xor: 0x01), .everyCut(of: .newShareableConfiguration),
    ]

    var number: Int {
        switch self {
        case .initialize: 0
        case .shareableConfiguration: 1
        case .newShareableConfiguration: 2
        case .stop: 3
        case .bytes: 4
        case .cut: 5
        case .padded: 6
        case .corrupted: 7
        case .everyCut: 8
        }
    }
}

extension KitProbe {
    static let everyCase: [KitProbe] = [
        .swappedSessionID, .shortSessionID(bytes: 2), .swappedPhoneAddress, .swappedAccessoryAddress,
        .previousAccessoryAddress, .reversedVector, .interval(.milliseconds(200)), .slotDuration(rstu: 2400), .sameRole,
    ]

    var number: Int {
        switch self {
        case .swappedSessionID: 0
        case .shortSessionID: 1
        case .swappedPhoneAddress: 2
        case .swappedAccessoryAddress: 3
        case .previousAccessoryAddress: 4
        case .reversedVector: 5
        case .interval: 6
        case .slotDuration: 7
        case .sameRole: 8
        }
    }
}

extension Figure {
    static let everyCase: [Figure] = [
        .latency(.configuration, of: "door"), .connection(of: "door"), .exchange(of: "door"), .firstFix(of: "door"),
        .updateRate(of: "door"), .availability(of: "door"), .bias(of: "door"), .standardDeviation(of: "door"),
        .detectedToRouted, .readCommands,
    ]

    var number: Int {
        switch self {
        case .latency: 0
        case .connection: 1
        case .exchange: 2
        case .firstFix: 3
        case .updateRate: 4
        case .availability: 5
        case .bias: 6
        case .standardDeviation: 7
        case .detectedToRouted: 8
        case .readCommands: 9
        }
    }
}
