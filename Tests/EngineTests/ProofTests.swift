import Ground
import Journal
import Links
import RigKit
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A failure is final if the rig's own devices still answer after it; otherwise both are reported without blame.
struct ProofTests {
    private static let stuck = RigFault("hci0 did not answer", remedy: "Plug it in again")

    /// Returns links on which the accessory's messages are lost.
    private func mute(_ links: any LinkSet, proof: @escaping (LinkID) -> RigFault? = { _ in nil }) -> BentLinks {
        BentLinks(links, incoming: { $0.isOfTheAccessory ? nil : $0 }, proof: proof)
    }

    @Test("Silence is the accessory's failure if its adapter answers, and shows nothing if the adapter is stuck")
    func adapter() {
        let judged = play(.named("configurationExchange")) { mute($0) }
        #expect(judged.summary.verdict == .failed, "\(judged.summary.reason ?? "")")
        let played = play(.named("configurationExchange")) { mute($0) { $0 == .bluetooth(.door) ? Self.stuck : nil } }
        let reason = played.summary.reason ?? ""
        #expect(played.summary.verdict == .error && played.summary.failures.isEmpty, "\(reason)")
        #expect(reason.contains(Self.stuck.what), "the fault is reported")
        #expect(reason.contains("no accessory configuration data"), "and so is the failure")
        let told = JournalEvent.fault(
            link: .bluetooth(.door), what: Self.stuck.what, remedy: Self.stuck.remedy)
        #expect(played.entries.contains { $0.event == told })
        #expect(played.wholeTime - judged.wholeTime <= .zero, "a stuck device is not waited for")
    }

    @Test(
        "A fault that shows while everything is given back takes away the evidence that rests on the same device",
        arguments: [(LinkID.bluetooth(.door), Verdict.error), (.bluetooth("trunk"), .error), (.kit, .failed)])
    func cleaningUp(link: LinkID, expected: Verdict) {
        var isToldToEnd = false
        let played = play(.named("configurationExchange")) { links in
            BentLinks(
                links,
                instead: { _ in
                    guard isToldToEnd else { return nil }
                    isToldToEnd = false
                    return .arrival(Arrival(.fault(link, Self.stuck), at: links.now))
                },
                incoming: { $0.isOfTheAccessory ? nil : $0 },
                outgoing: { _, outbound in
                    if case .bluetooth(.door, .disconnect) = outbound { isToldToEnd = true }
                    return true
                })
        }
        #expect(played.summary.verdict == expected, "\(played.summary.reason ?? "")")
        #expect(played.summary.reason?.contains(Self.stuck.what) == (expected == .error))
        #expect(played.summary.failures.isEmpty == (expected == .error))
    }

    /// A scenario that the kit's measurements do not satisfy.
    private var neverThere: Scenario {
        Scenario("neverThere", "Waits for what does not happen", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(2))
            Expect(.kitMeasured(.door), count: .atLeast(1), within: .seconds(1))
        }
    }

    @Test("A failure that rests on the kit's reports is kept only if the kit still answers", arguments: [true, false])
    func kit(answers: Bool) {
        var introductions = 0
        let played = play(neverThere) { links in
            BentLinks(
                links,
                incoming: { reception in
                    guard let bytes = reception.kitBytes, bytes.starts(with: [0x40, 0x02]) else { return reception }
                    introductions += 1
                    return answers || introductions == 1 ? reception : nil
                })
        }
        #expect(introductions == 2 || !answers, "the kit is queried again")
        #expect(played.summary.verdict == (answers ? .failed : .error), "\(played.summary.reason ?? "")")
        #expect(answers || played.summary.reason?.contains("\(LinkID.kit)") == true)
    }
}

extension Reception {
    /// Whether it is a notification of the accessory.
    fileprivate var isOfTheAccessory: Bool {
        guard case .arrival(let arrival) = self, case .bluetooth(_, .frame(let bytes)) = arrival.inbound else {
            return false
        }
        return bytes.first == 0x1B
    }
}
