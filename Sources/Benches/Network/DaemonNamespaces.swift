import Glibc
import OperatingSystem

/// The network and the file systems that a simulated host's daemon sees; they outlive it, for the next daemon.
///
/// Creating them takes five programs, which is most of the start-up time of a new daemon on an emulated processor.
final class DaemonNamespaces {
    /// The folder where Avahi's daemon writes its process id: a file system that belongs to the room.
    static let folder = "/run/avahi-daemon"

    private let network: FileDescriptor
    private let files: FileDescriptor
    private let place: FileDescriptor

    /// Takes the room of a running daemon.
    init(of daemon: ChildProcess) throws(SystemError) {
        let process = "/proc/\(daemon.identifier)"
        network = try FileDescriptor("open the network of a daemon") {
            unsafe open("\(process)/ns/net", O_RDONLY | O_CLOEXEC)
        }
        files = try FileDescriptor("open the file systems of a daemon") {
            unsafe open("\(process)/ns/mnt", O_RDONLY | O_CLOEXEC)
        }
        place = try FileDescriptor("open the folder of a daemon") {
            unsafe open("\(process)/root\(Self.folder)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
    }

    deinit {
        for descriptor in [network, files, place] { descriptor.close() }
    }

    /// The command words that run a program in the room.
    var entering: [String] {
        let own = "/proc/\(getpid())/fd"
        return ["nsenter", "--net=\(own)/\(network.number)", "--mount=\(own)/\(files.number)"]
    }

    /// Removes the process id left by a daemon that was killed, because another process may have it by now.
    func forgetDaemon() { unsafe unlinkat(place.number, "pid", 0) }
}
