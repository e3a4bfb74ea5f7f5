public import Evidence
import Glibc
import Ground
import OperatingSystem

/// Files that a command is told to read: whole, or not at all.
public enum InputFile {
    /// The bytes of a regular file. Throws where it is none, cannot be read, or has more bytes than that.
    ///
    /// What is no regular file never holds the command up.
    public static func bytes(of path: String, atMost most: Int) throws(CommandTrouble) -> [UInt8] {
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
                // Some files tell no size, and some grow.
                what = "has more than \(most) bytes, the most that are read"
            }
        } catch {
            throw CommandTrouble(what: "\(path.escapedForDisplay) cannot be read: \(error)", remedy: nil)
        }
        throw CommandTrouble(
            what: "\(path.escapedForDisplay) \(what)", remedy: "Name another file")
    }

    /// What is wrong with a file before it is opened, as the end of a sentence that begins with it.
    ///
    /// Nil for nothing, and where there is no such file.
    public static func mistake(in path: String, atMost most: Int) -> String? {
        (try? FileStatus(of: path)).flatMap { mistake(in: $0, atMost: most) }
    }

    private static func mistake(in status: FileStatus, atMost most: Int) -> String? {
        guard status.kind == .regular else { return "is no regular file" }
        return status.size <= most ? nil : "has \(status.size) bytes, and \(most) are the most that are read"
    }
}
