import Evidence
import OperatingSystem

/// The folders of runs and gates in a folder and its subfolders, in the order of their names, found without following
/// links.
struct RunFolders {
    /// The maximum depth of subfolders.
    static let mostDepth = 12

    private(set) var runs: [String] = []
    private(set) var gates: [String] = []

    init(in folder: String) throws(CommandError) { try search(folder, depth: 0) }

    private mutating func search(_ folder: String, depth: Int) throws(CommandError) {
        let names = Files.names(in: folder)
        if GateFolderReading.isGate(names) { gates.append(folder) }
        if names.contains("verdict.json") || names.contains("journal.jsonl") { return runs.append(folder) }
        guard depth < Self.mostDepth else {
            throw CommandError(
                what: "\(folder) lies more than \(Self.mostDepth) folders deep", remedy: "Import folders in it instead")
        }
        for name in names.sorted() {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            if Files.kind(of: path) == .folder { try search(path, depth: depth + 1) }
        }
    }

    /// Returns whether the folder contains a run with a verdict.
    static func holdsRun(_ folder: String) -> Bool { Files.kind(of: "\(folder)/verdict.json") == .regular }
}
