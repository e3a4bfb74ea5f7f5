import Ground
import Links
import NDEF
import RigKit
import Simulators

extension SimulatedTag {
    /// The tag that a rig describes.
    init(_ model: TagModel, of name: TagName) throws(RigFault) {
        let message: [UInt8]
        do throws(UnwritableNDEF) { message = try Self.message(of: model) } catch {
            throw RigFault("what \(name) is to hold cannot be written: \(error)", remedy: "Change the tag in the rig")
        }
        self = try SimulatedTag(model, message, uid: model.uid ?? Self.uid(from: name))
    }

    private static func message(of model: TagModel) throws(UnwritableNDEF) -> [UInt8] {
        switch model.content {
        case .blank, .data: return []
        case .message(let bytes): return bytes
        case .records(let records):
            var made: [NDEFRecord] = []
            for record in records { made.append(try NDEFRecord(record)) }
            return try NDEFMessage(checking: made).encoded
        }
    }

    private init(
        _ model: TagModel, _ message: [UInt8], uid: [UInt8]
    ) throws(RigFault) {
        do throws(TagTooSmall) {
            self =
                model.chip.isType2
                ? SimulatedTag(try Type2Memory(model, message, uid: uid), uid: uid)
                : SimulatedTag(try Type4Files(model, message), uid: uid)
        } catch {
            throw RigFault(
                "what a tag of \(model.chip.rawValue) is to hold does not fit: \(error)",
                remedy: "Give it a larger tag in the rig")
        }
    }

    /// Seven bytes of a maker's that are always the same for a name, so that two tags of a rig differ.
    private static func uid(from name: TagName) -> [UInt8] {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return [0x04] + (0..<6).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    }
}

extension Type2Memory {
    init(_ model: TagModel, _ message: [UInt8], uid: [UInt8]) throws(TagTooSmall) {
        let makerUID = uid.count == 7 ? uid : NTAG.sampleUID
        if let chip = NTAG(model.chip) {
            let tag = try SimulatedTag.type2(chip, message: message, uid: makerUID)
            self.init(bytes: tag.type2Memory ?? [UInt8](repeating: 0, count: 16), chip: chip)
        } else {
            let area = 2040
            let data = Self.block(0x03, message) + [0xFE]
            guard data.count <= area else { throw TagTooSmall(message: message.count, capacity: area - 4) }
            self.init(areaSize: area, data: data, uid: makerUID)
        }
        if case .data(let data) = model.content {
            let room = bytes.count - 16
            guard data.count <= room else { throw TagTooSmall(message: data.count, capacity: room) }
            bytes.replaceSubrange(16..., with: data + [UInt8](repeating: 0, count: room - data.count))
        }
        if let container = model.container, container.count == 4 { bytes.replaceSubrange(12..<16, with: container) }
        switch model.state {
        case .writable: break
        case .readOnly: bytes[15] |= 0x0F
        case .locked: lock()
        }
    }

    /// Sets every lock bit, static and dynamic, as a factory does at last.
    private mutating func lock() {
        bytes[10] = 0xFF
        bytes[11] = 0xFF
        guard let control = lockControl else { return }
        for bit in 0..<control.bits where bytes.indices.contains(control.address + bit / 8) {
            bytes[control.address + bit / 8] |= 1 << UInt8(bit % 8)
        }
    }
}

extension Type4Files {
    init(_ model: TagModel, _ message: [UInt8]) throws(TagTooSmall) {
        let longest = UInt16(clamping: model.longestAnswer ?? 255)
        var file: [UInt8]?
        if case .data(let bytes) = model.content { file = bytes }
        let size = max(0x0800, max(message.count, file?.count ?? 0) + 4)
        if model.chip == .type4v3 {
            try self.init(extended: message, maximumRead: longest, fileSize: UInt32(clamping: size))
        } else {
            try self.init(message: message, maximumRead: longest, fileSize: UInt16(clamping: min(size, 0xFFFE)))
        }
        if model.chip == .type4v1 {
            mapping = .version1
            container[2] = 0x10
        }
        if let file {
            let rest = max(0, ndef.count - file.count)
            ndef = file + [UInt8](repeating: 0, count: rest)
        }
        switch model.state {
        case .writable: break
        case .readOnly:
            container[container.count - 1] = 0xFF
            isWritable = false
        case .locked:
            // A write access of its maker's, which nobody else is granted.
            container[container.count - 1] = 0x80
            isWritable = false
        }
        if let own = model.container { container = own }
    }
}

extension NTAG {
    fileprivate init?(_ chip: TagModel.Chip) {
        switch chip {
        case .ntag213: self = .ntag213
        case .ntag215: self = .ntag215
        case .ntag216: self = .ntag216
        case .type2large, .type4, .type4v1, .type4v3: return nil
        }
    }
}

extension NDEFRecord {
    /// The record that a rig describes.
    fileprivate init(_ record: TagRecord) throws(UnwritableNDEF) {
        switch record {
        case .uri(let uri): self = try .link(uri)
        case .text(let text, let language): self = try .text(text, language: language)
        case .poster(let uri, let title):
            self = try .smartPoster(uri: uri, titles: title.map { [TextRecord($0)] } ?? [])
        case .media(let type, let bytes): self = try .data(ofType: type, bytes)
        case .external(let type, let bytes):
            let parts = type.split(separator: ":", maxSplits: 1).map(String.init)
            self = try .external(domain: parts.first ?? "", type: parts.dropFirst().first ?? "", bytes)
        case .application(let package): self = try .androidApplication(package)
        case .absolute(let uri): self = try NDEFRecord(checking: .absoluteURI, type: Array(uri.utf8), payload: [])
        case .empty: self = NDEFRecord(.empty, type: [])
        }
    }
}
