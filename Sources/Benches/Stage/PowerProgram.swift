import Glibc
import Ground
import Links
import System

/// A program of the bench's owner that switches an accessory's power, called with one word.
///
/// `cycle` asks for off and on, `factory-reset` for the state in which the accessory left the factory besides. Its
/// exit status says whether that is done: 0 for yes.
struct PowerProgram: Sendable {
    static let limit = Span.seconds(60)

    let path: String

    /// Calls the program on a thread of its own; what came of it goes to the mailbox.
    func perform(_ act: PowerAct, on accessory: AccessoryName, mailbox: Mailbox, clock: MonotonicClock) {
        do throws(SystemError) {
            _ = try DeviceThread("power", urgency: .ordinary) {
                let fault = run(act, clock: clock)
                mailbox.post(fault.map { .fault(.stage, $0) } ?? .stage(.powered(accessory)), by: clock)
            }
        } catch {
            mailbox.post(.fault(.stage, failed("did not start: \(error)")), by: clock)
        }
    }

    private func run(_ act: PowerAct, clock: MonotonicClock) -> RigFault? {
        let word =
            switch act {
            case .cycle: "cycle"
            case .factoryReset: "factory-reset"
            }
        do throws(SystemError) {
            let nothing = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) }
            let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
            let child = try ChildProcess(
                path: path, arguments: [word], environment: ["PATH=\(folders)"],
                descriptors: [nothing.number, nothing.number, 2])
            _ = Poller(clock: clock).wait([PollDescriptor(child.end.number)], until: clock.now + Self.limit)
            switch child.check() {
            case .exited(0): return nil
            case .exited(let status): return failed("ended with status \(status)")
            case .killed(let signal): return failed("was ended by signal \(signal)")
            case nil:
                child.kill()
                return failed("did not end within \(Self.limit)")
            }
        } catch {
            return failed("did not start: \(error)")
        }
    }

    private func failed(_ how: String) -> RigFault {
        RigFault("\(path), which switches the accessory's power, \(how)", remedy: "Try it by hand")
    }
}
