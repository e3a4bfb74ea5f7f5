import Glibc
import OperatingSystem

/// The network and the file systems that a daemon of a simulated host sees; they stay when it ends, for the next one.
///
/// To make them takes five programs, which is most of what a new daemon takes on an emulated processor.
final class DaemonRoom {
    /// Where Avahi's daemon writes the number of its process: a file system of the room's own.
    static let folder = "/run/avahi-daemon"

    private let network: FileDescriptor
    private let files: FileDescriptor
    private let place: FileDescriptor

    /// The room of a daemon that runs.
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

    /// What stands before the words of a program that is to be in the room.
    var entering: [String] {
        let own = "/proc/\(getpid())/fd"
        return ["nsenter", "--net=\(own)/\(network.number)", "--mount=\(own)/\(files.number)"]
    }

    /// Removes the number that a daemon left which was killed: another process may have it by now.
    func forgetDaemon() { unsafe unlinkat(place.number, "pid", 0) }
}
