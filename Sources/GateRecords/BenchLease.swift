import Attestation
public import Evidence
import Ground
import OperatingSystem

/// A bench for one gate alone, and what is known of the gates before it.
///
/// What excludes others are locks: on a file that is named by the bench's fingerprint, and on one for each device that
/// the bench has. So two commands that name other ports, and share a device, do not play on it side by side. The files
/// lie with the user's other state, so that they hold between all gates of one user on one computer.
public final class BenchLease {
    /// What is known of the last gate on the bench; nil where there was none.
    public private(set) var predecessor: GateStart.Predecessor?
    public let fingerprint: String
    /// What the bench remembers of the record of each gate and each search.
    public let memories: RecordMemories
    private let folder: String
    private let path: String
    private let lock: FileLock
    /// By the claims that they are of.
    private var devices: [DeviceClaim: FileLock] = [:]

    /// The folder in which the state of benches lies by itself; nil where the user has no place for it.
    public static var usualFolder: String? { FailuresFile.stateFolder.map { "\($0)/trammel/gates" } }

    /// Takes the bench and its devices; throws where another gate has one of them.
    ///
    /// A bench that each command creates for itself is shared, so gates do not block each other. There, a gate that
    /// has not ended may still be running and does not count as the predecessor.
    public init(
        of fingerprint: String, devices claims: [DeviceClaim] = [], isShared: Bool = false,
        in folder: String? = BenchLease.usualFolder
    ) throws(CommandTrouble) {
        guard let folder else {
            throw CommandTrouble(
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

    /// Takes more devices, which stay with the bench; throws where another gate has one of them.
    public func take(_ claims: [DeviceClaim]) throws(CommandTrouble) {
        for claim in DeviceClaim.merged(claims) where devices[claim] == nil {
            // What it has for itself it need not share.
            guard devices[DeviceClaim(claim.name)] == nil else { continue }
            devices[DeviceClaim(claim.name, isShared: true)] = nil
            devices[claim] = try FileLock(
                "\(folder)/\(Self.name(of: "device \(claim.name)")).device.lock", of: claim.name.shown(120),
                isShared: claim.isShared)
        }
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
