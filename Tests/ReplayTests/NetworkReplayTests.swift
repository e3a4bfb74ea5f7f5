import Benches
import Engine
import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Replay

@Suite("Recordings of a network, played as phone") struct NetworkReplayTests {
    private static let lan: Rig = {
        var rig = Rig.simulated
        for entry in Rig.simulated.accessories {
            rig = (try? rig.replacing("\(entry.name)=simulated:link=lan")) ?? rig
        }
        return rig
    }()

    private static let link = LinkID.stream(.dataChannel(of: "door"))

    @Test(
        "a healthy run over connections is the same with another seed, however its bytes are cut",
        arguments: Scenario.all.filter { scenario in
            scenario.phones.isEmpty && scenario.phone.companions.isEmpty && !scenario.restsOnOwnNumbers
                && scenario.needs.contains { if case .accessory = $0 { true } else { false } }
                && ScenarioRun.reasonToSkip(scenario, on: lan) == nil
        })
    func healthy(scenario: Scenario) throws {
        let recording = try Recording(of: scenario, on: Self.lan, seed: 3)
        let live = try LiveReplaying(recording, seed: 12)
        #expect(live.outcome.difference == nil, "\(live.words)")
        #expect(live.outcome.answersSeen > 0)
        // With two accessories the order is random, and the phone would answer the first one.
        guard scenario.name != "twoAccessories" else { return }
        #expect(live.judgement.difference == nil, "\(live.words)")
        #expect(live.judgement.summary.verdict == recording.summary.verdict, "\(live.words)")
    }

    /// A screen that resets a connection may have sent data just before; and network faults affect other packets each
    /// time, so the command rejects such a recording.
    private static let racing = ["hugeFrame", "lossyNetwork"]

    /// In these scenarios the order of frames when an app goes to the background, or the last frame, is random.
    private static let chance = ["cutWithinMoves", "hundredReturns", "bothReturn"]

    @Test(
        "recorded companions meet a healthy screen again",
        arguments: Scenario.all.filter { !$0.phone.companions.isEmpty && !racing.contains($0.name) })
    func companions(scenario: Scenario) throws {
        let recording = try Recording(of: scenario, seed: 3)
        let live = try LiveReplaying(recording, seed: 12)
        #expect(live.outcome.difference == nil, "\(live.words)")
        #expect(live.outcome.answersSeen > 0)
        guard !Self.chance.contains(where: { scenario.name.hasPrefix($0) }) else { return }
        #expect(live.judgement.difference == nil, "\(live.words)")
        #expect(live.judgement.summary.verdict == recording.summary.verdict, "\(live.words)")
    }

    @Test(
        "one byte that differs is named by its place in the message and in the connection", arguments: [0, 7, 40, 41])
    func oneByte(_ place: Int) throws {
        let recording = try Recording(of: .named("configurationExchange"), on: Self.lan, seed: 3)
        let live = try played(recording) { arrivals in
            var seen = 0
            return { arrival in
                guard case .stream(let stream, .bytes(var bytes)) = arrival.inbound else { return [arrival] }
                let range = seen..<seen + bytes.count
                seen += bytes.count
                if range.contains(place) { bytes[place - range.lowerBound] ^= 0x10 }
                return [Arrival(.stream(stream, .bytes(bytes)), at: arrival.instant)]
            }
        }
        let difference = try #require(live.outcome.difference, "\(live.words)")
        #expect(difference.link == Self.link && !difference.isOfRig)
        // A length that grows makes the stream wait forever; a change inside the message is reported with its
        // location.
        guard place > 3 else { return }
        guard case .differs(.stream(_, .bytes(let now)), .stream(_, .bytes(let then)), let why?) = difference.kind
        else {
            return #expect(Bool(false), "\(difference)")
        }
        #expect(now[place] == then[place] ^ 0x10)
        #expect(why.contains("byte \(place) ") && why.contains("\(place) bytes into the connection"), "\(why)")
    }

    @Test("an accessory that says nothing, or ends the connection, is not as recorded")
    func silent() throws {
        let recording = try Recording(of: .named("configurationExchange"), on: Self.lan, seed: 3)
        let silent = try played(recording) { _ in
            { if case .stream(_, .bytes) = $0.inbound { [] } else { [$0] } }
        }
        guard case .missing(.stream, _)? = silent.outcome.difference?.kind else {
            return #expect(Bool(false), "\(silent.words)")
        }
        #expect(silent.judgement.summary.verdict != .passed || silent.judgement.difference != nil)
        let refused = try played(recording) { _ in
            { arrival in
                guard case .stream(let stream, .opened) = arrival.inbound else { return [arrival] }
                return [Arrival(.stream(stream, .closed("refused")), at: arrival.instant)]
            }
        }
        #expect(refused.outcome.difference?.link == Self.link, "\(refused.words)")
    }

    @Test("a screen that says another thing, or nothing, is not as recorded")
    func otherScreen() throws {
        let recording = try Recording(of: .named("picksAndPlays"), seed: 3)
        let live = try played(recording, on: .simulated) { _ in
            { arrival in
                guard case .stream(let stream, .bytes(var bytes)) = arrival.inbound else { return [arrival] }
                bytes[bytes.count - 1] ^= 1
                return [Arrival(.stream(stream, .bytes(bytes)), at: arrival.instant)]
            }
        }
        #expect(live.outcome.difference?.link == .companion("pad"), "\(live.words)")
        let silent = try played(recording, on: .simulated) { _ in
            { if case .stream = $0.inbound { [] } else { [$0] } }
        }
        #expect(silent.outcome.difference != nil)
    }

    @Test("pieces are the same messages however they are cut, and no foreign bytes are lost")
    func pieces() {
        let messages: [[UInt8]] = [[1], Array(repeating: 7, count: 300), [], [9, 9]]
        let bytes = messages.flatMap(MessageStream.frame)
        for cut in 0...bytes.count {
            var pieces = ConnectionPieces()
            let events = [bytes[..<cut], bytes[cut...]].flatMap { pieces.events(in: .bytes(Array($0))) }
            #expect(events == messages.map { .bytes(MessageStream.frame($0)) })
        }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            var (pieces, foreign) = (ConnectionPieces(), generator.bytes(Int(generator.next() % 64)))
            if foreign.count > 3 { foreign[3] = 0xFF }
            var out: [UInt8] = []
            for byte in foreign {
                for case .bytes(let part) in pieces.events(in: .bytes([byte])) { out += part }
            }
            for case .bytes(let part) in pieces.events(in: .ended(.remote)) { out += part }
            #expect(out == foreign)
        }
        var pieces = ConnectionPieces()
        #expect(pieces.events(in: .bytes([5, 0, 0, 0, 1])).isEmpty)
        #expect(pieces.events(in: .ended(.local)) == [.ended(.local)], "how much came is chance then")
    }

    private func played(
        _ recording: Recording, on rig: Rig = lan, _ change: ([Arrival]) -> (Arrival) -> [Arrival]
    ) throws -> LiveReplaying {
        let bench = try BenchFactory.open(rig, for: recording.scenario, seed: 12)
        defer { bench.close() }
        return LiveReplaying(recording, on: rig, over: ChangedLinks(bench, change: change([])))
    }
}

extension Scenario {
    /// Whether data on the data channel depends on distances.
    fileprivate var restsOnOwnNumbers: Bool {
        needs.contains { need in
            switch need {
            case .part(.sentDistances, _), .part(.zoneMessages, _): true
            default: false
            }
        }
    }
}
