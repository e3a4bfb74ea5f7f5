import Evidence
import OperatingSystem

/// The runs in a folder and its subfolders, found without following links.
struct RunFolders {
    /// The maximum depth of subfolders.
    static let mostDepth = 12

    /// Calls `run` with every run's folder, in the order of their names, and `gate` with every gate's folder before
    /// its runs.
    static func each(
        in folder: String, depth: Int = 0, gate: (String) throws(StoreFault) -> Void,
        run body: (String) throws(StoreFault) -> Void
    ) throws(StoreFault) {
        let names = Files.names(in: folder)
        if GateFolderReading.isGate(names) { try gate(folder) }
        if names.contains("verdict.json") || names.contains("journal.jsonl") { return try body(folder) }
        guard depth < mostDepth else {
            throw .trouble(
                CommandTrouble(
                    what: "\(folder) lies more than \(mostDepth) folders deep", remedy: "Import folders in it instead"))
        }
        for name in names.sorted() {
            let path = RunPath.joined(folder, name)
            if Files.kind(of: path) == .folder { try each(in: path, depth: depth + 1, gate: gate, run: body) }
        }
    }
}
