import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import UWB

@testable import Engine

/// A kit that reports a failure to transmit is the rig's fault; failures on the radio link concern both sides.
struct KitFailureTests {
    /// Returns a bench whose kit reports another status for some of its rounds, counted from 1.
    private static func reporting(
        _ status: UCIStatus, _ links: any LinkSet, where isMeant: @escaping (Int) -> Bool = { _ in true }
    ) -> BentLinks {
        var rounds = 0
        return BentLinks(
            links,
            incoming: { reception in
                guard case .arrival(let arrival) = reception, case .kit(.bytes(let bytes)) = arrival.inbound,
                    let changed = Self.round(bytes, ending: status)
                else { return reception }
                rounds += 1
                return isMeant(rounds) ? .arrival(Arrival(.kit(.bytes(changed)), at: arrival.instant)) : reception
            })
    }

    /// Returns the same round with another status, in either dialect; nil for anything else.
    private static func round(_ bytes: [UInt8], ending status: UCIStatus) -> [UInt8]? {
        if bytes.starts(with: [0x62, 0x00]), bytes.count >= 60 {
            var changed = bytes
            changed[31] = status.rawValue
            (changed[33], changed[34]) = (0xFF, 0xFF)
            return changed
        }
        guard bytes.starts(with: "SESSION_INFO_NTF".utf8), let start = bytes.firstRange(of: "status=\"".utf8),
            let end = bytes.lastIndex(of: UInt8(ascii: "]"))
        else { return nil }
        let name = status == .rangingTxFailed ? "TX_FAILED" : status.name ?? "Unknown"
        return bytes[..<start.upperBound] + Array((name + "\"").utf8) + bytes[end...]
    }

    /// Benches whose kit speaks UCI, or the text of CLI firmware.
    private static let dialects: [String] = ["simulated", "simulated-cli"]
    private static let probe = Scenario.named("probe.phoneAddress")

    @Test("A kit that never transmits fails no accessory and passes no absence", arguments: dialects)
    func neverTransmits(_ dialect: String) throws {
        let rig = try Rig.simulated.replacing("uwb=\(dialect)")
        let scenarios: [Scenario] = [.named("uses.address"), .named("keepsRanging"), .named("fullFlow"), Self.probe]
        for scenario in scenarios {
            let played = play(scenario, rig: rig) { Self.reporting(.rangingTxFailed, $0) }
            #expect(played.summary.verdict == .error, "\(scenario.name): \(played.summary.reason ?? "")")
            #expect(played.summary.errorLink == .kit, "\(scenario.name)")
            #expect(played.summary.findings.contains { $0.finding.code == "kit.roundFailed" })
        }
    }

    @Test("Every probe ends in an error on a kit that never transmits, or that stops transmitting")
    func probes() {
        let probes = Scenario.all.filter { $0.base == "probe" }
        #expect(probes.count == 11)
        for scenario in probes {
            for start in [1, 8] {
                let played = play(scenario) { links in
                    Self.reporting(.rangingTxFailed, links) { $0 >= start }
                }
                #expect(played.summary.verdict == .error, "\(scenario.name) from round \(start)")
            }
        }
    }

    @Test("Measured rounds count beside rounds that the kit lost; a check that rests on the lost ones doesn't")
    func half() {
        let everyOther = { (links: any LinkSet) in Self.reporting(.rangingTxFailed, links) { $0 % 2 == 0 } }
        #expect(play(.named("uses.address"), through: everyOther).summary.verdict == .passed)
        #expect(play(.named("keepsRanging"), through: everyOther).summary.verdict == .error)
        let slow = Scenario("slow", "An upper limit on a rate", phone: .withDoorApp, opening: .ranging(.door)) {
            Stay(.seconds(4)) { Require(.updateRate(of: .door), atMost: .hertz(4)) }
        }
        #expect(play(slow).summary.verdict == .failed)
        #expect(play(slow, through: everyOther).summary.verdict == .error)
    }

    @Test("An accessory is not removed on the word of a kit that did not transmit")
    func removal() {
        let scenario = Scenario("removed", "It falls silent", phone: .withDoorApp, opening: .ranging(.door)) {
            Await(.removed(.door, reason: .timeout), within: .seconds(10))
        }
        let played = play(scenario) { links in Self.reporting(.rangingTxFailed, links) { $0 > 5 } }
        #expect(played.summary.verdict == .error && played.summary.code == "rig.kitFailed")
    }

    @Test("An absence counts only where the kit has heard something in the same run")
    func deaf() {
        let quiet = Scenario("quiet", "Nothing is measured", phone: .withDoorApp, opening: .exchanged(.door)) {
            Stay(.seconds(2)) { Expect(.ranging(.door), count: 0) }
        }
        let played = play(quiet) { Self.reporting(.rangingRxTimeout, $0) }
        #expect(played.summary.verdict == .error && played.summary.errorLink == .kit)
        // A frame that could not be decoded was still received.
        #expect(play(quiet) { Self.reporting(UCIStatus(rawValue: 0x24), $0) }.summary.verdict == .passed)
        #expect(play(Self.probe).summary.verdict == .passed)
    }

    @Test("Hearing one accessory is no evidence that the kit hears another")
    func deafToOne() {
        let scenario = Scenario("one", "Only the trunk is heard", phone: .withDoorApp) {
            Play(.ranging(.trunk))
            Play(.exchanged(.door))
            Stay(.seconds(2)) { Expect(.ranging(.door), count: 0) }
        }
        let trunk = AccessoryBuild(role: .responder, advertisedName: "Trunk")
        for defect in [Defect.saysItStarts, .bigEndianSessionID] {
            let door = AccessoryBuild(role: .responder, advertisedName: "Door", defects: [defect])
            let played = play(scenario, accessories: [(.door, door), (.trunk, trunk)])
            #expect(played.summary.verdict == .error && played.summary.errorLink == .kit)
            #expect(played.summary.reason?.contains("it received no frame of door in this run") == true)
        }
    }

    @Test("A kit that gives up a session by itself is named as the cause, in its own words", arguments: dialects)
    func givesUp(_ dialect: String) throws {
        let rig = try Rig.simulated.replacing("uwb=\(dialect)")
        let reason =
            dialect == "simulated"
            ? "0x01 (most ranging round retries reached)" : "Max ranging round retry count reached"
        for start in [1, 8] {
            let played = play(.named("keepsRanging"), rig: rig) { Self.givingUp($0, from: start) }
            // In the middle of ranging its silence is seen first.
            #expect(played.summary.code == (start == 1 ? "rig.undecided" : "rig.mute"), "from round \(start)")
            #expect(played.summary.verdict == .error)
            #expect(played.summary.errorLink == .kit && played.summary.failures.isEmpty)
            let told = "the kit gave up the session with door by itself: \(reason)"
            #expect(played.summary.reason?.contains(told) == true, "\(played.summary.reason ?? "")")
            let finding = played.summary.findings.first { $0.finding.code == "kit.session" }
            #expect(finding?.finding.meaning == told && finding?.link == .kit)
        }
    }

    /// Returns a bench whose kit ends a session in place of a round, counted from 1, and reports none after it.
    private static func givingUp(_ links: any LinkSet, from start: Int) -> BentLinks {
        var rounds = 0
        return BentLinks(
            links,
            incoming: { reception in
                guard case .arrival(let arrival) = reception, case .kit(.bytes(let bytes)) = arrival.inbound,
                    Self.round(bytes, ending: .rangingTxFailed) != nil
                else { return reception }
                rounds += 1
                guard rounds >= start else { return reception }
                guard rounds == start else { return nil }
                var end = Array(
                    "SESSION_STATUS_NTF: {state=\"IDLE\", reason=\"Max ranging round retry count reached\"}\r\n".utf8)
                if bytes.starts(with: [0x62, 0x00]) {
                    let token = SessionToken(
                        rawValue: bytes[8..<12].reversed().reduce(0) { $0 << 8 | UInt32($1) })
                    end = UCINotification.sessionStatus(token, .idle, .maximumRetries).packet.encoded
                }
                return .arrival(Arrival(.kit(.bytes(end)), at: arrival.instant))
            })
    }

    @Test(
        "The layer that did not fit is the failure's code",
        arguments: [
            (UInt8(0x21), "session.rangesNot"), (0x22, "session.phyMismatch"), (0x23, "session.phyMismatch"),
            (0x24, "session.stsMismatch"), (0x25, "session.macMismatch"), (0x26, "session.elementsMismatch"),
            (0x27, "session.elementsMismatch"),
        ] as [(UInt8, FailureCode)])
    func layers(status: UInt8, code: FailureCode) throws {
        for dialect in Self.dialects {
            let rig = try Rig.simulated.replacing("uwb=\(dialect)")
            let played = play(.named("uses.address"), rig: rig) {
                Self.reporting(UCIStatus(rawValue: status), $0)
            }
            #expect(played.summary.verdict == .failed)
            #expect(played.summary.failures.first?.seenCode == code)
            let isSilent = status == 0x21
            #expect((played.summary.failures.first?.meaning?.contains("it is not heard") == true) == isSilent)
        }
    }
}
