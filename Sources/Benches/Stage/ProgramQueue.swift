import Links
import OperatingSystem
import Synchronization

/// Acts of the bench owner's programs, performed one after the other on a separate thread.
///
/// An act may have an effect that the rig detects, and another act be due, before its program has ended.
final class ProgramQueue: Sendable {
    /// No step asks for more than two acts at a time.
    static let mostWaiting = 16

    private struct State {
        var waiting: [@Sendable () -> Bool] = []
        var thread: DeviceThread?
        /// Whether the thread takes what is added.
        var isBusy = false
        var isOver = false
    }

    /// Ends a program that is running.
    let stop: Waker
    private let name: String
    private let state = Mutex(State())

    init(_ name: String) throws(RigFault) {
        self.name = name
        do throws(SystemError) { stop = try Waker() } catch {
            throw RigFault(
                "the programs of this bench cannot be stopped: \(error)", remedy: "Raise the limit on open files")
        }
    }

    /// Adds an act, which returns whether the acts after it are still to be done. Returns the reason why it cannot
    /// begin; nil if it can, or if the bench is closing.
    func add(_ act: @escaping @Sendable () -> Bool) -> String? {
        state.withLock { state in
            guard !state.isOver else { return nil }
            guard state.waiting.count < Self.mostWaiting else { return "has \(Self.mostWaiting) acts to do already" }
            state.waiting.append(act)
            guard !state.isBusy else { return nil }
            do throws(SystemError) {
                state.isBusy = true
                state.thread = try DeviceThread(name, urgency: .ordinary) { [self] in work() }
                return nil
            } catch {
                state.isBusy = false
                state.waiting = []
                return "did not start: \(error)"
            }
        }
    }

    /// Ends the program that is running, and forgets the acts that are waiting.
    func close() {
        let thread = state.withLock { state in
            state.isOver = true
            state.waiting = []
            return state.thread.take()
        }
        stop.wake()
        thread?.join()
    }

    private func work() {
        while let act = next() {
            if !act() { state.withLock { $0.waiting = [] } }
        }
    }

    private func next() -> (@Sendable () -> Bool)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
