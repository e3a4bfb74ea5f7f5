import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing

/// A way in which an accessory misbehaves, with the expected report.
struct Misbehaviour: CustomTestStringConvertible, Sendable {
    let defect: Defect
    let scenario: Scenario
    let expected: String
    let seen: String
    let link: LinkID

    init(
        _ defect: Defect, in scenario: Scenario, expected: String, seen: String, link: LinkID = .bluetooth("door")
    ) {
        self.defect = defect
        self.scenario = scenario
        self.expected = expected
        self.seen = seen
        self.link = link
    }

    var testDescription: String { "\(defect.rawValue) in \(scenario.name)" }

    private static let exchange = "exchange configuration with door within 5.00 s"
    private static let protocolKept = "door follows the protocol"
    private static let linkKept = "the link to door stays up"
    private static let neverSaid = "the accessory did not report that ranging started"
    private static let shareable = "shareable configuration data of 30 bytes for UWB 1.1"
    private static let connect = "connect to door within 5.00 s"

    static let all = messages + ranging + links

    /// The defects in the table, without duplicates.
    static let defects = Defect.allCases.filter { defect in all.contains { $0.defect == defect } }

    private static let messages = [
        Misbehaviour(
            .ignoresInitialize, in: .named("fullFlow"), expected: exchange,
            seen: "no accessory configuration data came in 5.00 s"),
        Misbehaviour(
            .ignoresInitialize, in: .named("configurationExchange"),
            expected: "exchange configuration with door within 5.00 s",
            seen: "no accessory configuration data came in 5.00 s"),
        Misbehaviour(
            .answersTwice, in: .named("fullFlow"), expected: protocolKept,
            seen: "accessory configuration data without a request, or sent twice (byte 0)"),
        Misbehaviour(
            .echoesWrites, in: .named("fullFlow"), expected: protocolKept,
            seen: "accessory message: the accessory sent 0x0a, initialize, which only the phone may send (byte 0)"),
        Misbehaviour(
            .shortConfiguration, in: .named("fullFlow"), expected: protocolKept,
            seen: "accessory configuration data: the clock drift needs 2 bytes, of which 1 are there (byte 37)"),
        Misbehaviour(
            .longConfiguration, in: .named("fullFlow"), expected: protocolKept,
            seen: "accessory configuration data: UWB configuration length is 21, but 22 bytes follow (byte 16)"),
        Misbehaviour(
            .emptyAnswer, in: .named("fullFlow"), expected: protocolKept,
            seen: "accessory message: the accessory's message is empty (byte 0)"),
        Misbehaviour(
            .ignoresStop, in: .named("fullFlow"), expected: "stop door within 10.00 s",
            seen: "no message that ranging stopped within 10.00 s"),
    ]

    private static let ranging = [
        Misbehaviour(
            .neverStarts, in: .named("fullFlow"), expected: exchange,
            seen: "\(neverSaid) after \(shareable); it was removed once in 5.00 s"),
        Misbehaviour(
            .neverStarts, in: .named("timeoutAndRetry"), expected: "exchange configuration with door within 10.00 s",
            seen: "\(neverSaid) after \(shareable); it was removed 2 times, and the phone gave up"),
        Misbehaviour(
            .neverStarts, in: .named("configurationExchange"),
            expected: "exchange configuration with door within 5.00 s",
            seen: "\(neverSaid) after \(shareable); it was removed once in 5.00 s"),
        Misbehaviour(
            .saysItStarts, in: .named("fullFlow"), expected: "distances to door during the walk",
            seen: "door reported that ranging started; 15 rounds: 15 without an answer (RX timeout)",
            link: .kit),
        Misbehaviour(
            .saysItStarts, in: .named("timeoutAndRetry"), expected: "door removed (timeout) never",
            seen: "door reported that ranging started; 15 rounds: 15 without an answer (RX timeout)",
            link: .kit),
        Misbehaviour(
            .saysItStarts, in: .named("configurationExchange"),
            expected: "measurement of door at least 3 times within 3.00 s",
            seen: "it did not happen; door reported that ranging started; 15 rounds: 15 without an answer (RX timeout)",
            link: .kit),
    ]

    private static let links = [
        Misbehaviour(
            .hangsUpOnConnection, in: .named("fullFlow"), expected: linkKept,
            seen: "it went down: the accessory hung up while the data channel was set up"),
        Misbehaviour(
            .hangsUpOnInitialize, in: .named("fullFlow"), expected: linkKept,
            seen: "it went down: the accessory hung up after the phone sent initialize"),
        Misbehaviour(
            .hangsUpOnConfigureAndStart, in: .named("fullFlow"), expected: linkKept,
            seen: "it went down: the accessory hung up after the phone sent shareableConfiguration"),
        Misbehaviour(
            .hangsUpOnConfigureAndStart, in: .named("timeoutAndRetry"), expected: linkKept,
            seen: "it went down: the accessory hung up after the phone sent shareableConfiguration"),
        Misbehaviour(
            .hangsUpWhileRanging, in: .named("fullFlow"), expected: linkKept,
            seen: "it went down: the accessory hung up while it ranged"),
        Misbehaviour(
            .hangsUpOnStop, in: .named("fullFlow"), expected: linkKept,
            seen: "it went down: the accessory hung up after the phone sent stop"),
        Misbehaviour(
            .doesNotAdvertise, in: .named("fullFlow"), expected: connect,
            seen: "door did not advertise within 5.00 s"),
        Misbehaviour(
            .wrongService, in: .named("fullFlow"), expected: connect,
            seen: "the accessory offers no service of Nordic UART or Qorvo QNIS; it offers 1800, 180F"),
        Misbehaviour(
            .ignoresRequests, in: .named("fullFlow"), expected: connect,
            seen: "accepted the connection, but did not answer the data channel's first request"),
    ]
}

struct MisbehavingAccessoryTests {
    @Test("An accessory that misbehaves fails, and the failure names the cause", arguments: Misbehaviour.all)
    func named(misbehaviour: Misbehaviour) throws {
        let played = play(misbehaviour.scenario, defects: [misbehaviour.defect])
        let reason = played.summary.reason ?? ""
        #expect(played.summary.verdict == .failed, "\(reason)")
        let failure = try #require(played.failure)
        #expect(failure.expected.hasPrefix(misbehaviour.expected))
        #expect(failure.seen.contains(misbehaviour.seen))
        #expect(failure.link == misbehaviour.link)
        #expect(failure.spot.file == misbehaviour.scenario.spot.file)
        #expect(failure.spot.line > misbehaviour.scenario.spot.line)
        #expect(!failure.lastFrames.isEmpty)
        #expect(played.wholeTime < .seconds(25))
        #expect(!played.entries.isLinkLeftUp)
    }

    @Test("No two defects together are passed, or laid at the rig's door", arguments: Misbehaviour.defects)
    func together(defect: Defect) {
        for other in Misbehaviour.defects where other.rawValue > defect.rawValue {
            let played = play(.named("fullFlow"), defects: [defect, other])
            #expect(played.summary.verdict == .failed, "with \(other): \(played.summary.reason ?? "")")
            #expect(played.wholeTime < .seconds(25))
        }
    }

    @Test("An accessory that hangs up at any point fails, until the rig itself ends the link")
    func hangsUpAnywhere() {
        let receptions = play(.named("fullFlow")).receptions
        var ends = 0
        for place in stride(from: 0, to: receptions, by: 2) {
            var isConnected = false
            let played = play(
                .named("fullFlow"),
                through: { links in
                    BentLinks(
                        links,
                        instead: { number in
                            guard number == place, isConnected else { return nil }
                            ends += 1
                            return .arrival(
                                Arrival(.bluetooth(.door, .disconnected(.supervisionTimeout)), at: links.now))
                        },
                        incoming: { reception in
                            if case .arrival(let arrival) = reception, case .bluetooth(_, .connected) = arrival.inbound
                            {
                                isConnected = true
                            }
                            return reception
                        })
                })
            let summary = played.summary
            if summary.verdict == .passed {
                // Before the connection nothing had happened; at the last step the rig requested the loss.
                #expect(!isConnected || place >= receptions - 2 || place < 20, "at \(place)")
            } else {
                #expect(summary.verdict == .failed, "at \(place): \(summary.reason ?? "")")
                #expect(played.failure?.expected == "the link to door stays up", "at \(place)")
                #expect(played.failure?.seen.hasPrefix("it went down: supervision timeout ") == true, "at \(place)")
            }
        }
        #expect(ends > 50)
    }
}
