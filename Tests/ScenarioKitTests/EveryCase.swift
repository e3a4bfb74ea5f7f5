import ScenarioKit

// One value for each case of a scenario's parts. The switches below make the compiler request new cases here.

extension Action {
    static let everyCase: [Action] =
        LinkAct.everyCase.map { .link(act: $0, accessory: "door", within: .seconds(1)) }
        + SessionAct.everyCase.map { .session(act: $0, accessory: "door") }
        + SystemAct.everyCase.map { .system(act: $0) }
        + Tampering.everyCase.map { .tampering(tampering: $0, message: .stop, times: 2, steps: inner) }
        + InjectedFault.allCases.flatMap {
            [.simulate(trouble: $0, accessory: "door"), .simulating(trouble: $0, accessory: "door", steps: inner)]
        }
        + PeerAct.allCases.map { .peer(act: $0, phone: "peer") }
        + PowerAct.allCases.map { .power(change: $0, accessory: "door", within: .seconds(9)) }
        + Figure.everyCase.map {
            .require(requirement: Requirement($0, .atMost(.span(.seconds(1))), spot: madeLine(5)))
        }
        + Outcome.everyCase.map { .expecting($0) } + tagCases + companionCases
        + [
            .await(expectation: Expectation(.prompted, count: 2, within: .seconds(1), spot: madeLine(3))),
            .expect(
                expectation: Expectation(
                    .prompted, count: 0, within: .seconds(1), lasting: .seconds(1), spot: madeLine(3))),
            .nothingElse(span: .seconds(1)), .forget(accessory: "door"),
            .send(messages: RawMessage.everyCase, accessory: "door", apart: .milliseconds(5)), .exchanging, .stopping,
            .exchange(kind: .tokens, accessory: "peer", within: .seconds(1)),
            .walking(from: 5, to: 1, .entering("far", at: 3), .leaving("near", at: 2)),
            .place(accessory: "door", at: .metres(2)),
            .place(accessory: "door", at: .metres(2), seen: SeenDirection(azimuth: .degrees(-30.5))),
            .turn(by: SeenDirection(azimuth: .degrees(90), elevation: .degrees(10)), over: .seconds(2)),
            .stay(span: .seconds(1), checks: [.expecting(.prompted), requiring]),
            .tap(tag: "t", within: .seconds(1), checks: [.expecting(.opened(.nothing))]),
            .throughout(checks: [.expecting(.prompted)], steps: inner),
            .together(lanes: [Lane(inner, spot: madeLine(6)), Lane(inner, spot: madeLine(7))]),
            .repeat(times: 3, steps: inner),
        ]

    private static let tagCases: [Action] =
        ReaderFailure.allCases.flatMap { [.simulateReader(trouble: $0), .simulatingReader(trouble: $0, steps: inner)] }
        + [
            .present(tag: "t", within: .seconds(1)), .tearAway(tag: "t", answers: 1, within: .seconds(1)),
            .tearAway(tag: "t", answers: 3, within: .seconds(1)), .remove(tag: "t", within: .seconds(1)),
            .swap(tag: "t", other: "u", within: .seconds(1)),
            .hold(tag: "t", span: .seconds(1), checks: [.expecting(.tagDetected)]),
            .inspect(
                tag: "t", within: .zero, checks: TagCheck.everyCase.map { TagExpectation($0, spot: madeLine(4)) }),
            .openNotification(within: .seconds(1)), .followLink(url: "https://example.com"),
        ]

    private static let companionCases: [Action] =
        CompanionAct.everyCase.map { .companion(act: $0, companion: "pad") }
        + ScreenAct.everyCase.map { .screen(act: $0, screen: "tv") }
        + NetworkDisturbance.everyCase.map { .troubling(network: $0, steps: inner) }

    private static let inner = [
        Step(.forget(accessory: "door"), spot: madeLine(8), cause: Meaning("it means that", when: "link.lost"))
    ]
    private static let requiring = Check.require(
        requirement: Requirement(
            .latency(message: .didStop, accessory: "door"), percentile: 95, .atMost(.span(.seconds(1))),
            spot: madeLine(9), cause: Meaning("it is slow", when: .limitMissed)))

    /// The number of the case.
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
        case .turn: 32
        case .peer: 33
        case .companion: 34
        case .screen: 35
        case .troubling: 36
        }
    }
}

extension CompanionAct {
    static let everyCase: [CompanionAct] = [
        .offer, .leave, .install, .uninstall, .launch, .showView, .background, .resume, .kill, .quit, .impersonate,
        .beItself, .losePath, .regainPath, .play(moves: 3, apart: .milliseconds(20)), .send(type: 4, payload: [1, 2]),
        .announce(length: 9), .begin(type: 1, payload: [5, 6], bytes: 9), .rename(shownAs: "Other"),
    ]

    var number: Int {
        switch self {
        case .offer: 0
        case .leave: 1
        case .install: 2
        case .uninstall: 3
        case .launch: 4
        case .showView: 5
        case .background: 6
        case .resume: 7
        case .kill: 8
        case .quit: 9
        case .impersonate: 10
        case .beItself: 11
        case .play: 12
        case .send: 13
        case .announce: 14
        case .begin: 17
        case .rename: 18
        case .losePath: 15
        case .regainPath: 16
        }
    }
}

extension ScreenAct {
    static let everyCase: [ScreenAct] = [
        .openPicker(service: "game", platforms: [.iOS, .watchOS]), .pick(name: "Pad"), .leavePicker, .cancel,
        .send(type: 2, payload: [7], times: 3, apart: .milliseconds(5)), .goOn,
    ]

    var number: Int {
        switch self {
        case .openPicker: 0
        case .pick: 1
        case .leavePicker: 2
        case .cancel: 3
        case .send: 4
        case .goOn: 5
        }
    }
}

extension NetworkDisturbance {
    static let everyCase: [NetworkDisturbance] = [
        .delayed(by: .milliseconds(200)), .losing(permille: 50), .reordering(permille: 10), .cableOut,
        .withoutIPv4, .withoutIPv6, .secondCable, .silence,
    ]

    var number: Int {
        switch self {
        case .delayed: 0
        case .losing: 1
        case .reordering: 2
        case .cableOut: 3
        case .withoutIPv4: 4
        case .withoutIPv6: 5
        case .secondCable: 6
        case .silence: 7
        }
    }
}

extension LinkAct {
    static let everyCase: [LinkAct] =
        [
            .find, .subscribe, .pair, .identify(reading: nil, console: nil), .disconnect,
            .identify(reading: HashPlace(service: "FFF0", characteristic: "FFF1"), console: nil),
            .identify(reading: nil, console: .smp),
        ]
        + ChannelStage.allCases.map { .connect(upTo: $0) }
        + ReadExpectation.allCases.map { .read(value: .backgroundConfiguration, expecting: $0) }

    var number: Int {
        switch self {
        case .find: 0
        case .connect: 1
        case .subscribe: 2
        case .pair: 3
        case .read: 4
        case .disconnect: 5
        case .identify: 6
        }
    }
}

extension SessionAct {
    static let everyCase: [SessionAct] =
        [.begin(kind: .configuration), .begin(kind: .tokens), .run, .pause, .invalidate(), .suspend, .resume]
        + NIErrorCode.allCases.map { .invalidate(error: $0) }

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
            [.display(on: $0), .airplane(on: $0), .camera(on: $0), .wallet(on: $0), .readerSession(on: $0)]
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
        TagPlatformName.allCases.map { .platform(platform: $0) } + TagLockState.allCases.map { .state(state: $0) }
        + FindingLevel.allCases.map { .noFindings(level: $0) } + [
            .chip(chip: "NTAG215"), .capacity(bytes: 100), .free(bytes: 0), .free(bytes: 40),
            .link(url: "https://example.com"), .linkHost(host: "example.com"), .firstRecordIsLink, .records(count: 1),
            .records(count: 2), .opens(destination: .browser), .opens(destination: .app("a"), path: "/x"),
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
        .withhold, .delay(span: .milliseconds(250)), .repeat(times: 2), .cut(to: 0), .corrupt(byte: 0, xor: 0x80),
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
        .latency(message: .configuration, accessory: "door"), .connection(accessory: "door"),
        .exchange(accessory: "door"), .firstFix(accessory: "door"),
        .updateRate(accessory: "door"), .availability(accessory: "door"), .bias(accessory: "door"),
        .standardDeviation(accessory: "door"), .detectedToRouted, .readCommands,
        .directionAvailability(accessory: "door"), .angleBias(plane: .azimuth, accessory: "door"),
        .angleDeviation(plane: .elevation, accessory: "door"),
        .toldDistance(report: .qorvo, accessory: "door"), .toldError(report: .nxp, accessory: "door"),
        .toldRate(report: .known, accessory: "door"),
        .reaction(feature: "unlock", on: true, report: .message(beginning: [0x31]), accessory: "door"),
        .peerBias(phone: "peer"), .disagreement(phone: "peer"),
        .ofScreen(measure: .frameRoundTrip, companion: "pad"),
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
        case .toldDistance: 10
        case .toldError: 11
        case .toldRate: 12
        case .reaction: 13
        case .directionAvailability: 14
        case .angleBias: 15
        case .angleDeviation: 16
        case .peerBias: 17
        case .disagreement: 18
        case .ofScreen: 19
        }
    }
}
