import OperatingSystem

/// The contents of a `run --output` folder: its runs, and the record of those without a folder.
public struct SuiteFolder: Sendable {
    /// The folder's path as the user wrote it.
    public let folder: String
    /// The folder's own name.
    public let name: String
    /// The runs, in the order in which they were played.
    public let runs: [RunFolder]
    /// Whether this is the folder of a single run, which has no record of a command.
    public let isOneRun: Bool
    /// The record that the command wrote at its end; nil if it did not end.
    public let record: SuiteRecord?
    /// Why the record cannot be used, as a sentence without its final full stop.
    public let trouble: String?

    /// Reads a folder that `--output` named, or that of one run.
    public init(_ folder: String, shownAs shown: String? = nil) throws(CommandError) {
        guard let absolute = Files.absolute(folder), Files.kind(of: absolute) == .folder else {
            throw CommandError(
                what: "\(folder) is no folder", remedy: "Name what 'trammel run --output' made, or one run in it")
        }
        self.folder = shown ?? folder
        name = FileName.last(of: absolute)
        let names = Files.names(in: folder)
        isOneRun = names.contains("verdict.json") || names.contains("journal.jsonl")
        if isOneRun {
            runs = [RunFolder(folder)]
        } else {
            let numbered = names.compactMap { name -> (number: Int, name: String)? in
                guard let number = EvidenceFolder.number(of: name) else { return nil }
                return Files.kind(of: "\(folder)/\(name)") == .folder ? (number, name) : nil
            }
            runs = numbered.sorted { $0.number == $1.number ? $0.name < $1.name : $0.number < $1.number }
                .map { RunFolder("\(folder)/\($0.name)") }
        }
        do throws(CommandError) {
            (record, trouble) = (isOneRun ? nil : try SuiteRecord(in: folder), nil)
        } catch {
            (record, trouble) = (nil, error.what)
        }
    }
}
