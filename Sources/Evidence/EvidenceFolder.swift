import Glibc
import Ground
public import Journal
import OperatingSystem
public import Reports

/// The folder of a command's runs: a folder for each run with journal and verdict, and one report of all runs.
///
/// The report is created at the beginning, where there was none. So if several commands name the same folder, only one
/// of them gets it, however close together they start.
public struct EvidenceFolder: Sendable {
    /// The folder given on the command line.
    public let folder: String
    /// The folder's path as the user wrote it; in a virtual machine the actual path is different.
    private let shownFolder: String
    private let options: TraceKeeping
    /// The provenance of all runs.
    private let provenance: Provenance
    private let report: ReportFile

    /// Creates the folder if it is missing, and claims it for this command.
    public init(
        in folder: String, shownAs shownFolder: String? = nil, options: TraceKeeping, of command: String,
        with provenance: Provenance
    ) throws(CommandError) {
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
        for (name, mark) in Self.documents {
            // Found out now, and not when everything has been played.
            guard let obstacle = FileName.obstacle("\(folder)/\(name)", .renewing(mark)) else { continue }
            throw CommandError(what: obstacle, remedy: nil)
        }
        guard !Self.isClaimed(folder) else {
            report = ReportFile(begun: path, isOwnName: true, with: provenance)
            return
        }
        do throws(CommandError) {
            report = try ReportFile(path, .new, of: command, with: provenance)
        } catch {
            throw Files.kind(of: path) == nil ? error : Self.taken(folder)
        }
        // Another command may have claimed the folder, and even created a run, after the first look.
        guard !Self.holdsRuns(folder) else {
            Files.remove(path)
            throw Self.taken(folder)
        }
    }

    /// Continues in a folder in which an earlier command left runs; the caller knows which runs those are.
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

    /// Returns true if an earlier command left its results there, whose verdicts could be mistaken for new ones.
    public static func isLeft(in folder: String) -> Bool {
        holdsRuns(folder) || (!isClaimed(folder) && Files.kind(of: "\(folder)/\(reportName)") != nil)
    }

    /// Returns whether the folder contains folders of runs.
    static func holdsRuns(_ folder: String) -> Bool {
        Files.names(in: folder).contains { number(of: $0) != nil }
    }

    /// Returns the number of the run whose folder has this name; nil for any other name.
    public static func number(of name: String) -> Int? {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        return digits.count >= 3 && name.dropFirst(digits.count).hasPrefix("-") ? Int(digits) ?? .max : nil
    }

    private static func taken(_ folder: String) -> CommandError {
        CommandError(
            what: "\(folder) holds the results of an earlier run, or of one that is still running",
            remedy: "Name another folder or remove those results")
    }

    public static let reportName = "report.xml"

    /// The other files that commands write into such a folder at their end.
    private static let documents: [(name: String, mark: FileSignature)] =
        [
            ("index.html", .page), (SuiteRecord.fileName, .runs), ("bisect.json", .bisect),
            (GateRecord.documentName, .gate), ("gate.html", .page), ("gate.xml", ReportForm.junit.mark),
        ]
        + GateStatements.Kind.allCases.flatMap { kind in
            [true, false].map { (kind.fileName(isSigned: $0), kind.signature(isSigned: $0)) }
        }

    /// The environment variable that tells this program, in the virtual machine, which folder its host claimed for it.
    public static let claimed = "TRAMMEL_CLAIMED"

    /// Returns whether the host of this virtual machine claimed the folder and writes the reports there.
    public static func isClaimed(_ folder: String) -> Bool { getenv(claimed).map { String(cString: $0) } == folder }

    /// Creates the folder of the run with this number, counted from 1: `001-fullFlow-seed1`.
    ///
    /// `material` is what the run plays, `gate` the release gate it belongs to, and `search` the firmware with which a
    /// search plays it; all of them are in its verdict. `place` is a folder inside this one.
    public func begin(
        run number: Int, of scenario: String, seed: UInt64, isLive: Bool, playing material: RunMaterial? = nil,
        gate: GateMembership? = nil, search: SearchMembership? = nil, in place: String? = nil
    ) throws(CommandError) -> RunEvidence {
        var name = Self.name(of: number, of: scenario, seed: seed)
        if let place {
            do { try Files.makeFolder("\(folder)/\(place)") } catch { throw .cannotWrite("\(folder)/\(place)", error) }
            name = "\(place)/\(name)"
        }
        return try RunEvidence(
            in: "\(folder)/\(name)", shownAs: "\(shownFolder)/\(name)", options: options, isLive: isLive,
            of: provenance.begun(at: Program.date), playing: material, gate: gate, search: search)
    }

    /// Returns the name of such a run's folder.
    public static func name(of number: Int, of scenario: String, seed: UInt64) -> String {
        let count = String(number)
        let padding = String(repeating: "0", count: max(0, 3 - count.count))
        let name = String(scenario.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._".contains($0)) ? $0 : "-" })
        return "\(padding)\(count)-\(name)-seed\(seed)"
    }

    /// The file name of a verdict that does not count.
    public static let distrustedName = "verdict.distrusted.json"

    /// Withdraws a run's verdict, so that the run counts as one that never ended.
    ///
    /// Use this when the clock that measured the run turns out to be wrong. The verdict stays in the folder under
    /// another name.
    public static func distrust(_ run: String) { rename("\(run)/verdict.json", "\(run)/\(distrustedName)") }

    /// Withdraws all verdicts of the runs in a folder.
    public static func distrustRuns(in folder: String) {
        for name in Files.names(in: folder) where number(of: name) != nil { distrust("\(folder)/\(name)") }
    }

    /// Returns whether the report is still that of a command that did not end.
    public func isUnended(_ report: [UInt8]) -> Bool { self.report.beginning == report }

    /// Writes the report of all runs.
    public func end(_ tally: RunTally) throws(CommandError) { try report.end(tally) }
}
