import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Testing

/// Bytes that a line has damaged end in a verdict, whatever they are.
struct DamagedLinkTests {
    static let variants: UInt64 = 25

    @Test("explore", arguments: [LinkID.kit, .reader, .bluetooth(.door)])
    func explore(link: LinkID) {
        var counts: [String: Int] = [:]
        for damage in Damage.allCases {
            for number in 1...Self.variants {
                let permille = number.isMultiple(of: 2) ? 15 : 100
                var links: DamagingLinks?
                let played = play(.fullFlow, through: {
                    let made = DamagingLinks($0, on: link, damage, permille: permille, number: number)
                    links = made
                    return made
                })
                let key = "\(link) \(damage) \(links!.damaged > 0 ? "damaged" : "whole") \(played.summary.verdict)"
                counts[key, default: 0] += 1
                if played.summary.verdict != .passed { print("##", key, number, played.summary.reason ?? "", played.wholeTime) }
                for finding in played.summary.findings where finding.finding.weight == .fault && finding.finding.offset == nil {
                    print("#F", finding)
                }
            }
        }
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) { print("#C", key, count) }
    }
}
