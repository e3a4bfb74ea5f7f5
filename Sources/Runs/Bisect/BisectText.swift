import Ground
import Reports

/// The console text of a search: the result first, then its basis and what it does not prove.
struct BisectText {
    /// The maximum number of untestable versions listed; the document has all.
    private static let mostListed = 20

    private let document: BisectDocument
    private let folder: String

    init(_ document: BisectDocument, in folder: String) { (self.document, self.folder) = (document, folder) }

    var lines: [String] {
        let confidence = document.confidence.map { ", with \(BisectDocument.percent($0)) confidence at least" } ?? ""
        var lines = [""] + Paragraph.lines("", headline + confidence, indent: 2)
        if document.bench.kind != "hardware" { lines.append("  a rehearsal: no accessory's own firmware ran") }
        if let failure = document.failure {
            lines += Paragraph.lines("  failure     ", "\(failure.code) in \(failure.scenario)")
        }
        if let evidence = document.evidence {
            lines += Paragraph.lines("  evidence    ", "\(folder)/\(evidence.evidence)")
        } else if let failure = document.failure {
            lines += Paragraph.lines("  evidence    ", "\(folder)/\(failure.evidence), of the bad end")
        }
        if let good = document.lastGood {
            let again = document.lastGoodAgain
            let told = again > 0 ? ", and \(counted(again, "round")) of it passed again at the end" : ""
            lines += Paragraph.lines("  last good   ", good + told)
        }
        if document.firstBadAgain > 0 {
            let again = counted(document.firstBadAgain, "round")
            lines += Paragraph.lines("  first bad   ", "\(again) of it failed again at the end")
        }
        lines += Paragraph.lines("  tested      ", counts)
        for one in document.tested {
            let word = one.isBad.map { $0 ? "bad" : "good" } ?? "open"
            let identity = one.identity.map { ", firmware \($0)" } ?? ""
            lines += Paragraph.lines(
                "    \(word.padded(to: 4))  ",
                "\(one.version): \(one.failures) of \(counted(one.rounds, "round")) failed\(identity)")
        }
        for one in document.same.prefix(Self.mostListed) {
            let word = one.isBad == true ? "bad" : "good"
            lines += Paragraph.lines(
                "    \(word.padded(to: 4))  ", "\(one.version): the same firmware as \(one.sameAs ?? "another one")")
        }
        for one in document.notTested.prefix(Self.mostListed) {
            lines += Paragraph.lines("    none  ", "\(one.version): \(one.reason)")
        }
        let besides = document.notTested.count - Self.mostListed
        if besides > 0 { lines.append("    and \(besides) more that cannot be tested") }
        for fault in document.faults { lines += Paragraph.lines("  rig         ", fault) }
        for name in document.lost { lines += Paragraph.lines("  lost        ", "\(name) was started and did not end") }
        if !document.doesNotProve.isEmpty {
            lines.append("does not prove:")
            lines += document.doesNotProve.flatMap { Paragraph.lines("  ", $0, indent: 4) }
        }
        return lines + Paragraph.lines("", "document \(folder)/\(BisectDocument.fileName)", indent: 2)
    }

    private var headline: String {
        let all = document.versions
        let names = all.count > Self.mostListed ? "\(all[0]) to \(all[all.count - 1])" : all.joined(separator: ", ")
        return switch document.result {
        case .firstBad: "first bad: \(names)"
        case .oneOf: "the first bad version is one of these, which cannot be distinguished: \(names)"
        case .notReproduced: "nothing found: the bad end does not fail"
        case .badFromTheStart: "nothing found: the good end fails already"
        case .cannotTest: "nothing found: the end \(names) cannot be tested: \(document.reason ?? "")"
        case .notConfirmed:
            "nothing found: something else than the version decides. \(names): \(document.reason ?? "")"
        case .rigFailed: "nothing found: the rig came to no verdict time after time on \(names)"
        case .outOfRounds: "nothing found yet: --runs allows no more rounds; --resume continues"
        case .aborted: "nothing found yet: a person or a signal ended the search; --resume continues"
        }
    }

    private var counts: String {
        let versions = "\(document.tested.count) of \(counted(document.searched, "version"))"
        var parts = ["\(versions) in \(counted(document.rounds, "round"))"]
        if document.roundsWithoutVerdict > 0 { parts.append("\(document.roundsWithoutVerdict) without a verdict") }
        if document.roundsFailedOtherwise > 0 {
            parts.append("\(document.roundsFailedOtherwise) that failed in another way and do not count")
        }
        if document.rigFaults > 0 {
            parts.append("the firmware was not put on the bench \(counted(document.rigFaults, "time"))")
        }
        return parts.joined(separator: ", ")
    }
}
