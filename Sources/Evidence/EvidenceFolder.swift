import Glibc
import Ground
public import Journal
import OperatingSystem
public import Reports

/// What runs leave on disk: a folder each with journal and verdict, and one report of all.
///
/// The report is there from the beginning, made where none was: so of all commands that name one folder, however close
/// together they begin, a single one gets it.
public struct EvidenceFolder: Sendable {
    /// The folder given on the command line.
    public let folder: String
    /// The folder as whoever asked for it calls it: in a virtual machine it has another path.
    private let shownFolder: String
    private let options: TraceKeeping
    /// With what all runs are played.
    private let provenance: Provenance
    private let report: ReportFile

    /// Makes the folder where it is missing, and takes it for this command alone.
    public init(
        in folder: String, shownAs shownFolder: String? = nil, options: TraceKeeping, of command: String,
        with provenance: Provenance
    ) throws(CommandTrouble) {
        self.folder = folder
        self.shownFolder = shownFolder ?? folder
        self.options = options
        self.provenance = provenance
        let path = "\(folder)/\(Self.reportName)"
        do {
            try Files.makeFolder(folder)
        } catch {
            throw .cannotWrite(folder, error)
        }
        guard !Self.isClaimed(folder) else {
            report = ReportFile(begun: path, isOwnName: true, with: provenance)
            return
        }
        do throws(CommandTrouble) {
            report = try ReportFile(path, .new, of: command, with: provenance)
        } catch {
            throw Files.kind(of: path) == nil ? error : Self.taken(folder)
        }
        // Who looked before may have seen neither the report nor a run of somebody who came first.
        guard !Self.holdsRuns(folder) else {
            Files.remove(path)
            throw Self.taken(folder)
        }
    }

    /// Goes on with a folder in which an earlier command left runs; whoever does that knows which runs those are.
    public init(
        takingUp folder: String, shownAs shownFolder: String? = nil, options: TraceKeeping,
        with provenance: Provenance
    ) {
        self.folder = folder
        self.shownFolder = shownFolder ?? folder
        self.options = options
        self.provenance = provenance
        report = ReportFile(begun: "\(folder)/\(Self.reportName)", isOwnName: true, with: provenance)
    }

    /// True when an earlier series left its results there, whose verdicts could be taken for those of a new one.
    public static func isLeft(in folder: String) -> Bool {
        holdsRuns(folder) || (!isClaimed(folder) && Files.kind(of: "\(folder)/\(reportName)") != nil)
    }

    /// Whether there are folders of runs in it.
    static func holdsRuns(_ folder: String) -> Bool {
        Files.names(in: folder).contains { number(of: $0) != nil }
    }

    /// The number of the run whose folder has this name; nil for any other name.
    public static func number(of name: String) -> Int? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        return digits.count >= 3 && name.dropFirst(digits.count).hasPrefix("-") ? Int(digits) ?? .max : nil
    }

    private static func taken(_ folder: String) -> CommandTrouble {
        CommandTrouble(
            what: "\(folder) holds the results of an earlier run, or of one that is still running",
            remedy: "Name another folder or remove those results")
    }

    public static let reportName = "report.xml"

    /// The variable in which this program, in the virtual machine, gets the folder that its host took for it.
    public static let claimed = "TRAMMEL_CLAIMED"

    /// Whether the host of this virtual machine took the folder, and writes what is for people there.
    public static func isClaimed(_ folder: String) -> Bool { getenv(claimed).map { String(cString: $0) } == folder }

    /// Makes the folder of the run with this number, counted from 1: `001-fullFlow-seed1`.
    ///
    /// `material` is what it plays, `gate` of which release gate it is, and `search` with which firmware a search plays
    /// it: all stand in its verdict. `place` is a folder inside of this one.
    public func begin(
        run number: Int, of scenario: String, seed: UInt64, isLive: Bool, playing material: RunMaterial? = nil,
        gate: GateMark? = nil, search: SearchMark? = nil, in place: String? = nil
    ) throws(CommandTrouble) -> RunEvidence {
        var name = Self.name(of: number, of: scenario, seed: seed)
        if let place {
            do { try Files.makeFolder("\(folder)/\(place)") } catch { throw .cannotWrite("\(folder)/\(place)", error) }
            name = "\(place)/\(name)"
        }
        return try RunEvidence(
            in: "\(folder)/\(name)", shownAs: "\(shownFolder)/\(name)", options: options, isLive: isLive,
            of: provenance.begun(at: Program.date), playing: material, gate: gate, search: search)
    }

    /// The name of such a run's folder.
    public static func name(of number: Int, of scenario: String, seed: UInt64) -> String {
        let count = String(number)
        let padding = String(repeating: "0", count: max(0, 3 - count.count))
        let name = String(scenario.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._".contains($0)) ? $0 : "-" })
        return "\(padding)\(count)-\(name)-seed\(seed)"
    }

    /// What a verdict is called that is worth nothing.
    public static let distrustedName = "verdict.distrusted.json"

    /// Takes back the verdict that a run left in its folder, which is then one that never came to its end.
    ///
    /// What measured it turned out to be wrong. It stays there by another name.
    public static func distrust(_ run: String) { rename("\(run)/verdict.json", "\(run)/\(distrustedName)") }

    /// Takes back all verdicts of the runs in a folder.
    public static func distrustRuns(in folder: String) {
        for name in Files.names(in: folder) where number(of: name) != nil { distrust("\(folder)/\(name)") }
    }

    /// Whether the report is still the one of a command that did not end.
    public func isUnended(_ report: [UInt8]) -> Bool { self.report.beginning == report }

    /// Writes the report of all runs.
    public func end(_ tally: RunTally) throws(CommandTrouble) { try report.end(tally) }
}
