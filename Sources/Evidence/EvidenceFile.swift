import Glibc
import Ground
import OpenSSL
public import OperatingSystem

/// A file of evidence, which grows by complete blocks or lines and is never rewritten.
///
/// If the disk accepts only part of a write, the incomplete block or line at the end is cut off again.
final class EvidenceFile {
    /// The units that such a file consists of.
    enum Unit {
        /// Blocks of pcapng, little endian.
        case blocks
        /// Lines of text, each with its line feed.
        case lines
    }

    let path: String
    private let unit: Unit
    private let file: FileDescriptor
    /// The size in bytes, always a number of complete blocks or lines.
    private(set) var size: UInt64 = 0
    /// The hash of everything written, so that the file need not be read again; nil after some of it was taken back.
    private(set) var hash: SHA256? = SHA256()

    /// Creates the file, empty; an existing file is an error.
    init(_ path: String, of unit: Unit) throws(CommandError) {
        self.path = path
        self.unit = unit
        do {
            file = try Files.create(path, appending: true)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Appends complete blocks or lines; if that fails, those that were written completely stay.
    func append(_ bytes: [UInt8]) throws(CommandError) {
        var written = 0
        do {
            while written < bytes.count { written += try file.write(bytes, from: written) ?? 0 }
        } catch {
            cut(to: size + UInt64(unit.complete(in: bytes[..<written])))
            throw .cannotWrite(path, error)
        }
        size += UInt64(written)
        hash?.update(bytes)
    }

    /// Cuts the file to a size at which a complete block or line ends.
    func cut(to size: UInt64) {
        guard ftruncate(file.number, off_t(size)) == 0 else { return }
        self.size = size
        hash = nil
    }

    /// Waits until all of it is on disk.
    func sync() throws(CommandError) {
        do { try Files.sync(file, path) } catch { throw .cannotWrite(path, error) }
    }

    func close() { file.close() }
}

extension EvidenceFile.Unit {
    /// Returns how many of the bytes are complete blocks or lines; the bytes begin with one.
    func complete(in bytes: ArraySlice<UInt8>) -> Int {
        switch self {
        case .lines: return bytes.lastIndex(of: 0x0A).map { $0 + 1 - bytes.startIndex } ?? 0
        case .blocks:
            var end = 0
            while bytes.count - end >= 8 {
                // A block's length follows its type.
                let place = bytes.startIndex + end + 4
                let length = bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                guard length >= 12, bytes.count - end >= length else { break }
                end += length
            }
            return end
        }
    }
}

/// An unnamed file in the system's temporary folder, for data that a command reads again.
public enum TemporaryFile {
    private static let remedy = "Name a folder with room in TMPDIR"

    /// Opens a new one; `content` describes its contents for errors.
    public static func open(for content: String) throws(CommandError) -> FileDescriptor {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        do {
            return try Files.createUnnamed(in: folder)
        } catch {
            throw CommandError(what: "\(content) cannot be kept in \(folder): \(error)", remedy: remedy)
        }
    }

    /// Returns the error for a file that could not be written.
    public static func unwritten(_ content: String, _ error: SystemError) -> CommandError {
        CommandError(what: "\(content) could not be kept: \(error)", remedy: remedy)
    }
}

/// The path that an option gives for a file that the command creates; only a regular file may be there.
public enum FileName {
    /// Returns why no file can be written at the path, as a sentence without its final full stop; nil if one can.
    public static func obstacle(_ path: String, _ place: UnfinishedFile.Place) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name) else { return "'\(path)' names no file" }
        guard let kind = Files.kind(of: path) else { return nil }
        guard kind == .regular else {
            return "\(path) cannot be written: it is \(kind.words), not a regular file"
        }
        switch place {
        case .new: return "\(path) is there already: name another file, or remove it"
        case .replacing: return nil
        case .replacingOwn(let mark):
            if evidence.contains(String(name)), EvidenceFolder.holdsRuns(Files.folder(of: path)) {
                return "\(path) belongs to the evidence of an earlier command: name another file, or give --force"
            }
            return mark.isOn(path)
                ? nil : "\(path) was written by something else: name another file, or replace it with --force"
        case .renewing(let mark):
            return mark.isOn(path) ? nil : "\(path) was written by something else: move it elsewhere"
        }
    }

    /// The reports in the folder of a command's runs.
    private static let evidence = [EvidenceFolder.reportName, "gate.xml", "gate.html"]

    /// Returns the last component of a path.
    public static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Removes an older file that may be replaced.
    static func remove(_ path: String, _ place: UnfinishedFile.Place) {
        if obstacle(path, place) == nil { Files.remove(path) }
    }
}

extension FileStatus.Kind {
    /// The kind in words, with its article.
    var words: String {
        switch self {
        case .regular: "a regular file"
        case .folder: "a folder"
        case .link: "a symbolic link"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        case .device: "a device"
        }
    }
}
