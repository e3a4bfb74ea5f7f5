import ScenarioKit
import Testing

/// Every case that a scenario can contain, in JSON, in words, and in its needs.
@Suite struct EveryCaseTests {
    private static let phone = PhoneSetup(
        zones: [Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.2), accessory: "door")],
        features: [
            Feature(name: "unlock", inside: "far", of: "door", onEntering: [0x30, 1, 1], onLeaving: [0x30, 1, 0])
        ],
        retry: RetryPolicy(
            attempts: nil, onlyOnTimeout: false, cycle: .cachedConfiguration, backOff: .seconds(1), writes: .backToBack,
            givesUpWhenStopped: true, renews: .nothing, nearEnough: .metres(10)),
        suspension: .rerun,
        shareable: ShareableSetup(
            sessionID: 0x10000, address: 0xFFFF, vector: [1, 2, 3, 4, 5, 6], interval: .milliseconds(180),
            slotDurationRSTU: 2400, slotsPerRound: 6, driftPPM: 200, preambleCode: 11, countryCode: "EU"),
        link: LinkSetup(
            profiles: [.qorvoQNIS], mtu: 23, subscribesToBoth: true, pairs: false, reconnectAttempts: 5,
            endsSessionWithLink: true),
        system: .iOS14, capabilities: PhoneCapabilities(distance: true, direction: false),
        permission: .asks(.allowOnce, after: .seconds(2)), hasPurposeString: false, backgroundModes: true,
        activeSessionsLimit: 1, runningLimit: .seconds(60), suspensionLimit: .seconds(30),
        apps: [
            App(
                identifier: "a", links: [.init(host: "h", pathPrefix: "/")], associatedDomains: ["applinks:i"],
                teamIdentifier: "T")
        ],
        sites: [
            Site(host: "i", association: .file("a/b.json")), Site(host: "j", association: .text("{}")),
            Site(host: "k", association: .none("it is down")),
        ],
        tags: TagSetup(
            model: .iPhoneSE2, looksInsideSmartPosters: true, allowsCustomSchemes: true, showsUnusableBanner: true,
            answer: .opens(after: .seconds(2)), unlock: .fails, startsLocked: true, startsWithDisplayOff: true,
            neverUnlocked: true, browserChosenFor: ["i"]),
        extendedDistance: true, extendedDistanceSessionsLimit: 1)

    static var everything: Scenario {
        Scenario(
            name: "everything", summary: "Holds every case", suite: .conformance, tags: ScenarioTag.allCases,
            covers: [.complaint(.f8), .rule(.configurationValidity), .tagRule(.b11), .tagComplaint(.n19)], phone: phone,
            always: [.expecting(.prompted, .atMost(2))],
            steps: Action.everyCase.enumerated().map {
                Step($0.element, spot: madeLine($0.offset), cause: Meaning("cause \($0.offset)", when: "link.lost"))
            }, spot: madeLine(0))
    }

    @Test func noCaseIsLeftOut() {
        #expect(Set(Action.everyCase.map(\.number)) == Set(0...36))
        #expect(Set(TagCheck.everyCase.map(\.number)) == Set(0...10))
        #expect(Set(LinkAct.everyCase.map(\.number)) == Set(0...6))
        #expect(Set(SessionAct.everyCase.map(\.number)) == Set(0...5))
        #expect(Set(SystemAct.everyCase.map(\.number)) == Set(0...13))
        #expect(Set(Tampering.everyCase.map(\.number)) == Set(0...4))
        #expect(Set(RawMessage.everyCase.map(\.number)) == Set(0...8))
        #expect(Set(Figure.everyCase.map(\.number)) == Set(0...19))
        #expect(Set(Outcome.everyCase.map(\.number)) == Set(0...39))
        #expect(Set(CompanionAct.everyCase.map(\.number)) == Set(0...18))
        #expect(Set(ScreenAct.everyCase.map(\.number)) == Set(0...5))
        #expect(Set(NetworkDisturbance.everyCase.map(\.number)) == Set(0...7))
        #expect(Set(CompanionOutcome.everyCase.map(\.number)) == Set(0...17))
        #expect(Set(KitProbe.everyCase.map(\.number)) == Set(0...8))
    }

    @Test func everyCaseIsReadBackFromJSONAsItWasWritten() throws {
        let text = ScenarioFile.text(of: Self.everything)
        let read = try ScenarioFile.scenario(from: text)
        #expect(read == Self.everything)
        #expect(ScenarioFile.text(of: read) == text)
    }

    @Test(arguments: KitProbe.everyCase) func everyProbeIsReadBackFromJSON(probe: KitProbe) throws {
        let scenario = Scenario.made(phone: PhoneSetup(shareable: ShareableSetup(probe: probe)), .connecting)
        let text = ScenarioFile.text(of: scenario)
        #expect(try ScenarioFile.scenario(from: text) == scenario)
        #expect(!text.contains("\"_"))
    }

    @Test func everyValueOfEveryCaseHasALabel() {
        #expect(!ScenarioFile.text(of: Self.everything).contains("\"_"))
    }

    @Test func everyCaseReadsDifferently() {
        func check(_ texts: [String], source: SourceLocation = #_sourceLocation) {
            #expect(Set(texts).count == texts.count, "\(texts)", sourceLocation: source)
            #expect(texts.allSatisfy { !$0.isEmpty && $0.count < 240 && !$0.contains("(\"") }, sourceLocation: source)
        }
        check(Action.everyCase.map(\.description))
        check(RawMessage.everyCase.map(\.description))
        check(Tampering.everyCase.map(\.description))
        check(Outcome.everyCase.map(\.description))
        check(Figure.everyCase.map(\.description))
        check(TagCheck.everyCase.map(\.description))
    }

    @Test func anAccessoryIsFoundInEveryCaseThatNamesOne() {
        for action in Action.everyCase where action.innerSteps.isEmpty && action.checks.isEmpty {
            switch action {
            case .system, .openNotification, .followLink, .simulateReader, .nothingElse, .turn, .companion, .screen:
                #expect(action.accessory == nil)
            case .present, .tearAway, .remove, .swap, .inspect:
                #expect(action.accessory == nil && action.tags.first == "t", "\(action)")
            case .peer, .exchange(.tokens, _, _): #expect(action.accessory == "peer" && action.tags.isEmpty)
            default: #expect(action.accessory == "door" && action.tags.isEmpty, "\(action)")
            }
        }
        for outcome in Outcome.everyCase {
            switch outcome {
            case .prompted, .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided,
                .severalTags, .readerLost, .readerBack, .companion, .screenConsole:
                #expect(outcome.accessory == nil)
            case .anyOf: #expect(outcome.accessories == ["door", "trunk"] && outcome.accessory == nil)
            default: #expect(outcome.accessory == "door", "\(outcome)")
            }
        }
    }

    @Test func alternativesAreFlat() {
        let outcome = Outcome.anyOf([.retry("door"), .anyOf([.gaveUp("trunk"), .prompted])])
        #expect(outcome.alternatives == [.retry("door"), .gaveUp("trunk"), .prompted])
        #expect(Outcome.prompted.alternatives == [.prompted])
    }

    @Test func onlyAnswersHaveAQuestionAndOnlyThePhonesMessagesALength() {
        #expect(MessageKind.allCases.filter { $0.question != nil } == [.configuration, .didStart, .didStop, .token])
        #expect(MessageKind.allCases.compactMap(\.question) == [.initialize, .shareableConfiguration, .stop, .token])
        for name in MessageKind.allCases { #expect((name.longest != nil) == name.isSentByPhone) }
        #expect(MessageKind.shareableConfiguration.longest == 36)
    }

    @Test func errorsHaveTheCodesOfTheirDomain() {
        #expect(NIErrorCode.allCases.map(\.code) == Array(-5889 ... -5880))
    }
}
