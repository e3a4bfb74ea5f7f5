import Glibc
public import System

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
