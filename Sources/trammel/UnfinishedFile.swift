import Glibc
import System

/// A file that is written piece by piece and appears under its name only when it is complete.
final class UnfinishedFile {
    private let path: String
    private let part: String
    private var file: FileDescriptor?

    /// Begins the file beside its place.
    init(_ path: String) throws(CommandTrouble) {
        self.path = path
        part = path + ".part"
        do {
            file = try Files.create(part)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    deinit {
        guard let file else { return }
        file.close()
        Files.remove(part)
    }

    func append(_ bytes: [UInt8]) throws(CommandTrouble) {
        guard let file else { return }
        do {
            try Files.append(bytes, to: file)
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Gives the file its name.
    func finish() throws(CommandTrouble) {
        guard let file else { return }
        file.close()
        self.file = nil
        guard rename(part, path) == 0 else { throw .cannotWrite(path, SystemError.last("rename \(part)")) }
    }
}
