import Glibc

/// Descriptors 0, 1 and 2, which are open before anything else is opened.
///
/// Where one is closed, the next file that is opened would get its number, and console text would go into evidence.
enum StandardDescriptors {
    /// Which of them were closed when the program began.
    nonisolated(unsafe) private static var closed: [Int32] = []

    /// Opens those that are closed on `/dev/null`; to be called before anything else, and once.
    static func open() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            closed.append(number)
            // The lowest number that is free is this one. Without any, nothing that is opened later is safe.
            guard Glibc.open("/dev/null", O_RDWR) == number else { _exit(3) }
        }
    }

    /// Whether nobody was there to read what the program prints.
    static var wasOutputClosed: Bool { closed.contains(STDOUT_FILENO) }
}

/// A command whose results can also be files that it was asked for.
protocol FileLeaving {
    /// Whether it was asked for any.
    var leavesFiles: Bool { get }
}

extension RunCommand: FileLeaving { var leavesFiles: Bool { output != nil || junit != nil } }
extension ReplayCommand: FileLeaving { var leavesFiles: Bool { live.output != nil } }
extension ReduceCommand: FileLeaving { var leavesFiles: Bool { output != nil } }
extension ShowCommand: FileLeaving { var leavesFiles: Bool { html != nil } }
extension ZooCommand: FileLeaving { var leavesFiles: Bool { json != nil } }
extension ImportCommand: FileLeaving { var leavesFiles: Bool { true } }
extension ExportCommand: FileLeaving { var leavesFiles: Bool { true } }
extension NewCommand: FileLeaving { var leavesFiles: Bool { true } }
extension ReaderChildCommand: FileLeaving { var leavesFiles: Bool { true } }
