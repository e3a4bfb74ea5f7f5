import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing
import UWB
import Zoo

/// The kit's measurements of a recorded accessory.
struct RecordedRangingTests {
    /// Returns the rounds reported to the phone, in centimetres; 0xFFFF for one without a measurement.
    private func rounds(in frames: [RecordedFrame]) -> [UInt16] {
        var framer = UCIFramer(side: .host)
        var rounds: [UInt16] = []
        for frame in frames {
            guard case .received(.kit(.bytes(let bytes))) = frame.content else { continue }
            for case .packet(let packet) in framer.receive(bytes, at: frame.instant) {
                guard case .sessionInfo(let info)? = try? UCINotification(decoding: packet),
                    case .twoWayRanging(let measurements) = info.measurements
                else { continue }
                rounds.append(measurements.first?.rawDistance ?? 0xFFFF)
            }
        }
        return rounds
    }

    @Test(
        "the kit gets the recorded measurements again, distance by distance",
        arguments: [nil, Defect.noisyDistance, .losesRounds, .rangesOnce])
    func sameDistances(defect: Defect?) throws {
        let recorded = try RecordedRun(of: .named("zoneWalk"), with: ZooAccessory(.appleSample, defect))
        let then = rounds(in: recorded.frames)
        let now = rounds(in: try recorded.framesPlayedAgain())
        #expect(then.count > 10 && abs(then.count - now.count) <= 2)
        // The session ids and addresses are those of the live phone and the recorded accessory; the measurements
        // agree.
        let same = zip(then, now).filter { $0 == $1 }.count
        #expect(same >= min(then.count, now.count) - 2, "\(same) of \(then.count)")
    }

    @Test("an accessory that never ranged gives no measurements, although it reported that ranging started")
    func silent() throws {
        let recorded = try RecordedRun(of: .named("fullFlow"), with: ZooAccessory(.appleSample, .saysItStarts))
        let now = rounds(in: try recorded.framesPlayedAgain())
        #expect(!now.isEmpty && now.allSatisfy { $0 == 0xFFFF })
    }

    @Test("without a kit in the recording the world is measured while the accessory says that it ranges")
    func withoutKit() throws {
        let recorded = try RecordedRun(of: .named("fullFlow"), with: ZooAccessory(.appleSample))
        let deaf = recorded.withoutKit()
        #expect(deaf.recording.ranging.isEmpty && !recorded.recording.ranging.isEmpty)
        let again = try deaf.playedAgain()
        #expect(again.summary.verdict == .passed, "\(again.summary.reason ?? "")")
    }
}
