import Attestation
import Glibc
import Ground
public import OperatingSystem

/// A file of evidence, which grows by whole blocks or lines and is never written again.
///
/// When the disk takes only a part of what is written, the half block or line at the end is cut off again.
final class EvidenceFile {
    /// What such a file is made of.
    enum Unit {
        /// Blocks of pcapng, little endian.
        case blocks
        /// Lines of text, each with its line feed.
        case lines
    }

    let path: String
    private let unit: Unit
    private let file: FileDescriptor
    /// How many bytes it has, all of them in whole blocks or lines.
    private(set) var size: UInt64 = 0
    /// The hash of what was written, which the file need not be read again for; nil after some of it was taken back.
    private(set) var hash: SHA256Stream? = SHA256Stream()

    /// Makes the file, empty; one that is there already is an error.
    init(_ path: String, of unit: Unit) throws(CommandTrouble) {
        self.path = path
        self.unit = unit
        do {
            // The kernel's Bluetooth trace contains link keys.
            file = try Files.create(path, appending: true, isPrivate: unit == .blocks)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Appends whole blocks or lines; when that fails, those that were written completely stay.
    func append(_ bytes: [UInt8]) throws(CommandTrouble) {
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

    /// Takes back everything behind so many bytes, where a whole block or line ends.
    func cut(to size: UInt64) {
        guard ftruncate(file.number, off_t(size)) == 0 else { return }
        self.size = size
        hash = nil
    }

    /// Waits until all of it is on the disk.
    func sync() throws(CommandTrouble) {
        do { try Files.sync(file, path) } catch { throw .cannotWrite(path, error) }
    }

    func close() { file.close() }
}

extension EvidenceFile.Unit {
    /// How many of the bytes are whole blocks or lines; they begin with one.
    func complete(in bytes: ArraySlice<UInt8>) -> Int {
        switch self {
        case .lines: return bytes.lastIndex(of: 0x0A).map { $0 + 1 - bytes.startIndex } ?? 0
        case .blocks:
            var end = 0
            while bytes.count - end >= 8 {
                // A block's length stands behind its type.
                let place = bytes.startIndex + end + 4
                let length = bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
                guard length >= 12, bytes.count - end >= length else { break }
                end += length
            }
            return end
        }
    }
}

/// A file without a name for what a command looks at again, where the system keeps its temporary ones.
public enum TemporaryFile {
    private static let remedy = "Name a folder with room in TMPDIR"

    /// Opens a new one; `content` says what is to be kept in it.
    public static func open(for content: String) throws(CommandTrouble) -> FileDescriptor {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        do {
            return try Files.createUnnamed(in: folder)
        } catch {
            throw CommandTrouble(what: "\(content) cannot be kept in \(folder): \(error)", remedy: remedy)
        }
    }

    /// What is said where it could not be written.
    public static func unwritten(_ content: String, _ error: SystemError) -> CommandTrouble {
        CommandTrouble(what: "\(content) could not be kept: \(error)", remedy: remedy)
    }
}

/// The name that an option gives to a file which the command makes: only a regular file ever gets it.
public enum FileName {
    /// Why no file can be written under the name, as a sentence without its full stop; nil when one can.
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
        }
    }

    /// The reports that lie beside the runs of a command.
    private static let evidence = [EvidenceFolder.reportName, "gate.xml", "gate.html"]

    /// The last name of a path.
    public static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Removes an older file that could be replaced.
    static func remove(_ path: String, _ place: UnfinishedFile.Place) {
        if obstacle(path, place) == nil { Files.remove(path) }
    }
}

extension FileStatus.Kind {
    /// With its article.
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
