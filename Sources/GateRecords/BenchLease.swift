import Attestation
public import Evidence
import Glibc
import Ground
import OperatingSystem

/// A bench for one gate alone, and what is known of the gates before it.
///
/// The lock is the kernel's (`flock`) on a file that is named by the bench's fingerprint: it ends with the process,
/// however that ends. It lies with the user's other state, so that it holds between all gates of one user on one
/// computer.
public final class BenchLease {
    /// What is known of the last gate on the bench; nil where there was none.
    public private(set) var predecessor: GateStart.Predecessor?
    public let fingerprint: String
    /// What the bench remembers of each gate's record.
    let memories: RecordMemories
    private let path: String
    private let lock: FileDescriptor

    /// The folder in which the state of benches lies by itself; nil where the user has no place for it.
    public static var usualFolder: String? { FailuresFile.stateFolder.map { "\($0)/trammel/gates" } }

    /// Takes the bench; throws where another gate has it.
    public init(of fingerprint: String, in folder: String? = BenchLease.usualFolder) throws(CommandTrouble) {
        guard let folder else {
            throw CommandTrouble(
                what: "there is no place for what gates remember of a bench", remedy: "Set XDG_STATE_HOME or HOME")
        }
        do throws(SystemError) { try Files.makeFolder(folder) } catch { throw .cannotWrite(folder, error) }
        self.fingerprint = fingerprint
        memories = RecordMemories(of: fingerprint, in: folder)
        let name = Self.name(of: fingerprint)
        path = "\(folder)/\(name).json"
        let lockPath = "\(folder)/\(name).lock"
        do throws(SystemError) {
            lock = try FileDescriptor("open \(lockPath)") {
                open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
        } catch {
            throw .cannotWrite(lockPath, error)
        }
        guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
            let isTaken = errno == EWOULDBLOCK
            let error = SystemError.last("flock \(lockPath)")
            let holder = (try? Files.text(of: lockPath, atMost: 200)).map { $0.shown(120) } ?? ""
            guard isTaken else { throw .cannotWrite(lockPath, error) }
            throw CommandTrouble(
                what: "another gate or search has this bench\(holder.isEmpty ? "" : ": \(holder)")",
                remedy: "Wait until it ends, or end it")
        }
        let note = Array("process \(getpid()) since \(Program.date)".utf8)
        if ftruncate(lock.number, 0) == 0 { _ = try? lock.write(note) }
        predecessor = try Self.predecessor(at: path)
    }

    deinit {
        // Not by closing alone: a program that is being started has this descriptor until it runs.
        flock(lock.number, LOCK_UN)
        lock.close()
    }

    /// What a bench's files are called by: a fingerprint is text from outside, and need not be a name.
    static func name(of fingerprint: String) -> String { String(ContentHash.of(fingerprint).hex.prefix(32)) }

    /// Remembers a gate on this bench: that it began, or that it ended.
    func remember(record: ContentHash, isEnded: Bool, in folder: String) throws(CommandTrouble) {
        let value = JSONValue.fields([
            "folder": .text(Files.absolute(folder) ?? folder), "isEnded": .bool(isEnded), "record": .text(record.hex),
        ])
        try UnfinishedFile.write(value.bytes + [0x0A], to: path, .replacing)
        predecessor = GateStart.Predecessor(record: record, isEnded: isEnded)
    }

    private static func predecessor(at path: String) throws(CommandTrouble) -> GateStart.Predecessor? {
        guard Files.kind(of: path) != nil else { return nil }
        do {
            let document = try JSONField(json: try Files.bytes(of: path, atMost: 1 << 16))
            return GateStart.Predecessor(
                record: try document.field("record").hash(), isEnded: try document.field("isEnded").flag())
        } catch {
            throw CommandTrouble(
                what: "\(path), which names the last gate on this bench, cannot be used: \(error)",
                remedy: "Put it right or move it away: the next gate then says that it is the first one")
        }
    }
}
