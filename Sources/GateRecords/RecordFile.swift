public import Evidence
import Glibc
import Ground
import OperatingSystem

/// The file of a record: lines are put behind the last one, each on the disk before anything is done that it speaks of.
public final class RecordFile {
    public let path: String
    private let file: FileDescriptor
    private var size: Int
    /// Why nothing more can be written; nil while it can.
    private var trouble: CommandTrouble?

    /// Makes the file, empty; one that is there already is somebody's.
    public init(new path: String) throws(CommandTrouble) {
        self.path = path
        size = 0
        do throws(SystemError) { file = try Files.create(path, appending: true) } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Opens a file that is there, and takes away what is behind so many bytes.
    public init(_ path: String, from size: Int) throws(CommandTrouble) {
        self.path = path
        self.size = size
        do throws(SystemError) {
            file = try FileDescriptor("open \(path)") { open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW) }
            guard ftruncate(file.number, off_t(size)) == 0 else { throw .last("ftruncate \(path)") }
        } catch {
            throw .cannotWrite(path, error)
        }
    }

    /// Goes on with a file that is open, which has so many bytes.
    init(_ file: FileDescriptor, of path: String, size: Int) { (self.file, self.path, self.size) = (file, path, size) }

    /// Writes a line, and waits until it is on the disk. After a failure nothing more is written, and it stays one.
    public func append(_ line: [UInt8]) throws(CommandTrouble) {
        if let trouble { throw trouble }
        do throws(SystemError) {
            try Files.append(line, to: file)
            try Files.sync(file, path)
            size += line.count
        } catch {
            // What the disk took of the line is taken back, as far as it can be.
            _ = ftruncate(file.number, off_t(size))
            let trouble = CommandTrouble.cannotWrite(path, error)
            self.trouble = trouble
            throw trouble
        }
    }

    public func close() { file.close() }
}
