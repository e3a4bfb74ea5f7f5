import Benches
import Evidence
import Ground
import OperatingSystem
import Reports
import Synchronization

/// A worker in its own virtual machine, where this program plays runs that it is ordered line by line.
///
/// The lines are those of `WorkerLine`. All other output of the machine goes to standard error.
final class GuestWorker: RunWorker {
    /// The time for which the machine may continue its run after a person asked for the end.
    private static let patience = Lapse.seconds(25)
    /// The interval at which a person's request to end is checked.
    private static let look = Lapse.milliseconds(200)
    /// The maximum line length, far above a summary with all its failures and their last frames.
    private static let longestLine = 64 << 20

    /// The end of the machine.
    private final class Ending: Sendable {
        let trouble = Mutex<CommandError?>(nil)
    }

    /// The folder for its evidence; nil if none is kept.
    private let folder: String?
    private let ending = Ending()
    private let orders: FileDescriptor
    private let answers: FileDescriptor
    private let machine: DeviceThread
    private let poller = Poller(clock: MonotonicClock())
    /// Received bytes that do not form a complete line yet.
    private let pending = Mutex<[UInt8]>([])

    /// Starts a machine with this program and these arguments; the folder has already been claimed for its evidence.
    init(_ words: [String], claiming folder: String?) throws(CommandError) {
        self.folder = folder
        do throws(SystemError) {
            let (orderPipe, answerPipe) = (try makePipe(), try makePipe())
            (orders, answers) = (orderPipe.writer, answerPipe.reader)
            machine = try DeviceThread("machine", urgency: .ordinary) { [ending] in
                // The machine's end of the answer pipe is closed when no more answers can come.
                defer { answerPipe.writer.close() }
                do throws(CommandError) {
                    let exit = try GuestLauncher.serve(
                        words, claiming: folder, from: orderPipe.reader.number, to: answerPipe.writer.number)
                    guard exit.status != CommandStatus.passed.rawValue else { return }
                    ending.trouble.withLock {
                        $0 = CommandError(
                            what: "\(Program.command) in a virtual machine ended with status \(exit.status)",
                            remedy: "See what it wrote to standard error, or leave out --jobs")
                    }
                } catch {
                    ending.trouble.withLock { $0 = error }
                }
            }
        } catch {
            throw CommandError(what: "no virtual machine can be started: \(error)", remedy: nil)
        }
    }

    func play(_ order: RunOrder) throws(CommandError) -> PlayedRun {
        let begin = poller.clock.now
        send(.play(order))
        var deadline: Instant?
        while true {
            if let answer = try next() { return try taken(answer, for: order, after: poller.clock.now - begin) }
            if Interruption.isRequested, deadline == nil {
                send(.stop)
                deadline = poller.clock.now + Self.patience
            }
            guard deadline.map({ poller.clock.now < $0 }) ?? true else {
                throw CommandError(what: "a virtual machine did not end its run when it was asked to", remedy: nil)
            }
            let wake = poller.clock.now + Self.look
            let ready = poller.wait([PollDescriptor(answers.number)], until: wake)[0]
            if !ready.isEmpty { try read() }
        }
    }

    /// Throws if the answer is invalid, and then revokes the verdict that the machine wrote.
    ///
    /// The run's duration must fit between order and answer if the machine keeps this computer's time.
    private func taken(
        _ answer: WorkerLine.Answer, for order: RunOrder, after waited: Lapse
    ) throws(CommandError) -> PlayedRun {
        guard answer.played.index == order.index else {
            throw CommandError(what: "a virtual machine played a run that was not ordered", remedy: nil)
        }
        guard let took = answer.took, GuestClock.isTooLong(took, inside: waited) else { return answer.played }
        if let folder { EvidenceFolder.distrust(order.folder(in: folder)) }
        throw CommandError(
            what: "the virtual machine's clock was wrong: it went on by \(took) in \(waited)",
            remedy: "Run it again, on a machine that has more time")
    }

    func end() {
        send(.end)
        orders.close()
        machine.join()
    }

    /// Sends an order. Errors are ignored: a lost machine is detected when its answer is read.
    private func send(_ order: WorkerLine.Order) { _ = try? orders.write(order.bytes) }

    private func read() throws(CommandError) {
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try answers.read(upTo: 65_536)
        } catch {
            throw CommandError(what: "what a virtual machine answers cannot be read: \(error)", remedy: nil)
        }
        guard let bytes, !bytes.isEmpty else {
            machine.join()
            throw ending.trouble.withLock { $0 }
                ?? CommandError(what: "a virtual machine ended before its run did", remedy: nil)
        }
        let count = pending.withLock { pending in
            pending += bytes
            return pending.count
        }
        guard count <= Self.longestLine else {
            throw CommandError(what: "a virtual machine answers with a line of over 64 MiB", remedy: nil)
        }
    }

    /// Returns the next answer received; other lines are shown as output of the machine.
    private func next() throws(CommandError) -> WorkerLine.Answer? {
        while let line = takeLine() {
            do {
                if let answer = try WorkerLine.answer(in: line) { return answer }
            } catch {
                throw CommandError(what: "what a virtual machine answers cannot be read: \(error)", remedy: nil)
            }
            StandardOutput.error.write(String(decoding: line, as: UTF8.self).escapedForDisplay + "\n")
        }
        return nil
    }

    private func takeLine() -> [UInt8]? {
        pending.withLock { pending in
            guard let end = pending.firstIndex(of: 0x0A) else { return nil }
            defer { pending.removeSubrange(...end) }
            return Array(pending[..<end])
        }
    }
}
