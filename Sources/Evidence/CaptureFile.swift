import Glibc
import OperatingSystem

/// A capture to be read more than once: a file, or what a pipe brings, kept in a file without a name.
public struct CaptureFile {
    /// How much is read at once.
    private static let piece = 1 << 18
    private static let content = "the capture from a pipe"

    /// Under which name it is read.
    public let path: String
    /// What keeps it; nil for a file that is there anyway.
    private let spool: FileDescriptor?

    /// Opens what a path names; `-` is standard input.
    public init(_ name: String) throws(CommandTrouble) {
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
            throw CommandTrouble(what: "\(name) cannot be read: \(error)", remedy: nil)
        }
        defer { source.close() }
        while true {
            let bytes: [UInt8]
            do throws(SystemError) {
                guard let read = try source.read(upTo: Self.piece) else { continue }
                bytes = read
            } catch {
                throw CommandTrouble(what: "\(name) cannot be read: \(error)", remedy: nil)
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

    /// Whether a path names something that can be read once, and has no folder of its own.
    public static func isPipe(_ path: String) -> Bool {
        guard let status = try? FileStatus(of: path == "-" ? "/dev/stdin" : path) else { return false }
        return ![.regular, .folder].contains(status.kind)
    }
}
