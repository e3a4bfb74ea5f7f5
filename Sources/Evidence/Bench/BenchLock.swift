import Glibc
public import Ground
import OpenSSL
import OperatingSystem

/// The devices of a bench, locked for one command against every other on this computer, including other users'.
///
/// The kernel holds the locks, so they end with the process, however that ends.
public final class BenchLock {
    /// A device that another command holds.
    public struct Busy: Error, CustomStringConvertible {
        /// The device's name: `hci0`, `/dev/ttyUSB0`.
        public let device: String
        /// The holder's description of itself, fit for display; nil if it did not leave one.
        public let holder: String?

        /// A sentence without a final full stop.
        public var description: String {
            "\(device.shown(120)) is in use" + (holder.map { " by \($0)" } ?? " by another command")
        }
    }

    /// The reason why devices were not locked.
    public enum Obstacle: Error {
        case busy(Busy)
        case unusable(CommandError)
    }

    private let folder: String
    private let holder: String
    private var locks: [DeviceClaim: FileLock] = [:]

    /// Creates a lock without any device.
    ///
    /// - Parameters:
    ///   - folder: the folder with a file for each device, the same for all commands that are to exclude each other.
    ///   - command: the command line, shown to those who find a device taken.
    public init(in folder: String, for command: String) {
        self.folder = folder
        let user = unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_name) } ?? "user \(getuid())"
        holder = "process \(getpid()) of \(user) since \(Program.date): \(command)"
    }

    /// Locks these devices, or none of them, without waiting.
    public func take(_ claims: [DeviceClaim]) throws(Obstacle) {
        var taken: [DeviceClaim: FileLock] = [:]
        // A device that is held exclusively need not be shared as well.
        for claim in DeviceClaim.merged(claims) where locks[claim] == nil && locks[DeviceClaim(claim.name)] == nil {
            // This command's own share would prevent its exclusive lock.
            locks[DeviceClaim(claim.name, isShared: true)] = nil
            do throws(FileLock.Obstacle) {
                taken[claim] = try FileLock(
                    "\(folder)/\(Self.fileName(of: claim.name))", isShared: claim.isShared, mode: 0o666, holder: holder)
            } catch {
                throw Self.obstacle(error, to: claim, in: folder)
            }
        }
        locks.merge(taken) { $1 }
    }

    /// Locks these devices, trying once a second until `patience` is over; calls `waiting` once with the first device
    /// that is busy.
    public func take(
        _ claims: [DeviceClaim], within patience: Lapse, waiting: (Busy) -> Void
    ) throws(Obstacle) {
        let clock = MonotonicClock()
        let deadline = clock.now + patience
        var isTold = false
        while true {
            do throws(Obstacle) { return try take(claims) } catch {
                guard case .busy(let busy) = error, clock.now < deadline else { throw error }
                if !isTold { waiting(busy) }
                isTold = true
                usleep(UInt32(max(1, min(Lapse.seconds(1), deadline - clock.now).nanoseconds / 1_000)))
            }
        }
    }

    private static func obstacle(_ error: FileLock.Obstacle, to claim: DeviceClaim, in folder: String) -> Obstacle {
        switch error {
        case .held(let holder):
            .busy(Busy(device: claim.name, holder: holder.isEmpty ? nil : holder.shown(300)))
        case .system(let error):
            .unusable(
                CommandError(
                    what: "\(claim.name.shown(120)) cannot be locked: \(error)",
                    remedy: "Look at the folder \(folder): its files must be readable by all who use the bench"))
        }
    }

    /// Returns the file name for a device: its own name, with all but letters, digits and `-._` escaped as in URLs.
    static func fileName(of device: String) -> String {
        let escaped = device.utf8.reduce(into: "") { name, byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._".contains(character))
            name += isPlain ? String(character) : "%" + byte.hexadecimal.dropFirst(2).uppercased()
        }
        return (escaped.utf8.count > 200 ? ContentHash.of(device).hex : escaped) + ".lock"
    }
}

extension BenchLock {
    /// The folder in which all users of this computer lock devices.
    public static let common = "/run/lock/trammel"

    /// Returns the folder for locks, creating it if necessary: one that all users share or, where that is impossible,
    /// the user's own, after a warning.
    public static func folder(
        common: String = BenchLock.common, warn: (String) -> Void
    ) throws(CommandError) -> String {
        if mkdir(common, 0o777) == 0 { _ = chmod(common, 0o1777) }
        // Another user's command that has just created it still has to change its mode.
        for attempt in 0..<20 {
            if Files.kind(of: common) == .folder, access(common, R_OK | W_OK | X_OK) == 0 { return common }
            guard attempt < 19, Files.kind(of: common) == .folder else { break }
            usleep(5_000)
        }
        guard let state = FailuresFile.stateFolder else {
            throw CommandError(
                what: "there is no place for the locks of devices: \(common) cannot be used",
                remedy: "Create it with mode 1777, or set HOME")
        }
        let own = "\(state)/trammel/locks"
        do throws(SystemError) { try Files.makeFolder(own) } catch { throw .cannotWrite(own, error) }
        warn("\(common) cannot be used, so only commands of this user are kept off the bench: create it with mode 1777")
        return own
    }
}
