import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Vocabulary
import Wording

/// Bytes damaged on a line always lead to a verdict, and to the right one.
///
/// Loss or damage between the phone and its kit is the rig's fault: error, never failed. The only undetectable damage
/// is a flipped bit inside a distance, because UCI has no checksum; it is rare enough not to occur here. A Bluetooth
/// frame and a tag's answer are protected by checksums at lower layers, so what arrives was sent like that.
struct DamagedLinkTests {
    private static let numbers: ClosedRange<UInt64> = 1...25

    private func play(on link: LinkID, _ damage: Damage, number: UInt64) -> (played: Played, isDamaged: Bool) {
        var damaging: DamagingLinks?
        let played = EngineTests.play(
            .named("fullFlow"),
            through: { links in
                let permille = number.isMultiple(of: 2) ? 15 : 100
                let bad = DamagingLinks(links, on: link, damage, permille: permille, number: number)
                damaging = bad
                return bad
            })
        return (played, (damaging?.damaged ?? 0) > 0)
    }

    @Test("Damage between phone and kit is never the accessory's failure", arguments: Damage.allCases)
    func kit(damage: Damage) {
        for number in Self.numbers {
            let (played, isDamaged) = play(on: .kit, damage, number: number)
            let reason = played.summary.reason ?? ""
            if played.summary.verdict == .passed {
                #expect(played.showsWholeFlow, "variant \(number)")
            } else {
                #expect(isDamaged && played.summary.verdict == .error, "variant \(number): \(reason)")
                #expect(reason.contains("uwb kit"), "variant \(number): \(reason)")
            }
            #expect(played.wholeTime < .seconds(60), "variant \(number)")
        }
    }

    @Test("Damage between accessory and phone fails, or is survived", arguments: Damage.allCases)
    func bluetooth(damage: Damage) {
        for number in Self.numbers {
            let (played, isDamaged) = play(on: .bluetooth(.door), damage, number: number)
            if played.summary.verdict == .passed {
                #expect(played.showsWholeFlow, "variant \(number)")
            } else {
                let reason = played.summary.reason ?? ""
                #expect(isDamaged && played.summary.verdict == .failed, "variant \(number): \(reason)")
            }
            for found in played.summary.findings where found.finding.meaning.hasPrefix("accessory ") {
                #expect(found.finding.offset != nil, "variant \(number): \(found.finding)")
            }
            #expect(played.wholeTime < .seconds(60), "variant \(number)")
        }
    }

    @Test("Damage to what a tag answers fails, or is survived; an answer that does not come is the reader's")
    func reader() {
        for damage in Damage.allCases {
            for number in Self.numbers {
                let (played, isDamaged) = play(on: .reader, damage, number: number)
                if played.summary.verdict == .passed {
                    #expect(played.showsWholeFlow, "\(damage), variant \(number)")
                } else {
                    let verdict: Verdict = damage == .lost ? .error : .failed
                    #expect(isDamaged && played.summary.verdict == verdict, "\(damage), variant \(number)")
                }
                #expect(played.wholeTime < .seconds(60))
            }
        }
    }

    @Test("Measurements of a kit that is in doubt are no evidence against the accessory")
    func doubtfulKit() {
        let stopResponse: [UInt8] = [0x42, 0x01, 0x00, 0x01, 0x00]
        for defect in [Defect.saysItStarts, .hangsUpOnStop] {
            let played = EngineTests.play(
                .named("fullFlow"), defects: [defect],
                through: { links in
                    BentLinks(
                        links,
                        instead: { number in
                            number == 40 ? .arrival(Arrival(.kit(.bytes(stopResponse)), at: links.now)) : nil
                        })
                })
            let reason = played.summary.reason ?? ""
            if defect == .saysItStarts {
                #expect(played.summary.verdict == .error, "\(reason)")
                #expect(reason.contains("which cannot be judged: uwb kit: response to"), "\(reason)")
            } else {
                // The loss of a link does not rest on the kit.
                #expect(played.summary.verdict == .failed, "\(reason)")
            }
        }
    }
}

extension Played {
    /// Whether the journal contains everything that the full flow requires.
    var showsWholeFlow: Bool {
        func saw(_ kind: EventKind, _ part: String) -> Bool {
            entries.contains { entry in
                if case .phone(let event) = entry.event {
                    event.kind == kind && event.words.contains(part)
                } else {
                    false
                }
            }
        }
        return saw(.zone, "entered far") && saw(.zone, "entered near") && saw(.didRemove, "timeout")
            && saw(.retry, "") && saw(.routed, "com.example.door") && saw(.lost, "the phone hung up")
            && summary.stepsPassed == summary.stepsInAll
    }
}
