import Glibc
import Testing

/// A temporary folder that is deleted after the test.
public final class Scratch {
    public let path: String

    public init() throws {
        path = try Self.path(named: "folder")
        try #require(mkdir(path, 0o700) == 0)
    }

    deinit { Self.remove(path) }

    /// Returns the path of a file in the folder.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Returns the sorted names in a folder; nil if it does not exist.
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

    /// Returns the content of a file; nil if it does not exist.
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

    /// Returns the lines of a run's journal except the first, which alone depends on where and when the run was
    /// played.
    public static func journal(of folder: String) -> [ArraySlice<UInt8>]? {
        bytes(of: "\(folder)/journal.jsonl").map { Array($0.split(separator: 0x0A).dropFirst()) }
    }

    /// Returns the content of a file as text; nil if it does not exist.
    public static func text(of path: String) -> String? { bytes(of: path).map { String(decoding: $0, as: UTF8.self) } }

    /// Writes a file, replacing any previous content.
    public static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        try #require(file >= 0 && count == bytes.count)
    }

    /// Writes a text to a file, replacing any previous content.
    public static func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    /// Returns a unique path.
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
