import Glibc
import Ground
import Links
import OperatingSystem

/// Programs of this host that a bench needs for its network: ip, tc, unshare, nsenter, dbus-daemon, avahi-daemon.
enum HostProgram {
    private static let folders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
    private static let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    private static let limit = Lapse.seconds(20)

    private static func find(_ name: String) throws(RigFault) -> String {
        for folder in folders where access("\(folder)/\(name)", X_OK) == 0 { return "\(folder)/\(name)" }
        throw RigFault(
            "the program \(name) is missing",
            remedy: "Install the packages iproute2, util-linux, dbus-daemon and avahi-daemon")
    }

    /// Runs a program to its end; an exit status other than 0 is the rig's fault, reported with its error output.
    static func run(_ words: [String], clock: MonotonicClock) throws(RigFault) {
        let told = "\(words.joined(separator: " "))"
        do {
            let pipe = try makePipe()
            let child = try start(words, environment: [], output: pipe.writer)
            pipe.writer.close()
            let deadline = clock.now + limit
            var text: [UInt8] = []
            while let part = try pipe.reader.read(upTo: 4_096), !part.isEmpty, text.count < 65_536 { text += part }
            while child.check() == nil, clock.now < deadline {
                _ = Poller(clock: clock).wait([PollDescriptor(child.end.number)], until: deadline)
            }
            guard child.kill() == .exited(0) else {
                throw RigFault(
                    "\(told) failed: \(String(decoding: text, as: UTF8.self).escapedForDisplay)", remedy: "Run as root")
            }
        } catch let error as RigFault {
            throw error
        } catch {
            throw RigFault("\(told): \(error)", remedy: "Run as root")
        }
    }

    /// Starts a program that runs until its handle is released.
    static func start(
        _ words: [String], environment more: [String], output: FileDescriptor
    ) throws -> ChildProcess {
        guard let name = words.first else { preconditionFailure("a program has a name") }
        let null = try FileDescriptor("open /dev/null") { unsafe open("/dev/null", O_RDWR | O_CLOEXEC) }
        return try ChildProcess(
            path: try find(name), arguments: Array(words.dropFirst()), environment: environment + more,
            descriptors: [null.number, output.number, output.number])
    }
}
