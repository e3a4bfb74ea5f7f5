import Glibc
import Ground
import OperatingSystem

/// Files that contain keys.
public enum KeyFile {
    private static let mostBytes = 1 << 14

    /// Reads a private key, from a regular file that only its owner may read or write (mode 0600 or narrower).
    public static func signingKey(_ path: String) throws(CommandError) -> SigningKey {
        let file = try open(path)
        defer { file.close() }
        let status: FileStatus
        do { status = try FileStatus(of: file.number) } catch { throw unreadable(path, error) }
        guard status.kind == .regular else {
            throw CommandError(what: "\(path) holds no private key: it is no regular file", remedy: nil)
        }
        guard status.owner == geteuid() || geteuid() == 0 else {
            throw CommandError(
                what: "the private key \(path) belongs to another user", remedy: "Use your own key")
        }
        guard status.rights & 0o177 == 0 else {
            let mode = "0" + String(status.rights, radix: 8)
            throw CommandError(
                what: "the private key \(path) has mode \(mode): others may read or change it, or it is a program",
                remedy: "Run 'chmod 600 \(path)', and make a new key if others could read it")
        }
        let content = try content(of: file, path)
        do throws(DocumentError) { return try SigningKey(content) } catch {
            throw CommandError(
                what: "\(path) cannot be used: \(error)", remedy: "Make one with 'openssl genpkey -algorithm ed25519'")
        }
    }

    /// Reads a public key.
    public static func verifyingKey(_ path: String) throws(CommandError) -> VerifyingKey {
        let file = try open(path)
        defer { file.close() }
        let content = try content(of: file, path)
        do throws(DocumentError) { return try VerifyingKey(content) } catch {
            throw CommandError(
                what: "\(path) cannot be used: \(error)", remedy: "Make it with 'openssl pkey -in PRIVATE -pubout'")
        }
    }

    private static func open(_ path: String) throws(CommandError) -> FileDescriptor {
        do throws(SystemError) {
            // Anything but a regular file must not block the command.
            return try FileDescriptor("open \(path)") { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        } catch {
            throw unreadable(path, error)
        }
    }

    private static func content(of file: FileDescriptor, _ path: String) throws(CommandError) -> [UInt8] {
        do throws(SystemError) {
            var content: [UInt8] = []
            while content.count < mostBytes, let more = try file.read(upTo: mostBytes - content.count), !more.isEmpty {
                content += more
            }
            return content
        } catch {
            throw unreadable(path, error)
        }
    }

    private static func unreadable(_ path: String, _ error: SystemError) -> CommandError {
        CommandError(what: "the key \(path) cannot be read: \(error)", remedy: nil)
    }
}
