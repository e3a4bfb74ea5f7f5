import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// The effect of a bench's fault words on outgoing messages, observed on the wire, and the accessory's reaction.
struct TamperingWordTests {
    /// Returns the writes of a message in a run, each with its instant and bytes.
    private func writes(_ message: MessageKind, in played: Played) -> [(at: Instant, bytes: [UInt8])] {
        played.entries.compactMap { entry in
            guard let bytes = entry.message(to: .door), message.isName(of: bytes) else { return nil }
            return (entry.instant, bytes)
        }
    }

    private func started(_ text: String, in played: Played) -> Instant? {
        played.entries.first { entry in
            if case .stepStarted(let step) = entry.event { step.text.hasPrefix(text) } else { false }
        }?.instant
    }

    /// Returns a scenario whose phone retries, with a block in which one message is corrupted.
    private func scenario(_ word: () -> any Word) -> Scenario {
        let block = word().step
        return Scenario(
            name: "spoilt", summary: "Spoils a message", phone: PhoneSetup(rangingTimeout: .seconds(2)),
            steps: [Connect(.door, within: .seconds(5)).step, block], spot: block.spot)
    }

    @Test("A lost initialize never leaves; the next one does")
    func losingInitialize() {
        let played = play(
            scenario {
                Losing(.initialize, times: 1) {
                    Begin(.configuration, with: .door)
                    Stay(.seconds(1)) { Expect(.received(.configuration, from: .door), count: 0) }
                    Exchange(.configuration, with: .door, within: .seconds(2))
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(writes(.initialize, in: played).count == 1)
    }

    @Test("The session notices a lost configureAndStart, and its retry gets through")
    func losingConfigure() {
        let played = play(
            scenario {
                Losing(.shareableConfiguration, times: 1) {
                    Exchange(.configuration, with: .door, within: .seconds(9))
                    Expect(.retry(.door), count: 1)
                    Expect(.sent(.shareableConfiguration, to: .door), count: 1)
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(writes(.shareableConfiguration, in: played).count == 1)
    }

    @Test("A lost stop leaves the accessory ranging until the end of the run")
    func losingStop() {
        let played = play(
            scenario {
                Losing(.stop, times: 1) {
                    Exchange(.configuration, with: .door, within: .seconds(2))
                    Stop(.door, within: .seconds(1))
                }
            })
        #expect(played.failure?.expected == "stop door within 1.00 s")
        #expect(!played.entries.isRangingLeftOn)
    }

    @Test("A delayed message leaves late by the given span, and once", arguments: [MessageKind.initialize, .stop])
    func delaying(message: MessageKind) throws {
        let delay = Lapse.milliseconds(700)
        let played = play(
            scenario {
                Delaying(message, by: delay, times: 1) {
                    Exchange(.configuration, with: .door, within: .seconds(5))
                    Stop(.door, within: .seconds(5))
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        let step = try #require(started(message == .initialize ? "exchange" : "stop", in: played))
        #expect(writes(message, in: played).first.map { $0.at - step } == delay)
        #expect(writes(message, in: played).count == 1)
    }

    @Test("A delayed configureAndStart leaves late by the same span after its session's callback")
    func delayingConfigure() throws {
        let played = play(
            scenario {
                Delaying(.shareableConfiguration, by: .milliseconds(900), times: 1) {
                    Exchange(.configuration, with: .door, within: .seconds(5))
                    Expect(.retry(.door), count: 0)
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        let generated = try #require(
            played.entries.first {
                $0.report(on: .bluetooth("door"))?.kind == "didGenerateShareableConfigurationData"
            })
        #expect(
            writes(.shareableConfiguration, in: played).first.map { $0.at - generated.instant } == .milliseconds(900))
    }

    @Test("A doubled message leaves the given number of times, with the same bytes each time")
    func doubling() throws {
        let played = play(
            scenario {
                Doubling(.stop, copies: 3, times: 1) {
                    Exchange(.configuration, with: .door, within: .seconds(5))
                    Stop(.door, within: .seconds(5))
                    Stay(.seconds(1)) { Expect(.received(.didStop, from: .door), count: .atLeast(1)) }
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(writes(.stop, in: played).map(\.bytes) == [[0x0C], [0x0C], [0x0C]])
        let answered = played.entries.count { $0.message(from: .door) == [0x03] }
        #expect(answered == 3)
    }

    @Test("A cut message leaves with its first bytes, and starts nothing", arguments: [1, 5, 6, 20, 30])
    func cutting(length: Int) throws {
        let played = play(
            scenario {
                Cutting(.shareableConfiguration, to: length, times: 1) {
                    Exchange(.configuration, with: .door, within: .seconds(9))
                    Expect(.retry(.door), count: 1)
                    Expect(.received(.didStart, from: .door), count: 1)
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        let bytes = writes(.shareableConfiguration, in: played).map(\.bytes)
        #expect(bytes.map(\.count) == [length, 31])
        #expect(Array(bytes[0].prefix(6)) == Array(bytes[1].prefix(min(6, length))))
    }

    @Test("A corrupted message differs only in the bits of the mask")
    func corrupting() throws {
        func sent(_ block: () -> any Word) -> [[UInt8]] {
            writes(.shareableConfiguration, in: play(scenario(block))).map(\.bytes)
        }
        // The same seed generates the same data.
        let whole = sent { Repeat(1) { Exchange(.configuration, with: .door, within: .seconds(9)) } }
        let spoilt = sent {
            Corrupting(.shareableConfiguration, byte: 5, xor: 0x40, times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(9))
            }
        }
        var expected = try #require(whole.first)
        expected[5] ^= 0x40
        #expect(spoilt.first == expected)
        #expect(spoilt.count == 2, "what is corrupted starts nothing, and is tried again")
    }

    @Test("Only the given number of messages is tampered with, and none after the block")
    func times() {
        let played = play(
            Scenario("twice", "Loses two of three", phone: PhoneSetup(retry: .never, rangingTimeout: .seconds(2))) {
                Connect(.door, within: .seconds(5))
                Losing(.initialize, times: 2) {
                    Begin(.configuration, with: .door)
                    Stay(.milliseconds(100))
                    Begin(.configuration, with: .door)
                    Stay(.milliseconds(100))
                    Exchange(.configuration, with: .door, within: .seconds(2))
                }
                Exchange(.configuration, with: .door, within: .seconds(2))
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(writes(.initialize, in: played).count == 2)
        let told = played.entries.compactMap { $0.report(on: .bluetooth("door")) }.filter { $0.kind == "tampered" }
        #expect(told.map(\.text) == Array(repeating: "the rig tampered with initialize: withheld", count: 2), "\(told)")
    }

    @Test("A block that tampers with fewer messages than it says is the scenario's mistake, whatever the word")
    func tooFew() {
        let blocks: [any Word] = [
            Delaying(.stop, by: .seconds(1), times: 1) { Stay(.milliseconds(10)) { Expect(.prompted, count: 0) } },
            Doubling(.stop, times: 1) { Stay(.milliseconds(10)) { Expect(.prompted, count: 0) } },
            Cutting(.shareableConfiguration, to: 3, times: 1) {
                Stay(.milliseconds(10)) { Expect(.prompted, count: 0) }
            },
            Corrupting(.initialize, byte: 0, xor: 1, times: 1) {
                Stay(.milliseconds(10)) { Expect(.prompted, count: 0) }
            },
        ]
        for block in blocks {
            let played = play(scenario { block })
            #expect(played.summary.verdict == .error)
            let reason = played.summary.reason ?? ""
            #expect(reason.contains("expected 1 dropped or corrupted message"), "\(reason)")
        }
    }
}
