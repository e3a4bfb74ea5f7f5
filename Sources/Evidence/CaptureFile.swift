import Glibc
import OperatingSystem

/// A capture that can be read more than once: a file, or the contents of a pipe stored in an unnamed file.
public struct CaptureFile {
    /// The number of bytes read at a time.
    private static let piece = 1 << 18
    private static let content = "the capture from a pipe"

    /// The path to read the capture from.
    public let path: String
    /// The unnamed file that holds a pipe's contents; nil for an ordinary file.
    private let spool: FileDescriptor?

    /// Opens the file at a path; `-` is standard input.
    public init(_ name: String) throws(CommandError) {
        let name = name == "-" ? "/dev/stdin" : name
        guard Self.isPipe(name) else {
            (path, spool) = (name, nil)
            return
        }
        let spool = try TemporaryFile.open(for: Self.content)
        let source: FileDescriptor
        do throws(SystemError) {
            source = try Files.openStream(name)
        } catch {
            throw CommandError(what: "\(name) cannot be read: \(error)", remedy: nil)
        }
        defer { source.close() }
        while true {
            let bytes: [UInt8]
            do throws(SystemError) {
                guard let read = try source.read(upTo: Self.piece) else { continue }
                bytes = read
            } catch {
                throw CommandError(what: "\(name) cannot be read: \(error)", remedy: nil)
            }
            if bytes.isEmpty { break }
            do throws(SystemError) {
                try Files.append(bytes, to: spool)
            } catch {
                throw TemporaryFile.unwritten(Self.content, error)
            }
        }
        (path, self.spool) = ("/proc/self/fd/\(spool.number)", spool)
    }

    /// Returns whether a path names something that can be read only once and has no folder.
    public static func isPipe(_ path: String) -> Bool {
        guard let status = try? FileStatus(of: path == "-" ? "/dev/stdin" : path) else { return false }
        return ![.regular, .folder].contains(status.kind)
    }
}
