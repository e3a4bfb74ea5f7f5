import Evidence
import OperatingSystem
import Simulators
import Synchronization

/// The long values of a recording, on disk. The file has no name and ends with the program.
final class SpooledBytes: ByteStorage {
    /// The number of bytes to collect before writing.
    private static let piece = 1 << 16

    private struct State {
        /// The bytes not written yet, and their position in the file.
        var bytes: [UInt8] = []
        var written = 0
        var trouble: SystemError?
        var isLost = false
    }

    private static let content = "what the recorded accessories did"

    private let file: FileDescriptor
    private let state = Mutex(State())

    /// Creates a storage in an empty file.
    init(in file: FileDescriptor) { self.file = file }

    /// Creates a storage in the system's temporary folder.
    init() throws(CommandTrouble) { file = try TemporaryFile.open(for: Self.content) }

    func append(_ bytes: [UInt8]) -> Int {
        state.withLock { state in
            let place = state.written + state.bytes.count
            state.bytes += bytes
            if state.bytes.count >= Self.piece { write(&state) }
            return place
        }
    }

    func bytes(at place: Int, count: Int) -> [UInt8] {
        state.withLock { state in
            if place + count > state.written { write(&state) }
            var bytes: [UInt8] = []
            while bytes.count < count,
                let more = try? file.read(upTo: count - bytes.count, at: place + bytes.count), !more.isEmpty
            {
                bytes += more
            }
            if bytes.count < count { state.isLost = true }
            return bytes
        }
    }

    func lose() { state.withLock { $0.isLost = true } }

    /// Throws if something could not be kept or read back, which voids any result.
    ///
    /// Pending bytes are written first, so that a full disk is reported before anything is played.
    func check() throws(CommandTrouble) {
        let (trouble, isLost) = state.withLock { state in
            write(&state)
            return (state.trouble, state.isLost)
        }
        if let trouble { throw TemporaryFile.unwritten(Self.content, trouble) }
        if isLost { throw CommandTrouble(what: "\(Self.content) could not be read again", remedy: nil) }
    }

    private func write(_ state: inout State) {
        if state.trouble == nil, !state.bytes.isEmpty {
            do throws(SystemError) { try Files.append(state.bytes, to: file) } catch { state.trouble = error }
        }
        state.written += state.bytes.count
        state.bytes.removeAll(keepingCapacity: true)
    }
}
