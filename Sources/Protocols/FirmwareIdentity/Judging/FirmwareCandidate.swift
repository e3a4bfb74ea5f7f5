public import Ground

/// A firmware file to be released: its identity and its images.
public struct FirmwareCandidate: Hashable, Codable, Sendable {
    public enum Form: String, Hashable, Codable, Sendable, CaseIterable {
        /// An MCUboot image, starting at the file's first byte.
        case mcuboot
        case intelHex
        case elf
        /// Any other bytes.
        case plain
    }

    /// The plan's location of one of the accessory's images.
    public struct Slot: Hashable, Codable, Sendable {
        /// The image's number on the management server; 0 is the application.
        public let image: Int
        /// The address of its header: in flash for Intel HEX, in the file for other forms.
        public let address: UInt32

        public init(image: Int, address: UInt32) { (self.image, self.address) = (image, address) }
    }

    public struct Image: Hashable, Codable, Sendable {
        public let number: Int
        public let version: FirmwareVersion
        /// The hash by which the accessory identifies it; nil if its TLVs contain none.
        public let hash: ImageHash?
        /// Whether the file's bytes match that hash.
        public let check: HashCheck
        public let address: UInt32
    }

    public let form: Form
    /// The SHA-256 of the whole file, as lower-case hexadecimal digits.
    public let sha256: String
    public let size: Int
    public let images: [Image]
    /// The linker's build id, as lower-case hexadecimal digits; ELF files only.
    public let buildID: String?

    /// Decodes a file whose SHA-256 the caller has computed.
    ///
    /// `slots` are required for a merged file, which contains more than the image. Throws if the file is malformed or
    /// a slot holds no image; the offset is that in the file or, for Intel HEX, in the bytes at the image's address.
    public static func read(
        _ file: [UInt8], sha256: String, slots: [Slot] = [], digest: ImageDigest
    ) throws(Malformed) -> FirmwareCandidate {
        guard let hash = [UInt8](hex: sha256), hash.count == 32 else {
            throw Malformed(at: 0, "the file's SHA-256 has 64 hexadecimal digits")
        }
        guard !file.isEmpty else { throw Malformed(at: 0, "the file is empty") }
        let isELF = BuildID.isELF(file)
        let isHex = !isELF && IntelHex.isLikely(file)
        let contents = isHex ? try IntelHex.read(file) : FlashContents(file, at: 0)
        let images = isELF ? [] : try Self.images(in: contents, slots, digest)
        return FirmwareCandidate(
            form: isELF ? .elf : isHex ? .intelHex : images.contains { $0.address == 0 } ? .mcuboot : .plain,
            sha256: hash.hex(separator: ""), size: file.count, images: images,
            buildID: isELF ? try BuildID.read(elf: file)?.hex(separator: "") : nil)
    }

    private static func images(
        in contents: FlashContents, _ slots: [Slot], _ digest: ImageDigest
    ) throws(Malformed) -> [Image] {
        guard slots.isEmpty else {
            var images: [Image] = []
            for slot in slots { images.append(try image(slot, in: contents, digest)) }
            return images
        }
        guard let first = contents.segments.first else { return [] }
        if MCUbootImage.places(in: Array(first.bytes.prefix(4))) == [0] {
            return [try image(Slot(image: 0, address: first.address), in: contents, digest)]
        }
        var places: [String] = []
        for segment in contents.segments {
            for place in MCUbootImage.places(in: segment.bytes)
            where (try? MCUbootImage(decoding: segment.bytes, at: place)) != nil {
                places.append((segment.address + UInt32(place)).hexadecimal)
            }
        }
        guard places.isEmpty else {
            throw Malformed(
                at: 0,
                "the file holds more than an image, which is at \(places.joined(separator: ", ")): "
                    + "say in the plan at which address each image is")
        }
        return []
    }

    private static func image(
        _ slot: Slot, in contents: FlashContents, _ digest: ImageDigest
    ) throws(Malformed) -> Image {
        guard let bytes = contents.bytes(from: slot.address) else {
            throw Malformed(at: 0, "the file puts nothing at \(slot.address.hexadecimal), where image \(slot.image) is")
        }
        let image = try MCUbootImage(decoding: bytes)
        return Image(
            number: slot.image, version: image.version, hash: image.hash, check: image.check(bytes, by: digest),
            address: slot.address)
    }

    /// Returns the image with a number, or nil if the file has none.
    public func image(_ number: Int) -> Image? { images.first { $0.number == number } }
}
