import Ground
import Journal
import Links
import RigKit
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A fault of the rig leads to the verdict `error`, whatever the run is doing.
struct RigFaultTests {
    private static let unplugged = RigFault("the kit was unplugged", remedy: "Plug it in again")

    @Test(
        "A fault of the rig at any point of the full flow ends the run with error and says what to do",
        arguments: [LinkID.kit, .reader, .bluetooth(.door), .stage])
    func faultAnywhere(link: LinkID) {
        let receptions = play(.named("fullFlow")).receptions
        #expect(receptions > 100)
        // Every place for the kit, and a fifth of them for the others.
        for place in stride(from: 0, to: receptions, by: link == .kit ? 1 : 5) {
            let played = play(
                .named("fullFlow"),
                through: { links in
                    BentLinks(
                        links,
                        instead: { number in
                            number == place ? .arrival(Arrival(.fault(link, Self.unplugged), at: links.now)) : nil
                        })
                })
            let summary = played.summary
            #expect(summary.verdict == .error, "at \(place): \(summary.verdict), \(summary.reason ?? "")")
            #expect(summary.reason == "\(link): the kit was unplugged. Plug it in again.")
            #expect(summary.failures.isEmpty)
            #expect(played.wholeTime < .seconds(40), "at \(place): \(played.wholeTime)")
            let told = JournalEvent.fault(
                link: link, what: Self.unplugged.what, remedy: Self.unplugged.remedy)
            #expect(played.entries.contains { $0.event == told })
        }
    }

    @Test("A kit or reader that is never opened is named, with the limit", arguments: [LinkID.kit, .reader])
    func neverOpened(link: LinkID) {
        let played = play(
            .named("fullFlow"), through: { BentLinks($0, outgoing: { _, out in !out.isOpening(of: link) }) })
        #expect(played.summary.verdict == .error)
        #expect(played.summary.reason == "the \(link) did not become ready within 15.00 s")
        #expect(played.wholeTime <= .seconds(20))
        #expect(played.summary.stepsPassed < played.summary.stepsInAll)
    }

    @Test("A kit and a reader that are never opened are both named")
    func bothNeverOpened() {
        let played = play(
            .named("fullFlow"),
            through: {
                BentLinks($0, outgoing: { _, out in !out.isOpening(of: .kit) && !out.isOpening(of: .reader) })
            })
        #expect(played.summary.reason == "the uwb kit and nfc reader did not become ready within 15.00 s")
    }

    @Test("A kit that opens and answers nothing is the rig's fault")
    func muteKit() {
        let played = play(
            .named("fullFlow"),
            through: {
                BentLinks($0, incoming: { reception in reception.kitBytes == nil ? reception : nil })
            })
        #expect(played.summary.verdict == .error)
        #expect(played.summary.reason?.contains("the UWB kit failed: the device did not answer") == true)
        #expect(played.summary.failures.isEmpty)
    }

    @Test("A kit that falls silent at any point is never the accessory's failure")
    func kitFallsSilent() {
        let packets = play(.named("fullFlow")).entries.count { $0.isInboundKitFrame }
        #expect(packets > 40)
        for limit in 1..<packets {
            var passed = 0
            let played = play(
                .named("fullFlow"),
                through: {
                    BentLinks(
                        $0,
                        incoming: { reception in
                            guard reception.kitBytes != nil else { return reception }
                            passed += 1
                            return passed > limit ? nil : reception
                        })
                })
            let summary = played.summary
            #expect(
                summary.verdict == .error || (summary.verdict == .passed && summary.stepsPassed == summary.stepsInAll),
                "after \(limit) packets: \(summary.verdict), \(summary.reason ?? "")")
            #expect(played.wholeTime < .seconds(60))
        }
    }

    @Test("A reader that falls silent is the rig's fault")
    func readerFallsSilent() {
        for limit in 1..<6 {
            var passed = 0
            let played = play(
                .named("tagOpensApp"),
                through: {
                    BentLinks(
                        $0,
                        incoming: { reception in
                            guard case .arrival(let arrival) = reception, case .reader = arrival.inbound else {
                                return reception
                            }
                            passed += 1
                            return passed > limit ? nil : reception
                        })
                })
            #expect(
                played.summary.verdict == .error,
                "after \(limit): \(played.summary.verdict), \(played.summary.reason ?? "")")
            #expect(played.wholeTime < .seconds(60))
        }
    }

    @Test(
        "A stage that never moves anything is the rig's fault",
        arguments: [Scenario.named("zoneWalk"), .named("tagOpensApp")])
    func deadStage(scenario: Scenario) {
        let played = play(
            scenario,
            through: {
                BentLinks($0, outgoing: { _, out in out.link != .stage })
            })
        #expect(played.summary.verdict == .error, "\(played.summary.reason ?? "")")
        #expect(played.summary.reason?.hasPrefix("the stage did not") == true, "\(played.summary.reason ?? "")")
    }
}

extension Outbound {
    func isOpening(of link: LinkID) -> Bool {
        switch self {
        case .kit(.open): link == .kit
        case .reader(.open): link == .reader
        default: false
        }
    }
}

extension Reception {
    /// The bytes received from the kit; nil for everything else.
    var kitBytes: [UInt8]? {
        guard case .arrival(let arrival) = self, case .kit(.bytes(let bytes)) = arrival.inbound else { return nil }
        return bytes
    }
}

extension JournalEntry {
    var isInboundKitFrame: Bool {
        guard case .frame(let frame) = event else { return false }
        return frame.link == .kit && frame.direction == .inbound && frame.kind == "uci"
    }
}
