public import Ground

/// An image in a slot of the accessory, as its management server reports it.
///
/// The hash is read from the image's TLVs in flash, not recomputed: it is the image's label. `isActive` without
/// `isConfirmed` is a test: the next reset restores the old image. gate.md, section 6.4.
public struct ImageSlot: Hashable, Codable, Sendable {
    /// The maximum number of slots; chosen by this project.
    public static let limit = 16

    /// The image's number; 0 is the application if there is only one image.
    public let image: Int
    public let slot: Int
    public let version: String
    /// The hash; nil if it is missing, as in MCUboot's serial recovery.
    public let hash: ImageHash?
    public let isBootable: Bool
    public let isPending: Bool
    public let isConfirmed: Bool
    public let isActive: Bool
    public let isPermanent: Bool

    public init(
        image: Int = 0, slot: Int, version: String, hash: ImageHash?, isBootable: Bool = false, isPending: Bool = false,
        isConfirmed: Bool = false, isActive: Bool = false, isPermanent: Bool = false
    ) {
        (self.image, self.slot, self.version, self.hash) = (image, slot, version, hash)
        (self.isBootable, self.isPending, self.isConfirmed) = (isBootable, isPending, isConfirmed)
        (self.isActive, self.isPermanent) = (isActive, isPermanent)
    }

    /// Decodes the slots in the answer to `imageState`; a missing flag is false, a missing image number 0.
    ///
    /// The errors' offsets are indices of images, because decoded values have no byte offset.
    public static func list(_ answer: CBORValue) throws(Malformed) -> [ImageSlot] {
        guard let images = answer["images"]?.array else { throw Malformed(at: 0, "the answer has no list of images") }
        guard images.count <= limit else { throw Malformed(at: limit, "the answer has more than \(limit) images") }
        var slots: [ImageSlot] = []
        for (index, value) in images.enumerated() { slots.append(try ImageSlot(value, index)) }
        return slots
    }

    private init(_ value: CBORValue, _ index: Int) throws(Malformed) {
        guard case .map = value else { throw Malformed(at: index, "image \(index) of the list is no map") }
        image = try Self.number(value, "image", index) ?? 0
        guard let slot = try Self.number(value, "slot", index) else {
            throw Malformed(at: index, "image \(index) of the list has no slot")
        }
        guard let version = value["version"]?.text else {
            throw Malformed(at: index, "image \(index) of the list has no version")
        }
        (self.slot, self.version) = (slot, version)
        if let hash = value["hash"] {
            guard let bytes = hash.bytes, let hash = ImageHash(bytes) else {
                throw Malformed(at: index, "image \(index) of the list has a hash of no known length")
            }
            self.hash = hash
        } else {
            hash = nil
        }
        isBootable = try Self.flag(value, "bootable", index)
        isPending = try Self.flag(value, "pending", index)
        isConfirmed = try Self.flag(value, "confirmed", index)
        isActive = try Self.flag(value, "active", index)
        isPermanent = try Self.flag(value, "permanent", index)
    }

    private static func number(_ value: CBORValue, _ key: String, _ index: Int) throws(Malformed) -> Int? {
        guard let field = value[key] else { return nil }
        guard let number = field.unsigned.flatMap(UInt8.init(exactly:)) else {
            throw Malformed(at: index, "\(key) of image \(index) of the list is no small number")
        }
        return Int(number)
    }

    private static func flag(_ value: CBORValue, _ key: String, _ index: Int) throws(Malformed) -> Bool {
        guard let field = value[key] else { return false }
        guard let flag = field.bool else {
            throw Malformed(at: index, "\(key) of image \(index) of the list is neither true nor false")
        }
        return flag
    }

    /// Returns the slot as a management server reports it.
    public func value(writesFalse: Bool = true) -> CBORValue {
        var entries: [CBOREntry] = []
        if image != 0 { entries.append(CBOREntry(.text("image"), .unsigned(UInt64(clamping: image)))) }
        entries.append(CBOREntry(.text("slot"), .unsigned(UInt64(clamping: slot))))
        entries.append(CBOREntry(.text("version"), .text(version)))
        if let hash { entries.append(CBOREntry(.text("hash"), .bytes(hash.bytes))) }
        let flags = [
            ("bootable", isBootable), ("pending", isPending), ("confirmed", isConfirmed), ("active", isActive),
            ("permanent", isPermanent),
        ]
        for (name, flag) in flags where flag || writesFalse { entries.append(CBOREntry(.text(name), .bool(flag))) }
        return .map(entries)
    }
}
