import Glibc
import Testing

/// A folder that is gone when the test is.
public final class Scratch {
    public let path: String

    /// Makes the folder.
    public init() throws {
        path = try Self.path(named: "folder")
        try #require(mkdir(path, 0o700) == 0)
    }

    deinit { Self.remove(path) }

    /// The path of something in it.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in a folder, sorted; nil when there is none.
    public static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The content of a file; nil when there is none.
    public static func bytes(of path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while true {
            let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                count = max(0, read(file, buffer.baseAddress, buffer.count))
            }
            guard !part.isEmpty else { return bytes }
            bytes += part
        }
    }

    /// A run's journal as its lines, the first one left out: it alone tells where and when the run was played.
    public static func journal(of folder: String) -> [ArraySlice<UInt8>]? {
        bytes(of: "\(folder)/journal.jsonl").map { Array($0.split(separator: 0x0A).dropFirst()) }
    }

    /// The content of a file as text; nil when there is none.
    public static func text(of path: String) -> String? { bytes(of: path).map { String(decoding: $0, as: UTF8.self) } }

    /// Writes a file anew.
    public static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        try #require(file >= 0 && count == bytes.count)
    }

    /// The same with a text.
    public static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    /// A path that nobody else uses.
    public static func path(named name: String) throws -> String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        return "\(folder)/trammel-\(name)-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    }

    private static func remove(_ path: String) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) ?? [] { remove("\(path)/\(name)") }
        }
        if unlink(path) != 0 { rmdir(path) }
    }
}
