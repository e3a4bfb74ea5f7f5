import Glibc
import Ground
import OperatingSystem

/// A file that is written piece by piece and gets its name only when it is complete and on disk.
///
/// Until then it is in the same folder under a name that cannot be predicted.
public final class UnfinishedFile {
    /// The kinds of file that may already exist under the name.
    public enum Place: Sendable {
        /// Nothing.
        case new
        /// Nothing, or a regular file, which is replaced: for this program's own state, or by force.
        case replacing
        /// Nothing, an empty file, or one that this program wrote: for files that an option names.
        case replacingOwn(FileSignature)
        /// The same, for names that this program gives to files of its results.
        case renewing(FileSignature)

        /// Whether the path must be free.
        fileprivate var isNew: Bool { if case .new = self { true } else { false } }
    }

    private let path: String
    private let place: Place
    private let part: String
    private var file: FileDescriptor?
    /// Whether everything appended is on disk: waiting again would cost as much as the first time.
    private var isOnDisk = false

    /// Creates the file next to its destination; only a shared one is readable by others than its owner.
    public init(_ path: String, _ place: Place = .new, isShared: Bool = false) throws(CommandError) {
        self.path = path
        self.place = place
        part = "\(Files.folder(of: path))/.trammel-\(Self.hexadecimal(.random(in: 0 ... .max))).part"
        do {
            file = try Files.create(part, isShared: isShared)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    deinit {
        guard let file else { return }
        file.close()
        Files.remove(part)
    }

    /// Writes a complete file.
    public static func write(
        _ bytes: [UInt8], to path: String, _ place: Place = .new, isShared: Bool = false
    ) throws(CommandError) {
        let file = try UnfinishedFile(path, place, isShared: isShared)
        try file.append(bytes)
        try file.finish()
    }

    public func append(_ bytes: [UInt8]) throws(CommandError) {
        guard let file else { return }
        isOnDisk = false
        do {
            try Files.append(bytes, to: file)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Waits until everything written is on disk.
    public func sync() throws(CommandError) {
        guard let file, !isOnDisk else { return }
        do { try Files.sync(file, path) } catch { throw .cannotWrite(path, error) }
        isOnDisk = true
    }

    /// Gives the file its name once its contents are on disk, which takes no room there, and waits until the name is
    /// on disk too.
    public func finish() throws(CommandError) {
        if let obstacle = FileName.obstacle(path, place) { throw CommandError(what: obstacle, remedy: nil) }
        try sync()
        guard let file else { return }
        file.close()
        self.file = nil
        do {
            try Files.rename(part, to: path, mustBeNew: place.isNew)
        } catch {
            Files.remove(part)
            throw .cannotWrite(path, error)
        }
        do {
            try Files.sync(folder: Files.folder(of: path))
        } catch {
            if place.isNew { Files.remove(path) }
            throw .cannotWrite(path, error)
        }
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
