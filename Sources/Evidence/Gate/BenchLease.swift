import Ground
import JSON
import OpenSSL
import OperatingSystem

/// A bench claimed for one gate, and what is known about earlier gates on it.
///
/// Locks exclude others: one on a file named by the bench's fingerprint, and one for each device on the bench. That
/// way, two commands that name different ports but share a device cannot play at the same time. The files are part of
/// the user's state, so they cover all gates of one user on one computer.
public final class BenchLease {
    /// The last gate on the bench; nil if there was none.
    public private(set) var predecessor: GateStart.Predecessor?
    public let fingerprint: String
    /// The bench's memory of the record of each gate and each search.
    public let memories: RecordMemories
    private let folder: String
    private let path: String
    private let lock: FileLock
    /// The locks of devices, by claim.
    private var devices: [DeviceClaim: FileLock] = [:]

    /// The default folder for the state of benches; nil if the user has no place for state.
    public static var usualFolder: String? { FailuresFile.stateFolder.map { "\($0)/trammel/gates" } }

    /// Claims the bench and its devices; throws if another gate has one of them.
    ///
    /// A bench that each command creates for itself is shared, so gates do not block each other. There, a gate that
    /// has not ended may still be running and does not count as the predecessor.
    public init(
        of fingerprint: String, devices claims: [DeviceClaim] = [], isShared: Bool = false,
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
        lock = try FileLock("\(folder)/\(name).lock", of: "this bench", isShared: isShared)
        predecessor = try Self.predecessor(at: path)
        if isShared, predecessor?.isEnded == false { predecessor = nil }
        try take(claims)
    }

    /// Claims more devices for the lifetime of the lease; throws if another gate has one of them.
    public func take(_ claims: [DeviceClaim]) throws(CommandError) {
        for claim in DeviceClaim.merged(claims) where devices[claim] == nil {
            // A device held exclusively need not be shared as well.
            guard devices[DeviceClaim(claim.name)] == nil else { continue }
            devices[DeviceClaim(claim.name, isShared: true)] = nil
            devices[claim] = try FileLock(
                "\(folder)/\(Self.name(of: "device \(claim.name)")).device.lock", of: claim.name.shown(120),
                isShared: claim.isShared)
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
