import Ground
import Links
public import NDEF
public import RigKit
import Simulators

extension SimulatedTag {
    /// Creates the tag that a rig describes; if the rig gives no identifier, it is derived from the name.
    init(_ model: TagModel, of name: TagName) throws(RigFault) {
        do throws(TagModelError) {
            if let problem = model.problems().first { throw TagModelError(problem) }
            self = try model.chip.isType2 ? Self.paged(model, name) : Self.filed(model, name)
        } catch {
            throw RigFault("the tag \(name) cannot be made: \(error.reason)", remedy: "Correct it in the rig")
        }
    }

    private static func paged(_ model: TagModel, _ name: TagName) throws(TagModelError) -> SimulatedTag {
        let uid = model.uid ?? name.identifier
        let chip = NTAG(rawValue: model.chip.rawValue)
        let leading = chip == .ntag213 ? NTAG.leadingBlock : chip == nil ? Type2Memory.largeLockBlock : []
        var data: [UInt8]
        switch model.content {
        case .data(let bytes): data = bytes
        case .blank, .records, .message:
            data = leading + Type2Memory.block(0x03, try model.message())
            let area = chip?.chip.areaSize ?? Type2Memory.largeArea
            guard data.count <= area else {
                throw TagModelError("\(data.count) bytes with what frames the message do not fit into \(area)")
            }
            if data.count < area { data.append(0xFE) }
        }
        var memory: Type2Memory
        if let chip {
            let area = UInt8(clamping: chip.chip.areaSize / 8)
            let bytes = Type2Memory.bytes(
                uid: uid, container: [0xE1, 0x10, area, 0x00], data: data, size: chip.pages * 4)
            guard bytes.count == chip.pages * 4 else {
                throw TagModelError("its memory has \(bytes.count) bytes, and the chip has \(chip.pages * 4)")
            }
            memory = Type2Memory(bytes: bytes, chip: chip)
        } else {
            memory = Type2Memory(areaSize: Type2Memory.largeArea, data: data, tail: 16, uid: uid)
            memory.lockControl = Type2Memory.largeLockControl
        }
        memory.protect(model.state)
        if let container = model.container { memory.bytes.replaceSubrange(12..<16, with: container) }
        return SimulatedTag(memory, uid: uid)
    }

    private static func filed(_ model: TagModel, _ name: TagName) throws(TagModelError) -> SimulatedTag {
        let read = UInt16(clamping: model.longestAnswer ?? 0xFF)
        let message = try model.message()
        var files: Type4Files
        do throws(TagTooSmall) {
            files =
                try model.chip == .type4v3
                ? Type4Files(extended: message, maximumRead: read)
                : Type4Files(message: message, maximumRead: read, fileSize: 0x7FFF)
        } catch {
            throw TagModelError("\(error)")
        }
        if model.chip == .type4v1 {
            files.mapping = .version1
            files.container[2] = 0x10
        }
        if case .data(let bytes) = model.content { files.ndef = bytes }
        switch model.state {
        case .writable: break
        case .readOnly: files.container[files.container.count - 1] = 0xFF
        case .locked:
            files.container[files.container.count - 1] = 0xFF
            files.isWritable = false
        }
        if let container = model.container { files.container = container }
        return SimulatedTag(files, uid: model.uid ?? name.identifier)
    }
}

/// Why a rig's tag cannot be made, as a clause.
private struct TagModelError: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

extension TagModel {
    /// Returns the message as bytes; empty for a blank tag, and if the complete memory is given.
    fileprivate func message() throws(TagModelError) -> [UInt8] {
        switch content {
        case .blank, .data: return []
        case .message(let bytes): return bytes
        case .records(let records):
            do throws(UnwritableNDEF) { return try NDEFMessage(modelled: records).encoded } catch {
                throw TagModelError("\(error)")
            }
        }
    }
}

extension Type2Memory {
    /// The data area of the generic tag with sectors: as much as a capability container can announce.
    fileprivate static let largeArea = 2040
    /// Its dynamic lock bits, just after the data area.
    fileprivate static let largeLockControl = Type2LockControl(address: 2056, bits: 32, bytesPerBit: 64)
    /// The TLV block that says so: page 8 of 256 bytes, byte 8; 32 bits; 2^6 bytes a bit, 2^8 bytes a page.
    fileprivate static let largeLockBlock: [UInt8] = [0x01, 0x03, 0x88, 0x20, 0x68]

    /// Sets whatever prevents a tag from being written.
    fileprivate mutating func protect(_ state: TagModel.State) {
        switch state {
        case .writable: break
        case .readOnly: bytes[15] |= 0x0F
        case .locked:
            bytes[10] = 0xFF
            bytes[11] = 0xFF
            guard let control = lockControl else { return }
            for bit in 0..<control.bits where control.address + bit / 8 < bytes.count {
                bytes[control.address + bit / 8] |= 1 << UInt8(bit % 8)
            }
        }
    }
}

extension NTAG {
    /// The lock control TLV with which the smallest chip leaves the factory (nfc.md 2.2).
    fileprivate static let leadingBlock: [UInt8] = [0x01, 0x03, 0xA0, 0x0C, 0x34]
}

extension TagName {
    /// Seven bytes that differ from name to name but are the same in every run; 04 is a manufacturer's number.
    fileprivate var identifier: [UInt8] {
        let sum = FNV1a(rawValue.utf8).value
        let bytes = (0..<6).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
        // On the air, 88 means that more of the identifier follows; it occurs nowhere else.
        return [0x04] + bytes.map { $0 == 0x88 ? 0x87 : $0 }
    }
}

extension NDEFMessage {
    /// Creates the message that a rig's records describe.
    public init(modelled records: [TagRecord]) throws(UnwritableNDEF) {
        var made: [NDEFRecord] = []
        for record in records { made.append(try NDEFRecord(modelled: record)) }
        try self.init(checking: made)
    }
}

extension NDEFRecord {
    fileprivate init(modelled record: TagRecord) throws(UnwritableNDEF) {
        switch record {
        case .uri(let uri): self = try .link(uri)
        case .text(let words, let language): self = try .text(words, language: language)
        case .poster(let uri, let title):
            self = try .smartPoster(uri: uri, titles: title.map { [TextRecord($0)] } ?? [])
        case .media(let type, let bytes): self = try .data(ofType: type, bytes)
        case .external(let name, let bytes):
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            self = try .external(
                domain: parts.first.map(String.init) ?? "", type: parts.dropFirst().first.map(String.init) ?? "", bytes)
        case .application(let package): self = try .androidApplication(package)
        case .absolute(let uri): self = try NDEFRecord(checking: .absoluteURI, type: Array(uri.utf8), payload: [])
        case .empty: self = .empty
        }
    }
}
