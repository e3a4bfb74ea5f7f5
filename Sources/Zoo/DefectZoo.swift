public import Ground
public import Journal
import Reports
public import Simulators

/// Scenarios with every known defect of one part, and with a healthy one.
///
/// Defects of screens, phone apps and other phones have a zoo each, because they are no accessory's fault and not part
/// of its diagnosis.
public struct DefectZoo<Defect: NamedDefect>: PlayableZoo {
    /// The result of one scenario with one defect.
    public struct Result: Sendable {
        /// Nil for a healthy part.
        public let defect: Defect?
        public let scenario: String
        public let verdict: VerdictKind
        /// The codes of its failures.
        public let codes: [FailureCode]

        /// Whether a failure names the defect.
        public var isNamed: Bool { defect.map { codes.contains($0.sign) } ?? false }

        /// Whether a healthy part was blamed.
        var isFalseAlarm: Bool { defect == nil && verdict != .passed }
        var blamesRig: Bool { verdict == .error || verdict == .timedOut }

        /// Whether it is a false alarm, blames the rig, or is no verdict.
        public var isWrong: Bool { isFalseAlarm || verdict != .passed && verdict != .failed }
    }

    /// The verdict of one run, with the codes of its failures.
    typealias Played = (verdict: VerdictKind, codes: [FailureCode])

    /// The names of the scenarios.
    public let scenarios: [String]
    /// The seed of every run.
    public let seed: UInt64
    /// The defects that are played.
    public let defects: [Defect]
    /// Nil for a healthy part.
    private let parts: [Defect?]
    private let playOne: @Sendable (Defect?, _ scenario: Int) -> Played

    /// Creates a zoo; a choice of defects omits the healthy part.
    init(
        _ scenarios: [String], seed: UInt64, defects chosen: [Defect],
        play: @escaping @Sendable (Defect?, _ scenario: Int) -> Played
    ) {
        (self.scenarios, self.seed) = (scenarios, seed)
        defects = chosen.isEmpty ? Defect.allCases : chosen
        parts = (chosen.isEmpty ? [nil] : []) + defects.map(Optional.some)
        playOne = play
    }

    public var count: Int { scenarios.count * parts.count }

    /// Plays the run with this index, counted from 0: all scenarios with the healthy part come first.
    public func play(at index: Int) -> Result {
        let (part, scenario) = index.quotientAndRemainder(dividingBy: scenarios.count)
        let played = playOne(parts[part], scenario)
        return Result(
            defect: parts[part], scenario: scenarios[scenario], verdict: played.verdict, codes: played.codes)
    }

    public func report(on results: [Result]) -> ZooReport {
        ZooReport(
            text: text(of: results), brief: brief(of: results), json: DefectZooDocument(self, results).json,
            isComplete: isComplete(results))
    }

    /// Whether every defect played was named, nothing healthy failed, and the rig was never blamed.
    func isComplete(_ results: [Result]) -> Bool {
        !results.isEmpty && !results.contains(where: \.isWrong) && escaped(of: results).isEmpty
    }

    /// Returns the defects that no scenario named.
    func escaped(of results: [Result]) -> [Defect] {
        defects.filter { defect in !results.contains { $0.defect == defect && $0.isNamed } }
    }

    private func text(of results: [Result]) -> String {
        let width = defects.map(\.rawValue.count).max() ?? 0
        var lines = ["defects of \(Defect.subject), each with its code and the scenarios that name it"]
        for defect in defects {
            let names = results.filter { $0.defect == defect && $0.isNamed }.map(\.scenario)
            lines += Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  ",
                names.isEmpty ? "ESCAPED: \(defect.meaning)" : "\(defect.sign): \(names.joined(separator: ", "))")
        }
        return (lines + wrong(in: results)).joined(separator: "\n") + "\n"
    }

    /// Returns the defects that escaped, whatever was wrong, and the counts.
    private func brief(of results: [Result]) -> String {
        let escaped = escaped(of: results)
        let lines = escaped.flatMap { Paragraph.lines("escaped: ", "\($0.rawValue): \($0.meaning)", indent: 6) }
        let wrong = wrong(in: results)
        let counts = [
            "\(defects.count - escaped.count) of \(counted(defects.count, "defect")) of \(Defect.subject) named; "
                + "\(counted(results.count(where: \.isWrong), "run")) of \(results.count) ended wrongly",
            "--matrix shows which scenarios name each defect, and its code",
        ]
        return (lines + wrong + counts).joined(separator: "\n") + "\n"
    }

    private func wrong(in results: [Result]) -> [String] {
        results.filter(\.isWrong).flatMap { result in
            let part = result.defect?.rawValue ?? "\(Defect.subject) without a defect"
            let codes = result.codes.map { " \($0)" }.joined()
            return Paragraph.lines("wrong: ", "\(result.scenario) with \(part): \(result.verdict.rawValue)\(codes)")
        }
    }

    /// The report of a search that has not begun.
    public static var unended: ZooReport {
        DefectZoo([], seed: 0, defects: [], play: { _, _ in (.skipped, []) }).report(on: [])
    }

    /// The known defects with their meanings, in lines of at most 80 columns.
    public static var list: String {
        let width = Defect.allCases.map(\.rawValue.count).max() ?? 0
        let lines = Defect.allCases.flatMap {
            Paragraph.lines("  " + $0.rawValue.padded(to: width) + "  ", $0.meaning)
        }
        return (["defects of \(Defect.subject)"] + lines).joined(separator: "\n") + "\n"
    }
}
