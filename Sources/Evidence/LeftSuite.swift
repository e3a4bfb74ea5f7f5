import OperatingSystem

/// What a `run --output` left in its folder: its runs, and what it says of those that have no folder.
public struct LeftSuite: Sendable {
    /// The folder as whoever asked for it calls it.
    public let folder: String
    /// The folder's own name.
    public let name: String
    /// In the order in which they were played.
    public let runs: [LeftRun]
    /// Whether it is the folder of one run, which no command gave a record.
    public let isOneRun: Bool
    /// What the command said at its end; nil where it did not end, or is older than this record.
    public let record: SuiteRecord?
    /// Why the record cannot be used, as a sentence without its full stop.
    public let trouble: String?

    /// Reads a folder that `--output` named, or that of one run.
    public init(_ folder: String, shownAs shown: String? = nil) throws(CommandTrouble) {
        guard let absolute = Files.absolute(folder), Files.kind(of: absolute) == .folder else {
            throw CommandTrouble(
                what: "\(folder) is no folder", remedy: "Name what 'trammel run --output' made, or one run in it")
        }
        self.folder = shown ?? folder
        name = FileName.last(of: absolute)
        let names = Files.names(in: folder)
        isOneRun = names.contains("verdict.json") || names.contains("journal.jsonl")
        if isOneRun {
            runs = [LeftRun(folder)]
        } else {
            let numbered = names.compactMap { name -> (number: Int, name: String)? in
                guard let number = EvidenceFolder.number(of: name) else { return nil }
                return Files.kind(of: "\(folder)/\(name)") == .folder ? (number, name) : nil
            }
            runs = numbered.sorted { $0.number == $1.number ? $0.name < $1.name : $0.number < $1.number }
                .map { LeftRun("\(folder)/\($0.name)") }
        }
        do throws(CommandTrouble) {
            (record, trouble) = (isOneRun ? nil : try SuiteRecord(in: folder), nil)
        } catch {
            (record, trouble) = (nil, error.what)
        }
    }
}
