import Glibc
import Ground
import OperatingSystem

/// The file of a record: lines are appended, and each is on disk before the action it describes begins.
public final class RecordFile {
    public let path: String
    private let file: FileDescriptor
    private var size: Int
    /// Why nothing more can be written; nil while writing is possible.
    private var trouble: CommandError?

    /// Creates the file, empty; an existing file belongs to someone else.
    public init(new path: String) throws(CommandError) {
        self.path = path
        size = 0
        do throws(SystemError) { file = try Files.create(path, appending: true) } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Opens an existing file, and cuts it to a size.
    public init(_ path: String, from size: Int) throws(CommandError) {
        self.path = path
        self.size = size
        do throws(SystemError) {
            file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW) }
            guard ftruncate(file.number, off_t(size)) == 0 else { throw .last("ftruncate \(path)") }
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Continues an open file of this size.
    init(_ file: FileDescriptor, of path: String, size: Int) { (self.file, self.path, self.size) = (file, path, size) }

    /// Writes a line, and waits until it is on disk. After a failure, nothing more is written, and every call throws.
    public func append(_ line: [UInt8]) throws(CommandError) {
        if let trouble { throw trouble }
        do throws(SystemError) {
            try Files.append(line, to: file)
            try Files.sync(file, path)
            size += line.count
        } catch {
            // If only part of the line was written, remove it again as far as possible.
            _ = ftruncate(file.number, off_t(size))
            let trouble = CommandError.cannotWrite(path, error)
            self.trouble = trouble
            throw trouble
        }
    }

    public func close() { file.close() }
}
