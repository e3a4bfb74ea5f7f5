import Glibc
import Ground

/// The files that a path names as a trace: one, or those of a run in its folder.
struct TraceFiles {
    /// In the order in which they are one trace.
    let paths: [String]
    /// Whether it is the folder of a run that never came to its end, whatever the trace says.
    let isOfUnfinishedRun: Bool
    /// The parts of which there is no file although there is a later one, as a sentence without its full stop.
    let missing: String?
    /// The folder of the run, in which its verdict and its journal lie; nil for a file that is no run's whole trace.
    let runFolder: String?
    /// Whether all parts are there from the first one on.
    var isWhole: Bool { missing == nil }

    init(_ path: String) throws(CommandTrouble) {
        guard Self.kind(of: path) == S_IFDIR else {
            (paths, isOfUnfinishedRun, missing) = ([path], false, nil)
            let isRuns = path == Self.wholeName || path.hasSuffix("/\(Self.wholeName)")
            runFolder = isRuns && Self.kind(of: path) == S_IFREG ? Files.folder(of: path) : nil
            return
        }
        let names = Files.names(in: path)
        let parts = names.compactMap(Self.part).sorted()
        let hasWhole = names.contains(Self.wholeName)
        guard hasWhole != !parts.isEmpty else {
            let what = hasWhole ? "a whole trace and parts of one" : "no trace"
            throw CommandTrouble(what: "\(path) holds \(what)", remedy: "Name a file, or the folder of one run")
        }
        paths = (hasWhole ? [Self.wholeName] : parts.map(Self.name)).map { "\(path)/\($0)" }
        isOfUnfinishedRun = !names.contains("verdict.json")
        missing = Self.missing(in: parts)
        runFolder = path
    }

    /// Whether the files can be opened again and then hold the same.
    var canBeReadAgain: Bool { paths.allSatisfy { Self.kind(of: $0) == S_IFREG } }

    static let wholeName = "trace.pcapng"

    /// The name of a part's file: `trace-001.pcapng`, with more digits from the thousandth on.
    static func name(ofPart number: Int) -> String {
        let count = String(number)
        return "trace-\(String(repeating: "0", count: max(0, 3 - count.count)))\(count).pcapng"
    }

    private static func part(named name: String) -> Int? {
        guard name.hasPrefix("trace-"), name.hasSuffix(".pcapng"),
            let number = Int(name.dropFirst(6).dropLast(7)), number > 0, Self.name(ofPart: number) == name
        else { return nil }
        return number
    }

    private static func missing(in parts: [Int]) -> String? {
        var gaps: [String] = []
        for (before, part) in zip([0] + parts, parts) where part > before + 1 {
            gaps.append(part == before + 2 ? "\(before + 1)" : "\(before + 1) to \(part - 1)")
        }
        guard !gaps.isEmpty else { return nil }
        return "of the trace's parts there is no file of \(gaps.joined(separator: ", "))"
    }

    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
