import Glibc
import Ground
import OperatingSystem

/// A kernel lock (`flock`) on a file: it ends with the process, however that ends.
///
/// The file stays, and while it is locked exclusively its text says who holds it.
final class FileLock {
    /// The reason why the lock was not taken.
    enum Obstacle: Error {
        /// Somebody else has it; carries the holder's text, which is foreign and may be empty.
        case held(by: String)
        case system(SystemError)
    }

    private let file: FileDescriptor
    private let isShared: Bool

    /// Takes the lock without waiting. `holder` is the text for those who then find it taken.
    ///
    /// - Parameter mode: the mode of a file that does not exist yet; 0666 lets other users say that they hold it.
    init(_ path: String, isShared: Bool = false, mode: mode_t = 0o600, holder: String) throws(Obstacle) {
        let file: FileDescriptor
        do throws(SystemError) { file = try Self.open(path, mode: mode) } catch { throw .system(error) }
        guard flock(file.number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { throw .system(.last("flock \(path)")) }
            throw .held(by: (try? Files.text(of: path, atMost: 1_000)) ?? "")
        }
        // Only now: an instance whose initializer throws after this would clear the holder's text.
        (self.file, self.isShared) = (file, isShared)
        // The holders of a shared lock are not named.
        note(isShared ? "" : holder)
    }

    deinit {
        if !isShared { note("") }
        // Closing is not enough: a child process that is being started holds this descriptor until it executes its
        // program.
        flock(file.number, LOCK_UN)
        file.close()
    }

    /// Replaces the file's text; another user's file may refuse, and then the holder is not named.
    private func note(_ text: String) {
        guard ftruncate(file.number, 0) == 0 else { return }
        _ = try? file.write(Array(text.utf8))
    }

    /// Opens the file, or creates it.
    ///
    /// In a folder that all users may write to, the kernel refuses `O_CREAT` for another user's file
    /// (`fs.protected_regular`), so a file that exists is opened without it. Reading suffices for a lock.
    private static func open(_ path: String, mode: mode_t) throws(SystemError) -> FileDescriptor {
        let usual = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let ways = [
            (O_RDWR, false), (O_RDONLY, false), (O_RDWR | O_CREAT | O_EXCL, true), (O_RDWR, false), (O_RDONLY, false),
        ]
        var error: SystemError?
        for (flags, creates) in ways {
            do throws(SystemError) {
                let file = try FileDescriptor("open \(path)") { Glibc.open(path, flags | usual, mode) }
                // The process's file mode mask does not apply to others' right to name themselves.
                if creates, fchmod(file.number, mode) != 0 { throw SystemError.last("chmod \(path)") }
                return file
            } catch let problem {
                if error == nil || problem.code != ENOENT { error = problem }
            }
        }
        throw error ?? SystemError("open \(path)", code: ENOENT)
    }
}
