import Evidence
import OperatingSystem
import Recordings
import Replay
import Synchronization

/// The events of a run, kept on disk for use after it has ended. The file has no name and ends with the program.
final class SpooledTrace {
    /// The number of bytes to collect before writing.
    private static let piece = 1 << 16

    private static let content = "what goes over the links"

    private let file: FileDescriptor
    private var writer = TraceWriter()
    private var bytes: [UInt8] = []
    private var trouble: SystemError?
    /// The number of events recorded.
    private var count = 0
    private let loss: Loss

    /// A flag that is set when a reader could not get all events.
    final class Loss: Sendable {
        private let isRaised = Mutex(false)

        var hasHappened: Bool { isRaised.withLock { $0 } }

        fileprivate func happen() { isRaised.withLock { $0 = true } }

        func check() throws(CommandTrouble) {
            guard hasHappened else { return }
            throw CommandTrouble(what: "what went over the links could not be read again", remedy: nil)
        }
    }

    /// Creates a storage in the system's temporary folder.
    init(_ loss: Loss = Loss()) throws(CommandTrouble) {
        self.loss = loss
        file = try TemporaryFile.open(for: Self.content)
    }

    /// Records the next event; the first is `began`.
    func record(_ event: TraceEvent) {
        writer.append(event, to: &bytes)
        count += 1
    }

    /// Writes collected bytes; to be called when there is time for it.
    func flush() { if bytes.count >= Self.piece { write() } }

    /// The recorded events, which can be read any number of times.
    ///
    /// Throws if they could not be written.
    func events() throws(CommandTrouble) -> TraceStream {
        write()
        if let trouble { throw TemporaryFile.unwritten(Self.content, trouble) }
        let (file, count, loss) = (file, count, loss)
        return TraceStream { Self.read(file, count: count, lose: loss.happen) }
    }

    /// Throws if a reader could not get all events, which voids its result.
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

    /// Reads the events from the first one on; calls `lose` if there are fewer than `count`.
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
