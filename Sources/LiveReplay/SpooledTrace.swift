import Evidence
import OperatingSystem
import Recordings
import Replay
import Synchronization

/// The events of a run on disk, for those who look at them again when it is over; the file has no name and goes with
/// the program.
final class SpooledTrace {
    /// How much is written at once.
    private static let piece = 1 << 16

    private static let content = "what goes over the links"

    private let file: FileDescriptor
    private var writer = TraceWriter()
    private var bytes: [UInt8] = []
    private var trouble: SystemError?
    /// How many events were recorded.
    private var count = 0
    private let loss: Loss

    /// Whether somebody who went through events did not get all of them.
    final class Loss: Sendable {
        private let isRaised = Mutex(false)

        var hasHappened: Bool { isRaised.withLock { $0 } }

        fileprivate func happen() { isRaised.withLock { $0 = true } }

        func check() throws(CommandTrouble) {
            guard hasHappened else { return }
            throw CommandTrouble(what: "what went over the links could not be read again", remedy: nil)
        }
    }

    /// Opens a file where the system keeps its temporary ones.
    init(_ loss: Loss = Loss()) throws(CommandTrouble) {
        self.loss = loss
        file = try TemporaryFile.open(for: Self.content)
    }

    /// Takes the next event; the first one is `began`.
    func record(_ event: TraceEvent) {
        writer.append(event, to: &bytes)
        count += 1
    }

    /// Writes what has come together; to be called when there is time for that.
    func flush() { if bytes.count >= Self.piece { write() } }

    /// What was recorded, to be gone through as often as it takes.
    ///
    /// Fails where it could not be written.
    func events() throws(CommandTrouble) -> TraceStream {
        write()
        if let trouble { throw TemporaryFile.unwritten(Self.content, trouble) }
        let (file, count, loss) = (file, count, loss)
        return TraceStream { Self.read(file, count: count, lose: loss.happen) }
    }

    /// Fails where somebody who went through the events did not get all of them: what came of that counts nothing.
    func check() throws(CommandTrouble) { try loss.check() }

    private func write() {
        guard trouble == nil else { return bytes.removeAll() }
        do throws(SystemError) {
            try Files.append(bytes, to: file)
        } catch {
            trouble = error
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// The events from the first one on; `lose` is called where there are not so many.
    private static func read(
        _ file: FileDescriptor, count: Int, lose: @escaping () -> Void
    ) -> AnyIterator<TraceEvent> {
        var reader = TraceReader()
        var (events, place, offset, given) = ([TraceEvent](), 0, 0, 0)
        return AnyIterator {
            while place == events.count {
                guard given < count else { return nil }
                events.removeAll(keepingCapacity: true)
                place = 0
                guard let bytes = try? file.read(upTo: piece, at: offset), !bytes.isEmpty else {
                    lose()
                    return nil
                }
                offset += bytes.count
                guard (try? reader.receive(bytes[...], into: &events)) != nil else {
                    lose()
                    return nil
                }
            }
            defer { (place, given) = (place + 1, given + 1) }
            return events[place]
        }
    }
}
