import Evidence
import Ground
import JSON
import Journal
import Statistics

/// The parameters of a search, which must all be the same for it to be resumed.
struct BisectStart: Codable, Hashable {
    struct Played: Codable, Hashable {
        let scenario: String
        let hash: String
    }

    static let format = 3

    var format = BisectStart.format
    /// The start in nanoseconds since 1970, so that two otherwise identical searches have different records.
    let began: Int64
    let program: String
    let versions: [String]
    let badRate: Double
    let goodRate: Double
    let confidence: Double
    let target: BisectSearch.Target
    let build: String?
    let flash: String
    let scenarios: [Played]
    let bench: String
    /// The bench's fingerprint.
    let fingerprint: String

    private var rates: [Double] { [badRate, goodRate, confidence] }

    /// Returns the parameter that differs, as named on the command line; nil if none does.
    func difference(from other: BisectStart) -> String? {
        let parts: [(String, Bool)] = [
            ("the format of the record", format == other.format), ("the program", program == other.program),
            ("the versions", versions == other.versions),
            ("the rates and the confidence", rates == other.rates),
            ("the failure that is looked for", target == other.target), ("--build", build == other.build),
            ("--flash", flash == other.flash), ("the scenarios", scenarios == other.scenarios),
            ("the bench", bench == other.bench && fingerprint == other.fingerprint),
        ]
        return parts.first { !$0.1 }?.0
    }
}

/// One run of a round.
struct BisectRun: Codable, Hashable {
    let scenario: String
    let folder: String
    let verdict: VerdictKind
    /// The code of the first failure, or of the error that prevented a verdict on the accessory; nil for a pass.
    let code: String?
    /// Whether the rig had a fault, regardless of the verdict.
    let hadRigFault: Bool
    /// The hash of its manifest.
    let manifest: String?
    /// The hash of its verdict.
    var document: String?
    /// The reason why there is no verdict on the accessory; nil if there is one, or the reason is unknown.
    var reason: String?

    /// The result in words for people.
    var words: String {
        let parts = ["\(folder): \(verdict.words)", code ?? "without a code"]
        return parts.joined(separator: ", ") + (reason.map { ": \($0.shown(200))" } ?? "")
    }
}

/// The results of all scenarios, each played once with one version.
struct BisectRound: Codable, Hashable {
    let version: Int
    let seed: UInt64
    let runs: [BisectRun]
    /// Whether the round counts; false if other, parallel rounds decided the version before it ended.
    let counts: Bool

    /// The outcome of the round. A failure during a rig fault says nothing, nor does a timeout.
    var outcome: BisectSearch.Round {
        let failures = runs.filter { $0.verdict == .failed && !$0.hadRigFault }.map { run in
            BisectSearch.Failure(scenario: run.scenario, code: run.code ?? "")
        }
        if !failures.isEmpty { return .failed(failures) }
        return !runs.isEmpty && runs.allSatisfy { $0.verdict == .passed } ? .passed : .noVerdict
    }

    /// The reason why it has no verdict; nil if it has one.
    var trouble: String? {
        outcome == .noVerdict ? runs.first { $0.verdict != .passed }?.words ?? "it has no runs" : nil
    }
}

/// A line of a search's record: the next action, or the result of one.
enum BisectEntry: Codable, Hashable {
    case began(search: BisectStart)
    case resumed(cutBytes: Int)
    case skipped(version: Int, reason: String)
    case built(version: Int, sha256: String)
    case flashed(version: Int, sha256: String, identity: String, ports: [String])
    /// The firmware could not be written, or another one ran.
    case rigFault(version: Int, what: String)
    case started(version: Int, seed: UInt64, folders: [String])
    case round(played: BisectRound)
    case ended(result: String, document: String)
}

/// The lines of a record, each of which authenticates itself and all previous ones.
///
/// A line is `{"chain":HASH,"entry":{...}}`; the hash is that of a chain over the entries (`HashChain`).
struct BisectLines {
    private static let beginning = Array(#"{"chain":""#.utf8)
    private static let middle = Array(#"","entry":"#.utf8)
    private var chain = HashChain()
    /// The chain's value after the last line.
    var last: ContentHash { chain.value }

    /// Returns the line of the next entry, including the line feed.
    mutating func line(_ entry: BisectEntry) -> [UInt8] {
        let bytes = JSON.line(entry)
        chain.append(bytes)
        return Self.beginning + Array(chain.value.hex.utf8) + Self.middle + bytes + Array("}\n".utf8)
    }

    /// Parses the next line, without its line feed. Throws its problem as a sentence without a final full stop.
    mutating func entry(_ line: ArraySlice<UInt8>) throws(DocumentError) -> BisectEntry {
        let start = line.startIndex + Self.beginning.count
        let (hashEnd, entryStart) = (start + 64, start + 64 + Self.middle.count)
        guard line.count > Self.beginning.count + 64 + Self.middle.count, line.starts(with: Self.beginning),
            line[hashEnd...].starts(with: Self.middle), line.last == UInt8(ascii: "}")
        else { throw DocumentError("it is no line of a search's record", offset: 0) }
        let content = line[entryStart...].dropLast()
        let entry: BisectEntry
        do {
            entry = try JSON.value(from: content)
        } catch {
            throw DocumentError("this version knows no such entry", offset: entryStart - line.startIndex)
        }
        chain.append(content)
        guard Array(chain.value.hex.utf8).elementsEqual(line[start..<hashEnd]) else {
            throw DocumentError("it was changed, or lines before it were", offset: start - line.startIndex)
        }
        return entry
    }
}
