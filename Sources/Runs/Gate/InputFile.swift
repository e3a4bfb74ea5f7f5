public import Evidence
import Glibc
import Ground
import OperatingSystem

/// Files that a command has to read: completely or not at all.
public enum InputFile {
    /// Returns the bytes of a regular file. Throws if it is not one, cannot be read, or exceeds the limit.
    ///
    /// A file of another kind, such as a pipe, never blocks the command.
    public static func bytes(of path: String, atMost most: Int) throws(CommandError) -> [UInt8] {
        let what: String
        do throws(SystemError) {
            let file = try FileDescriptor("open \(path)") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
            defer { file.close() }
            if let mistake = Self.mistake(in: try FileStatus(of: file.number), atMost: most) {
                what = mistake
            } else {
                var bytes: [UInt8] = []
                while bytes.count <= most, let more = try file.read(upTo: min(1 << 20, most + 1 - bytes.count)) {
                    if more.isEmpty { return bytes }
                    bytes += more
                }
                // Some files report no size, and some grow.
                what = "has more than \(most) bytes, the most that are read"
            }
        } catch {
            throw CommandError(what: "\(path.escapedForDisplay) cannot be read: \(error)", remedy: nil)
        }
        throw CommandError(
            what: "\(path.escapedForDisplay) \(what)", remedy: "Name another file")
    }

    /// Returns the problem with a file before it is opened, as the rest of a sentence that begins with the file.
    ///
    /// Nil if there is none, or no such file.
    public static func mistake(in path: String, atMost most: Int) -> String? {
        (try? FileStatus(of: path)).flatMap { mistake(in: $0, atMost: most) }
    }

    private static func mistake(in status: FileStatus, atMost most: Int) -> String? {
        guard status.kind == .regular else { return "is no regular file" }
        return status.size <= most ? nil : "has \(status.size) bytes, and \(most) are the most that are read"
    }
}
