import Ground
public import Journal
public import Reports
import Simulators
import Wording

/// A diagnosis in lines of at most 80 columns.
public struct DiagnosisText {
    private let diagnosis: Diagnosis
    /// The options with which the scenarios were played, the rig first.
    private let options: [String]
    /// The program's name in commands.
    private let program: String

    /// The most scenarios named for each item.
    private static let mostNames = 6
    /// The most signs named for each defect.
    private static let mostSigns = 4

    /// The end of every line of a command except the last.
    private static let goesOn = " \\"

    /// Creates the text. The options, not yet quoted for a shell, follow the scenarios in the command that
    /// distinguishes the first two candidates.
    public init(_ diagnosis: Diagnosis, options: [String] = [], program: String = "trammel") {
        self.diagnosis = diagnosis
        self.program = program
        self.options = options.map { option in
            option.split(separator: " ", maxSplits: 1).map { String($0).asShellWord }.joined(separator: " ")
        }
    }

    /// Creates the text of these runs, including their rig's options if they all had the same.
    public init(_ diagnosis: Diagnosis, of records: [RunRecord], program: String = "trammel") {
        let all = Set(records.map { ["--rig \($0.summary.rig)"] + $0.provenance.overrides })
        self.init(diagnosis, options: all.count == 1 ? all.first ?? [] : [], program: program)
    }

    /// The full text.
    public var lines: [String] {
        Paragraph.lines("", looked, indent: 2) + conclusion + Paragraph.lines("", Sentence.isNoProof, indent: 2)
    }

    /// Returns the likely cause, for the report on a suite; nil for a single scenario, and if nothing explains a
    /// failure. The command, if given, shows the full text.
    public func cause(more command: String? = nil) -> LikelyCause? {
        guard diagnosis.pattern.rows.count > 1, let first = diagnosis.candidates.first else { return nil }
        let beside = diagnosis.isOfTwo ? diagnosis.candidates.first(where: \.isBesideFirst) : nil
        let named = beside.map { [first, $0] } ?? diagnosis.candidates.filter { $0.place == first.place }
        // Of causes that fit equally well, each has to explain the failures alone.
        let support = Support(of: beside == nil ? [first] : named, diagnosis)
        guard support.explained > 0 else { return nil }
        let rivals = rivals(of: named, explaining: support.explained)
        let next = rivals.first.map { rival in
            let own = Support(of: [rival], diagnosis)
            return Sentence.nextCause(rivals.map(\.name), explains: own.explained, against: own.against).description
        }
        // The experiment is between the first two candidates.
        let second = diagnosis.candidates.dropFirst().first?.defect
        let decides = named.count > 1 || rivals.first.map { $0.defect == second } ?? false
        return LikelyCause(
            what(named, together: beside != nil).description, confidence: support.sentence.description,
            explains: support.marks, among: diagnosis.zooScenarios,
            signs: named.compactMap { $0.defect?.facts.sign }, rivals: rivals.map(\.name),
            remarks: [next].compactMap(\.self) + [Sentence.isNoProof.description],
            experiment: beside == nil && decides ? apart : [],
            command: command)
    }

    /// The failures that candidates explain together, and the scenarios that contradict them.
    private struct Support {
        let marks: Set<LikelyCause.Mark>
        /// The number of failed scenarios with a failure that is explained.
        let explained: Int
        /// The number of scenarios with a failure that is not explained, or that should have failed.
        let against: Int
        private let failed: Int
        private let unknown: Int

        init(of candidates: [Candidate], _ diagnosis: Diagnosis) {
            let marks = candidates.reduce(into: Set<LikelyCause.Mark>()) { $0.formUnion($1.evidence.matching) }
            let missed = candidates.reduce(into: Set<String>()) { $0.formUnion($1.evidence.missed) }
            let known = diagnosis.pattern.failed.filter { diagnosis.zooScenarios.contains($0.scenario) }
            let isExplained = { (row: SuitePattern.Row, sign: FailureSign) in marks.contains(row.mark(of: sign)) }
            self.marks = marks
            explained = known.count { row in row.failures.contains { isExplained(row, $0.sign) } }
            against = missed.count + known.count { row in !row.failures.allSatisfy { isExplained(row, $0.sign) } }
            failed = diagnosis.pattern.failed.count
            unknown = failed - known.count
        }

        var sentence: Sentence { .support(explains: explained, of: failed, unknown: unknown, against: against) }
    }

    /// Returns the causes that are named; the rig comes first if it is the most likely.
    private func what(_ named: [Candidate], together: Bool) -> Sentence {
        let defects = named.compactMap { one in one.defect.map { (name: $0.rawValue, meaning: $0.meaning) } }
        let isRigFirst = named.first?.defect == nil
        let mayBeRig = named.contains { $0.defect == nil || !hasRig && $0.mayBeRig }
        return .cause(defects, together: together, rig: isRigFirst ? .first : mayBeRig ? .last : nil)
    }

    /// Returns the next candidates, equally likely ones together; whatever explains less than half as much is no rival.
    private func rivals(of named: [Candidate], explaining explained: Int) -> [Candidate] {
        let others = diagnosis.candidates.filter { one in
            !named.contains { $0.defect == one.defect } && !one.evidence.explained.isEmpty
                && 2 * one.evidence.explained.count >= explained
        }
        return others.filter { $0.place == others.first?.place }
    }

    private var looked: Sentence {
        .lookedAt(
            failed: diagnosis.pattern.failed.count, of: diagnosis.pattern.rows.count,
            unknown: diagnosis.pattern.rows.count - diagnosis.knownScenarios,
            silent: diagnosis.pattern.silentRuns - diagnosis.pattern.tagFailures, ofTags: diagnosis.pattern.tagFailures)
    }

    private var conclusion: [String] {
        if diagnosis.pattern.failed.isEmpty, diagnosis.pattern.tagFailures > 0 {
            return Paragraph.lines("", Sentence.noDefectsOfTags(diagnosis.pattern.tagFailures), indent: 2)
        }
        return switch diagnosis.conclusion {
        case .nothingPlayed: Paragraph.lines("", Sentence.nothingSaysAnything, indent: 2)
        case .nothingFailed: Paragraph.lines("", Sentence.noDefectShows, indent: 2)
        case .nothingKnown: Paragraph.lines("", Sentence.noDefectIsKnown, indent: 2)
        case .fitsNone: Paragraph.lines("", Sentence.noDefectFits, indent: 2)
        case .ranked(let candidates):
            lead(candidates) + candidates.flatMap { lines(of: $0, among: candidates) } + apart
        }
    }

    /// Returns the remarks before the candidates.
    private func lead(_ candidates: [Candidate]) -> [String] {
        if candidates.first?.defect == nil { return Paragraph.lines("", Sentence.isRigFirst, indent: 2) }
        return diagnosis.isOfTwo ? Paragraph.lines("", Sentence.areTwoDefects, indent: 2) : []
    }

    /// Whether the rig is a separate candidate.
    private var hasRig: Bool { diagnosis.candidates.contains { $0.defect == nil } }

    private func lines(of candidate: Candidate, among candidates: [Candidate]) -> [String] {
        let sentence = candidate.defect.map { Sentence.defect($0.rawValue, of: $0.source, meaning: $0.meaning) }
        var lines = Paragraph.lines("\(candidate.place)  ", sentence ?? .rigMeasuresBadly)
        let equals = candidates.filter { $0.place == candidate.place && $0.defect != candidate.defect }
        if !equals.isEmpty { lines += Paragraph.lines("     ", Sentence.isAsLikely(as: equals.map(\.name))) }
        if candidate.mayBeRig, !hasRig { lines += Paragraph.lines("     ", Sentence.mayBeTheRoom) }
        if candidate.isBesideFirst, let first = candidates.first {
            lines += Paragraph.lines("     ", Sentence.isSecondDefect(of: first.name))
        }
        let evidence = candidate.evidence
        let explains = Sentence.explains(
            evidence.explained.count, of: diagnosis.knownFailed, passes: evidence.agreeingPasses)
        lines += Self.block("     for      ", [explains] + signs(of: evidence.explained))
        return lines + Self.block("     against  ", against(evidence))
    }

    /// Returns each sentence on separate lines, the first one after the beginning.
    private static func block(_ beginning: String, _ sentences: [Sentence]) -> [String] {
        let margin = String(repeating: " ", count: beginning.count)
        return sentences.enumerated().flatMap { Paragraph.lines($0 == 0 ? beginning : margin, $1) }
    }

    /// Returns the signs of failures, the most frequent first.
    private func signs(of failed: [CandidateEvidence.Failed]) -> [Sentence] {
        var groups: [(sign: FailureSign, scenarios: [String])] = []
        for one in failed {
            if let place = groups.firstIndex(where: { $0.sign == one.sign }) {
                groups[place].scenarios.append(one.scenario)
            } else {
                groups.append((one.sign, [one.scenario]))
            }
        }
        return groups.enumerated().sorted { left, right in
            let counts = (left.element.scenarios.count, right.element.scenarios.count)
            return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
        }.prefix(Self.mostSigns).map {
            .showed($0.element.sign.description, in: $0.element.scenarios, most: Self.mostNames)
        }
    }

    private func against(_ evidence: CandidateEvidence) -> [Sentence] {
        func names(_ failed: [CandidateEvidence.Failed]) -> [String] { failed.map { "\($0.scenario) (\($0.sign))" } }
        var sentences: [Sentence] = []
        if !evidence.unexplained.isEmpty {
            sentences.append(.areUnexplained(names(evidence.unexplained), most: Self.mostNames))
        }
        if !evidence.otherwise.isEmpty {
            sentences.append(.failOtherwise(names(evidence.otherwise), most: Self.mostNames))
        }
        if !evidence.missed.isEmpty { sentences.append(.areMissed(evidence.missed, most: Self.mostNames)) }
        return sentences.isEmpty ? [.nothingAgainst] : sentences
    }

    /// The scenarios to play to distinguish the first two candidates.
    private var apart: [String] {
        guard diagnosis.candidates.count > 1 else { return [] }
        let names = diagnosis.candidates.prefix(2).map(\.name)
        if diagnosis.candidates.prefix(2).contains(where: { $0.defect == nil }) {
            return Paragraph.lines("", Sentence.tellsFromRig(names[0], names[1]), indent: 2)
        }
        guard !diagnosis.tellingApart.isEmpty else {
            return Paragraph.lines("", Sentence.nothingTellsApart(names[0], names[1]), indent: 2)
        }
        var command = ["    " + (["\(program) run"] + diagnosis.tellingApart).joined(separator: " ").escapedForDisplay]
        for option in options.map(\.escapedForDisplay) {
            let line = command.count - 1
            // Another option may follow, and then the line is escaped.
            if command[line].count + option.count + 3 <= Paragraph.columns {
                command[line] += " " + option
            } else {
                command[line] += Self.goesOn
                command.append("      " + option)
            }
        }
        return Paragraph.lines("", Sentence.tellsApart(names[0], names[1]), indent: 2) + command
    }
}

extension Candidate {
    fileprivate var name: String { defect?.rawValue ?? Sentence.theRig.description }
}
