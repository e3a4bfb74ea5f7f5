import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// Words about the link alone: finding, reading, and raw messages, with healthy and defective accessories.
struct LinkWordTests {
    // MARK: Finding

    private static let find = Scenario("find", "Finds the door") { Find(.door, within: .seconds(3)) }

    @Test("An accessory that advertises the data channel's service is found", arguments: AccessoryVariant.allCases)
    func found(variant: AccessoryVariant) {
        let played = play(Self.find, accessories: [(.door, .init(variant: variant))])
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(!played.sent.contains { if case .bluetooth(_, .connect) = $0 { true } else { false } })
    }

    @Test("An accessory without the service is not found, and the failure says what it advertises")
    func wrongService() {
        let none = play(Self.find, defects: [.advertisesNoService])
        #expect(none.failure?.expected == "find door within 3.00 s")
        #expect(none.failure?.seen == "its advertising names no service")
        let nordic = Scenario("find", "Finds it", phone: PhoneSetup(link: LinkSetup(profiles: [.nordicUART]))) {
            Find(.door, within: .seconds(3))
        }
        #expect(play(nordic).summary.verdict == .passed)
        let other = play(nordic, defects: [.advertisesWrongService])
        #expect(
            other.failure?.seen.hasPrefix("its advertising names 2E938FD0-") == true, "\(other.summary.reason ?? "")")
        let silent = play(Self.find, defects: [.doesNotAdvertise])
        #expect(silent.failure?.seen == "door did not advertise within 3.00 s")
    }

    // MARK: Reading

    private func read(
        _ expected: ReadExpectation, pairs: Bool, defects: Set<Defect> = []
    ) -> Played {
        let steps: [any Word] =
            [Connect(.door, within: .seconds(5))] + (pairs ? [Pair(.door, within: .seconds(5))] : [])
            + [
                Exchange(.configuration, with: .door, within: .seconds(5)),
                Read(.backgroundConfiguration, of: .door, expecting: expected, within: .seconds(3)),
            ]
        let scenario = Scenario(
            name: "read", summary: "Reads", phone: PhoneSetup(link: LinkSetup(pairs: false)), steps: steps.map(\.step),
            spot: SourceSpot(file: #fileID, line: #line))
        return play(scenario, defects: defects)
    }

    /// The result of each expectation with each accessory; unlisted combinations pass.
    @Test("A read is judged by what must come of it", arguments: ReadExpectation.allCases)
    func reads(expected: ReadExpectation) {
        struct Case {
            let pairs: Bool
            let defects: Set<Defect>
            let kept: [ReadExpectation]
            let seen: String
        }
        let cases = [
            Case(pairs: true, defects: [], kept: [.lastConfiguration, .any], seen: "it is the last one sent"),
            Case(pairs: false, defects: [], kept: [.refusal, .any], seen: "the read was refused: "),
            Case(
                pairs: true, defects: [.noBackgroundService], kept: [.absence],
                seen: "it has no Nearby Interaction service"),
            Case(
                pairs: true, defects: [.zeroesBackgroundConfiguration], kept: [.any], seen: "it holds 00 00 00"),
            Case(
                pairs: false, defects: [.backgroundConfigurationUnencrypted], kept: [.lastConfiguration, .any],
                seen: "it is the last one sent"),
        ]
        for one in cases {
            // An encrypted link refuses nothing, which is known before the run.
            if expected == .refusal, one.pairs { continue }
            let played = read(expected, pairs: one.pairs, defects: one.defects)
            if one.kept.contains(expected) {
                #expect(played.summary.verdict == .passed, "\(one): \(played.summary.reason ?? "")")
            } else {
                #expect(played.summary.verdict == .failed, "\(one): \(played.summary.reason ?? "")")
                #expect(played.failure?.seen.hasPrefix(one.seen) == true, "\(one): \(played.failure?.seen ?? "")")
                #expect(played.failure?.expected.hasPrefix("read the background configuration") == true)
            }
        }
    }

    @Test("The first message sent does not satisfy an expectation of the last")
    func stale() {
        let scenario = Scenario("stale", "Reads after a second exchange") {
            Connect(.door, within: .seconds(5))
            Pair(.door, within: .seconds(5))
            Repeat(2) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Read(.backgroundConfiguration, of: .door, expecting: .lastConfiguration, within: .seconds(3))
            }
        }
        #expect(play(scenario).summary.verdict == .passed)
        let stale = play(scenario, defects: [.staleBackgroundConfiguration])
        #expect(stale.failure?.seen.hasPrefix("it holds 01 00 00 00 14") == true, "\(stale.failure?.seen ?? "")")
        #expect(stale.failure?.code == "background.otherConfiguration")
        let zeroed = play(scenario, defects: [.zeroesBackgroundConfiguration])
        #expect(zeroed.failure?.code == "background.zeroed")
    }

    // MARK: Raw messages

    private func raw(_ send: Send, then wait: Lapse = .seconds(3)) -> Played {
        play(
            Scenario("raw", "Writes past the app") {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: .seconds(5))
                Stop(.door, within: .seconds(5))
                Repeat(1) {
                    send
                    Stay(wait) { Expect(.disconnected(.door), count: 0) }
                }
            })
    }

    /// Returns the writes after the stop, with their instants.
    private func writes(in played: Played) -> [(at: Instant, bytes: [UInt8])] {
        let all = played.entries.compactMap { entry in entry.message(to: .door).map { (entry.instant, $0) } }
        guard let stop = all.firstIndex(where: { $0.1 == [0x0C] }) else { return [] }
        return Array(all[(stop + 1)...])
    }

    @Test("Raw messages leave in order, with the given bytes")
    func bytes() {
        let played = raw(
            Send(
                [
                    .bytes([0xA5]), .cut(.stop, to: 0), .padded(.initialize, by: 2),
                    .corrupted(.bytes([1, 2, 3]), byte: 1, xor: 0xFF), .bytes([]),
                ], to: .door))
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(writes(in: played).map(\.bytes) == [[0xA5], [], [0x0A, 0, 0], [1, 0xFD, 3], []])
    }

    @Test("Messages leave at the given interval")
    func apart() {
        let played = raw(
            Send([.bytes([0x71]), .bytes([0x72]), .bytes([0x73])], to: .door, apart: .milliseconds(250)))
        let instants = writes(in: played).map(\.at)
        #expect(instants.count == 3)
        #expect(zip(instants, instants.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(250) }, "\(instants)")
    }

    @Test("Every cut is one write for each length, its length byte intact", arguments: [Lapse.zero, .milliseconds(40)])
    func everyCut(apart: Lapse) {
        let played = raw(Send([.everyCut(of: .shareableConfiguration)], to: .door, apart: apart))
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        let cuts = writes(in: played).map(\.bytes)
        #expect(cuts.map(\.count) == Array(1...30))
        let whole = cuts.last ?? []
        #expect(cuts.allSatisfy { $0 == Array(whole.prefix($0.count)) } && whole.first == 0x0B && whole[5] == 25)
    }

    @Test("A hundred messages leave back to back, and the accessory is not blamed for their number")
    func many() {
        let played = raw(Send(.init(repeating: .bytes([0x71]), count: 100), to: .door), then: .seconds(6))
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(writes(in: played).count == 100)
    }

    @Test("A write of the maximum length leaves in parts", arguments: [245, 512])
    func long(length: Int) {
        let played = raw(Send(.bytes(.init(repeating: 0x71, count: length)), to: .door))
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        let prepared = played.entries.compactMap(\.frame).filter { $0.direction == .outbound && $0.bytes.first == 0x16 }
        #expect(prepared.reduce(0) { $0 + $1.bytes.count - 5 } == length)
    }
}
