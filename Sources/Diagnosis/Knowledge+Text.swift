import Ground
import Simulators

/// The table as text, which the program carries: `trammel zoo --knowledge` writes it.
///
///     trammel-knowledge 1
///     smoothing 0.0625 0.25
///     scenarios answersAtOnce hundredRounds
///     several 1
///     accessory healthy 6
///     accessory neverStarts 6
///     6 session.neverStarted 1 5-9
///     ~ 6 session.startedUnasked 3
///     - 1 7
///     rig losing300 6
///
/// The second list has the scenarios with several accessories, counted from 0. An accessory's or a rig's line has the
/// number of runs of each scenario. Each line below it has the number of runs in which a failure occurred, and the
/// scenarios; with a tilde a finding, with a minus runs without verdict.
extension Knowledge {
    static let header = "trammel-knowledge 1"

    /// The table's lines, each ending with a line feed.
    public var text: String {
        var lines = [
            Self.header, "smoothing \(smoothing.outcome) \(smoothing.sign)",
            "scenarios " + scenarios.joined(separator: " "),
        ]
        if !several.isEmpty { lines.append("several " + Self.ranges(of: several.sorted())) }
        for profile in profiles {
            let runs = profile.cells.map(\.runs).max() ?? 0
            lines.append("\(profile.subject.words) \(runs)")
            for (sign, name) in signs.map(\.description).enumerated().sorted(by: { $0.element < $1.element }) {
                lines += Self.lines(profile, "", " \(name)") { cell in cell.failures.first { $0.sign == sign }?.count }
            }
            for (code, name) in findings.map(\.rawValue).enumerated().sorted(by: { $0.element < $1.element }) {
                lines += Self.lines(profile, "~ ", " \(name)") { cell in
                    cell.findings.first { $0.code == code }?.count
                }
            }
            lines += Self.lines(profile, "- ", "") { $0.runs < runs ? runs - $0.runs : nil }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Returns a line for each count that occurs.
    private static func lines(
        _ profile: Profile, _ mark: String, _ name: String, _ count: (Cell) -> Int?
    ) -> [String] {
        let counts = profile.cells.map(count)
        return Set(counts.compactMap(\.self)).sorted(by: >).map { number in
            "\(mark)\(number)\(name) " + ranges(of: counts.indices.filter { counts[$0] == number })
        }
    }

    private static func ranges(of places: [Int]) -> String {
        var ranges: [ClosedRange<Int>] = []
        for place in places {
            if let last = ranges.last, last.upperBound + 1 == place {
                ranges[ranges.count - 1] = last.lowerBound...place
            } else {
                ranges.append(place...place)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: " ")
    }

    /// Reads the format of `text`; nil for anything else.
    public init?(text: String) {
        var reader = KnowledgeReader()
        for line in text.split(separator: "\n") { guard reader.receive(line) else { return nil } }
        guard let knowledge = reader.knowledge else { return nil }
        self = knowledge
    }

    /// The knowledge that this program carries.
    public static let shipped: Knowledge = {
        guard let knowledge = Knowledge(text: String(decoding: PackageResources.knowledge_txt, as: UTF8.self)) else {
            preconditionFailure("knowledge.txt is what 'trammel zoo --knowledge' wrote")
        }
        return knowledge
    }()
}

extension Subject {
    private static let healthyWord = "healthy"

    /// The first two words of its line.
    fileprivate var words: String {
        switch self {
        case .healthy: "accessory \(Self.healthyWord)"
        case .defect(let defect): "accessory \(defect.rawValue)"
        case .rig(let ranging): "rig \(ranging.rawValue)"
        }
    }

    fileprivate init?(words kind: Substring, _ name: Substring) {
        if kind == "rig" {
            guard let ranging = BadRanging(rawValue: String(name)) else { return nil }
            self = .rig(ranging)
        } else if name == Self.healthyWord {
            self = .healthy
        } else {
            guard let defect = Defect(rawValue: String(name)) else { return nil }
            self = .defect(defect)
        }
    }
}

/// Reads the table line by line.
private struct KnowledgeReader {
    private var hasHeader = false
    private var smoothing: Knowledge.Smoothing?
    private var scenarios: [String] = []
    private var several: Set<Int> = []
    private var signs: [FailureSign] = []
    private var findings: [FailureCode] = []
    private var profiles: [Knowledge.Profile] = []

    var knowledge: Knowledge? {
        guard hasHeader, let smoothing, !scenarios.isEmpty, !profiles.isEmpty else { return nil }
        return Knowledge(
            scenarios: scenarios, several: several, signs: signs, findings: findings, profiles: profiles,
            smoothing: smoothing)
    }

    /// Reads a line; false if it is not one of the table's.
    mutating func receive(_ line: Substring) -> Bool {
        let words = line.split(separator: " ")
        guard hasHeader else {
            hasHeader = line == Knowledge.header
            return hasHeader
        }
        switch words.first {
        case "smoothing":
            guard words.count == 3, let outcome = Double(words[1]), let sign = Double(words[2]), outcome > 0, sign > 0
            else { return false }
            smoothing = Knowledge.Smoothing(outcome: outcome, sign: sign)
            return true
        case "scenarios":
            scenarios = words.dropFirst().map(String.init)
            return profiles.isEmpty
        case "several":
            guard profiles.isEmpty, let places = places(of: words.dropFirst()) else { return false }
            several = Set(places)
            return true
        case "accessory", "rig": return begin(words)
        case "~":
            guard let code = words.dropFirst(2).first else { return false }
            let place = Self.place(of: FailureCode(rawValue: String(code)), in: &findings)
            return count(words.dropFirst(), named: true) { $0.findings.append((place, $1)) }
        case "-": return count(words.dropFirst(), named: false) { $0.runs -= min($0.runs, $1) }
        default:
            guard let name = words.dropFirst().first else { return false }
            let place = Self.place(of: FailureSign(name), in: &signs)
            return count(words[...], named: true) { $0.failures.append((place, $1)) }
        }
    }

    private mutating func begin(_ words: [Substring]) -> Bool {
        guard words.count == 3, let runs = Int(words[2]), runs > 0 else { return false }
        guard let subject = Subject(words: words[0], words[1]), profiles.isEmpty == (subject == .healthy),
            subject.isRig || profiles.last?.subject.isRig != true
        else { return false }
        var cell = Knowledge.Cell()
        cell.runs = runs
        profiles.append(
            Knowledge.Profile(subject: subject, cells: Array(repeating: cell, count: scenarios.count)))
        return true
    }

    /// Reads the count, the name if there is one, and the scenarios.
    private mutating func count(
        _ words: ArraySlice<Substring>, named: Bool, _ add: (inout Knowledge.Cell, Int) -> Void
    ) -> Bool {
        guard let number = words.first.flatMap({ Int($0) }), number > 0, !profiles.isEmpty else { return false }
        guard let places = places(of: words.dropFirst(named ? 2 : 1)) else { return false }
        for place in places { add(&profiles[profiles.count - 1].cells[place], number) }
        return true
    }

    /// Returns the scenarios' numbers in words such as `3` and `5-9`; nil if one is no such word.
    private func places(of words: ArraySlice<Substring>) -> [Int]? {
        var places: [Int] = []
        for word in words {
            let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
            guard let low = ends.first ?? nil, let high = ends.last ?? nil, low <= high, scenarios.indices ~= high,
                low >= 0
            else { return nil }
            places += low...high
        }
        return places
    }

    private static func place<Name: Equatable>(of name: Name, in names: inout [Name]) -> Int {
        if let place = names.firstIndex(of: name) { return place }
        names.append(name)
        return names.count - 1
    }
}
