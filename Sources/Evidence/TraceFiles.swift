import Glibc
import Ground
import OperatingSystem
import Recordings
import Traces

/// The files of a trace at a path: a single file, or those of a run in its folder.
struct TraceFiles {
    /// The paths, in the order in which they form one trace.
    let paths: [String]
    /// Whether it is the folder of a run that never ended, whatever the trace says.
    let isOfUnfinishedRun: Bool
    /// The parts that are missing before a later one, as a sentence without its final full stop.
    let missing: String?
    /// The run's folder, with its verdict and its journal; nil for a file that is not a run's complete trace.
    let runFolder: String?
    /// Whether all parts are there, from the first one on.
    var isWhole: Bool { missing == nil }

    init(_ given: String) throws(CommandError) {
        let path = try Self.onlyRun(in: given)
        guard Self.kind(of: path) == .folder else {
            if let refusal = OwnTrace.refusal(of: path) { throw refusal }
            (paths, isOfUnfinishedRun, missing) = ([path], false, nil)
            let isRuns = path == Self.wholeName || path.hasSuffix("/\(Self.wholeName)")
            runFolder = isRuns && Self.kind(of: path) == .regular ? Files.folder(of: path) : nil
            return
        }
        let names = Files.names(in: path)
        let parts = names.compactMap(Self.part).sorted()
        let hasWhole = names.contains(Self.wholeName)
        guard hasWhole != !parts.isEmpty else {
            let what = hasWhole ? "a whole trace and parts of one" : "no trace"
            throw CommandError(what: "\(path) holds \(what)", remedy: "Name a file, or the folder of one run")
        }
        paths = (hasWhole ? [Self.wholeName] : parts.map(Self.name)).map { "\(path)/\($0)" }
        isOfUnfinishedRun = !names.contains("verdict.json")
        missing = Self.missing(in: parts)
        runFolder = path
    }

    /// Returns the folder of the only run in a command's output folder, or the path itself; throws for several runs.
    private static func onlyRun(in path: String) throws(CommandError) -> String {
        guard kind(of: path) == .folder else { return path }
        let names = Files.names(in: path).sorted()
        let runs = names.filter { name in
            kind(of: "\(path)/\(name)") == .folder
                && Files.names(in: "\(path)/\(name)").contains { $0 == wholeName || part(named: $0) != nil }
        }
        guard !runs.isEmpty, !names.contains(where: { $0 == wholeName || part(named: $0) != nil }) else { return path }
        guard runs.count > 1 else { return "\(path)/\(runs[0])" }
        throw CommandError(
            what: "\(path) holds \(runs.count) runs",
            remedy: "Name one of them, such as \(path)/\(runs[0])")
    }

    /// Whether the files can be opened again with the same contents.
    var canBeReadAgain: Bool { paths.allSatisfy { Self.kind(of: $0) == .regular } }

    /// The size of all files in bytes; nil if they cannot be opened again.
    var size: Int? {
        guard canBeReadAgain else { return nil }
        return paths.reduce(0) { $0 + ((try? FileStatus(of: $1).size) ?? 0) }
    }

    static let wholeName = "trace.pcapng"

    /// Returns the name of a part's file: `trace-001.pcapng`, with more digits from the thousandth on.
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

    private static func kind(of path: String) -> FileStatus.Kind? { try? FileStatus(of: path).kind }
}

/// Distinguishes traces of this program from captures made by others.
public enum OwnTrace {
    /// The number of bytes examined: a header with its scenario and its rig is far smaller.
    private static let sample = 1 << 20

    /// Returns whether a path is the folder of a run, or a file that begins like a trace.
    public static func `is`(_ path: String) -> Bool {
        if Files.names(in: path).contains(where: { $0.hasPrefix("trace") && $0.hasSuffix(".pcapng") }) { return true }
        guard let bytes = try? Files.bytes(of: path, atMost: sample) else { return false }
        var reader = TraceReader()
        var events: [TraceEvent] = []
        // A trace that is damaged further on is still a trace.
        try? reader.receive(bytes[...], into: &events)
        if case .began = events.first { return true }
        return false
    }

    /// Returns the error for a file that is another program's capture, with the commands that read one; nil for any
    /// other file.
    static func refusal(of path: String) -> CommandError? {
        guard (try? FileStatus(of: path).kind) == .regular,
            let bytes = try? Files.bytes(of: path, atMost: CaptureFormat.bytesWanted),
            case .format(let format) = CaptureFormat.detect(bytes), format != .pcapng
        else { return nil }
        return CommandError(
            what: "\(path) is a capture of another program (\(format.rawValue)), not a trace",
            remedy: "'\(Program.command) judge' says what it shows, and '\(Program.command) import' makes a trace of it"
        )
    }
}

/// The limits on a run's trace: the parts that are kept, and the room that stays free on the disk.
public struct TraceKeeping: Hashable, Sendable {
    /// The size at which another file of the trace begins; nil for a single file.
    public var limit: ByteCount?
    /// The number of newest files to keep; nil for all of them.
    public var keep: Int?
    /// With less room than this on the disk, the trace ends and the run is an error.
    public var reserve: ByteCount

    public init(limit: ByteCount? = nil, keep: Int? = nil, reserve: ByteCount = ByteCount(bytes: 128 << 20)) {
        self.limit = limit
        self.keep = keep
        self.reserve = reserve
    }
}

/// A number of bytes as people write it: `1000`, `64K`, `2G`; K, M, G and T, in either case, are powers of 1024.
public struct ByteCount: Hashable, Sendable, CustomStringConvertible {
    public let bytes: UInt64

    public init(bytes: UInt64) { self.bytes = bytes }

    /// Parses a number of bytes; nil for any other text.
    public init?(argument: String) {
        let letters = "KMGT"
        var digits = argument[...]
        var shift = 0
        if let last = argument.last?.uppercased(), let place = letters.map(String.init).firstIndex(of: last) {
            digits = argument.dropLast()
            shift = 10 * (place + 1)
        }
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = UInt64(digits),
            count <= .max >> UInt64(shift)
        else { return nil }
        bytes = count << UInt64(shift)
    }

    public var description: String {
        for (place, letter) in "KMGT".enumerated().reversed() {
            let unit = UInt64(1) << UInt64(10 * (place + 1))
            if bytes >= unit, bytes % unit == 0 { return "\(bytes / unit)\(letter)" }
        }
        return "\(bytes)"
    }
}

extension TraceKeeping {
    /// The options as words of a command line.
    public var words: [String] {
        var words = ["--trace-reserve", "\(reserve)"]
        if let limit { words += ["--trace-limit", "\(limit)"] }
        if let keep { words += ["--trace-keep", "\(keep)"] }
        return words
    }
}
