import Ground
import Links
import Testing
import UWB

@testable import Simulators

/// The rounds of recorded ranging, and the choice of the nearest one.
struct RecordedTrackTests {
    private static let interval = Lapse.milliseconds(200)

    /// Returns the frames of a kit that ranged in sessions 1, 2 and so on, one after the other, with a distance per
    /// round.
    private func frames(sessions: Int, rounds: Int) -> [RecordedFrame] {
        var frames: [RecordedFrame] = []
        var now = Instant.start
        func tell(_ notification: UCINotification) {
            for bytes in notification.packet.encodedSegments() {
                frames.append(RecordedFrame(.received(.kit(.bytes(bytes))), at: now, number: frames.count + 1))
            }
        }
        for session in 1...sessions {
            let token = SessionToken(rawValue: UInt32(session))
            tell(.sessionStatus(token, .active, SessionReason(rawValue: 0)))
            for round in 0..<rounds {
                now = now + Self.interval
                let peer = ShortMACAddress(rawValue: 7)
                let measured = TWRMeasurement(peer: peer, distance: .millimetres(distance(session, round)))
                tell(
                    .sessionInfo(
                        SessionInfo(
                            sequenceNumber: UInt32(round), token: token, rangingIntervalMilliseconds: 200,
                            measurements: [measured])))
            }
            tell(.sessionStatus(token, .deinitialized, SessionReason(rawValue: 0)))
        }
        return frames
    }

    private func distance(_ session: Int, _ round: Int) -> Int32 { Int32(10 * (session * 1_000 + round % 1_000)) }

    private func round(_ session: Int, at instant: Instant) -> SimulatedKit.Round {
        var parameters = RangingParameters(
            sessionID: UInt32(session), deviceType: .controller, role: .initiator,
            address: ShortMACAddress(rawValue: 1), peers: [ShortMACAddress(rawValue: 2)],
            staticSTSIV: StaticSTSIV([0, 0, 0, 0, 0, 0]))
        parameters.rangingIntervalMilliseconds = 200
        return SimulatedKit.Round(session: UInt32(session), parameters: parameters, instant: instant)
    }

    @Test("memory holds only active sessions, and each round of many long ones is repeated")
    func bounded() {
        let (sessions, rounds) = (40, 500)
        let frames = frames(sessions: sessions, rounds: rounds)
        var ranging = RecordedRanging(of: [], in: frames)
        #expect(!ranging.isEmpty)
        var now = Instant.start
        for session in 1...sessions {
            for round in 0..<rounds {
                now = now + Self.interval
                guard case .measured(let measured) = ranging.outcome(of: self.round(session, at: now), toldTo: nil),
                    measured.distance == .millimetres(distance(session, round))
                else {
                    Issue.record("round \(round) of session \(session) was another one")
                    return
                }
                #expect(ranging.playing.count == 1)
            }
            // The recorded session was no longer than this; only the nearest round is still found.
            now = now + Self.interval
            _ = ranging.outcome(of: self.round(session, at: now), toldTo: nil)
            now = now + Self.interval
            guard case .unknown = ranging.outcome(of: self.round(session, at: now), toldTo: nil) else {
                Issue.record("session \(session) went on")
                return
            }
            now = now + .seconds(1)
        }
        #expect(ranging.isEmpty)
    }

    @Test("the nearer of two rounds counts, the later one if both are as near, and none after the end")
    func nearest() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            var track = RangingTrack(accessory: nil)
            var (offsets, offset) = ([Lapse](), Lapse.zero)
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                offset = offset + .milliseconds(Int.random(in: 0...9, using: &generator))
                offsets.append(offset)
                let peer = ShortMACAddress(rawValue: UInt16(offsets.count))
                let round = RangingTrack.Round(
                    offset: offset, measurement: TWRMeasurement(peer: peer, distance: .metres(1)))
                track.rounds.append(round)
            }
            var playing = try #require(RangingTrack.Playing(track))
            for now in stride(from: 0, to: 400, by: Int.random(in: 1...30, using: &generator)) {
                let now = Lapse.milliseconds(now)
                let found = playing.round(at: now, interval: .milliseconds(5))
                guard now - offset <= .milliseconds(5) else {
                    #expect(found == nil)
                    continue
                }
                func far(_ other: Lapse) -> Lapse { max(now - other, other - now) }
                let nearest = offsets.map(far).min() ?? .zero
                #expect(found.map { far($0.offset) } == nearest)
                let isTie = offsets.contains { $0 > now && far($0) == nearest }
                #expect(!isTie || found.map { $0.offset > now } == true)
            }
        }
    }
}
