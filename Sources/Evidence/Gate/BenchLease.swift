import Glibc
import Ground
import JSON
import OpenSSL
import OperatingSystem

/// A bench claimed for one gate, and what is known about earlier gates on it.
///
/// Locks exclude others: one on a file named by the bench's fingerprint, and one for the output folder. The files are
/// part of the user's state, so they cover all gates of one user on one computer; `BenchLock` covers the devices.
public final class BenchLease {
    /// The last gate on the bench; nil if there was none.
    public private(set) var predecessor: GateStart.Predecessor?
    public let fingerprint: String
    /// The bench's memory of the record of each gate and each search.
    public let memories: RecordMemories
    private let folder: String
    private let path: String
    private let lock: FileLock
    private let output: FileLock?

    /// The default folder for the state of benches; nil if the user has no place for state.
    public static var usualFolder: String? { FailuresFile.stateFolder.map { "\($0)/trammel/gates" } }

    /// Claims the bench and the output folder; throws if another gate has one of them.
    ///
    /// A bench that each command creates for itself is shared, so gates do not block each other. There, a gate that
    /// has not ended may still be running and does not count as the predecessor.
    public init(
        of fingerprint: String, output: String? = nil, isShared: Bool = false,
        in folder: String? = BenchLease.usualFolder
    ) throws(CommandError) {
        guard let folder else {
            throw CommandError(
                what: "there is no place for what gates remember of a bench", remedy: "Set XDG_STATE_HOME or HOME")
        }
        do throws(SystemError) { try Files.makeFolder(folder) } catch { throw .cannotWrite(folder, error) }
        self.fingerprint = fingerprint
        self.folder = folder
        memories = RecordMemories(of: fingerprint, in: folder)
        let name = Self.name(of: fingerprint)
        path = "\(folder)/\(name).json"
        lock = try Self.lock("\(folder)/\(name).lock", of: "this bench", isShared: isShared)
        self.output = try output.map { path throws(CommandError) in
            let name = "the folder \(Files.absolutePlace(path))"
            return try Self.lock("\(folder)/\(Self.name(of: name)).folder.lock", of: name.shown(120))
        }
        predecessor = try Self.predecessor(at: path)
        if isShared, predecessor?.isEnded == false { predecessor = nil }
    }

    private static func lock(
        _ path: String, of what: String, isShared: Bool = false
    ) throws(CommandError) -> FileLock {
        do throws(FileLock.Obstacle) {
            return try FileLock(path, isShared: isShared, holder: "process \(getpid()) since \(Program.date)")
        } catch {
            switch error {
            case .system(let error): throw .cannotWrite(path, error)
            case .held(let holder):
                throw CommandError(
                    what: "another gate or search has \(what)\(holder.isEmpty ? "" : ": \(holder.shown(120))")",
                    remedy: "Wait until it ends, or end it")
            }
        }
    }

    /// Returns the file name for a bench: a fingerprint is external text and may not be a valid name.
    static func name(of fingerprint: String) -> String { String(ContentHash.of(fingerprint).hex.prefix(32)) }

    /// Remembers that a gate on this bench began, or ended.
    func remember(record: ContentHash, isEnded: Bool, in folder: String) throws(CommandError) {
        let value = JSONValue.fields([
            "folder": .text(Files.absolute(folder) ?? folder), "isEnded": .bool(isEnded), "record": .text(record.hex),
        ])
        try UnfinishedFile.write(value.bytes + [0x0A], to: path, .replacing)
        predecessor = GateStart.Predecessor(record: record, isEnded: isEnded)
    }

    private static func predecessor(at path: String) throws(CommandError) -> GateStart.Predecessor? {
        guard Files.kind(of: path) != nil else { return nil }
        do {
            let document = try JSONField(json: try Files.bytes(of: path, atMost: 1 << 16))
            return GateStart.Predecessor(
                record: try document.field("record").hash(), isEnded: try document.field("isEnded").flag())
        } catch {
            throw CommandError(
                what: "\(path), which names the last gate on this bench, cannot be used: \(error)",
                remedy: "Put it right or move it away: the next gate then says that it is the first one")
        }
    }
}
