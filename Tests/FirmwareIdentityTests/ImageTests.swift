import FirmwareIdentity
import Ground
import TestSupport
import Testing

@Suite struct ImageTests {
    @Test("an image's hash, version and place are read, and its hash matches its bytes")
    func image() throws {
        let image = try MCUbootImage(decoding: Vectors.image)
        #expect(image.version == FirmwareVersion(major: 1, minor: 2, revision: 3, build: 4))
        #expect(image.hash == ImageHash(Vectors.hash))
        #expect((image.headerSize, image.bodySize, image.end) == (32, 16, 88))
        #expect(image.hashed == 0..<48)
        #expect(image.check(Vectors.image, by: digest) == .agrees)
        #expect(sha256(Vectors.image).hex(separator: "") == Vectors.fileHash)
    }

    @Test("protected TLVs are part of the hash")
    func protected() throws {
        let image = try MCUbootImage(decoding: Vectors.protected)
        #expect(image.protectedTLVs.map(\.type) == [0x50])
        #expect(image.hash?.bytes == Vectors.protectedHash)
        #expect(image.hashed == 0..<60)
        #expect(image.check(Vectors.protected, by: digest) == .agrees)
    }

    @Test("a changed byte of the body changes the hash, and an encrypted image's hash cannot be computed")
    func changed() throws {
        var file = Vectors.image
        file[40] ^= 1
        #expect(try MCUbootImage(decoding: file).check(file, by: digest) == .differs)
        file[16] = 0x04
        #expect(try MCUbootImage(decoding: file).check(file, by: digest) == .encrypted)
        #expect(try MCUbootImage(decoding: Vectors.image).check(Vectors.image, by: { _, _ in nil }) == .notMade)
    }

    @Test("an image behind a boot loader is read at its place")
    func merged() throws {
        let file = [UInt8](repeating: 0xFF, count: 512) + Vectors.image + [UInt8](repeating: 0xFF, count: 8)
        #expect(MCUbootImage.places(in: file) == [512])
        let image = try MCUbootImage(decoding: file, at: 512)
        #expect((image.offset, image.end) == (512, 600))
        #expect(image.check(file, by: digest) == .agrees)
    }

    @Test(
        "a malformed image is reported with its offset",
        arguments: [
            (0, [0x3E], 0), (8, [0x1F, 0x00], 8), (12, [0xFF], 88), (50, [0x03, 0x00], 50), (50, [0x29], 88),
            (54, [0x21], 54), (48, [0x08], 48),
        ] as [(Int, [UInt8], Int)])
    func malformed(place: Int, replacement: [UInt8], offset: Int) {
        var file = Vectors.image
        file.replaceSubrange(place..<place + replacement.count, with: replacement)
        let error = #expect(throws: Malformed.self) { try MCUbootImage(decoding: file) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    @Test("a wrong size of the protected TLVs, and a second hash, are named")
    func contradictions() {
        var file = Vectors.protected
        file[10] = 0x0D
        #expect(throws: Malformed.self) { try MCUbootImage(decoding: file) }
        file = Vectors.protected
        file[10] = 0
        #expect(#expect(throws: Malformed.self) { try MCUbootImage(decoding: file) }?.offset == 48)
        var twice = Vectors.image + Vectors.image[52...]
        twice[50] = 0x4C
        #expect(#expect(throws: Malformed.self) { try MCUbootImage(decoding: twice) }?.offset == 88)
    }

    @Test("every truncation of an image is an error within it", arguments: [Vectors.image, Vectors.protected])
    func cuts(file: [UInt8]) {
        for length in file.indices {
            let error = #expect(throws: Malformed.self) { try MCUbootImage(decoding: Array(file.prefix(length))) }
            #expect((error?.offset ?? -1) <= length)
        }
    }

    // MARK: Intel HEX

    /// Returns the file of an image at an address, 16 bytes per line.
    static func hexFile(_ bytes: [UInt8], at address: UInt32) -> String {
        func line(_ type: UInt8, _ address: UInt16, _ data: [UInt8]) -> String {
            let body = [UInt8(data.count), UInt8(address >> 8), UInt8(address & 0xFF), type] + data
            return ":" + (body + [0 &- body.reduce(0, &+)]).hex(separator: "").uppercased() + "\r\n"
        }
        var text = line(4, 0, [UInt8(address >> 24), UInt8(address >> 16 & 0xFF)])
        for start in stride(from: 0, to: bytes.count, by: 16) {
            text += line(
                0, UInt16(address & 0xFFFF) + UInt16(start), Array(bytes[start..<min(start + 16, bytes.count)]))
        }
        return text + ":00000001FF\n"
    }

    @Test("Intel HEX becomes the bytes at their addresses")
    func hex() throws {
        let contents = try IntelHex.read(Array(Self.hexFile(Vectors.image, at: 0x0001_0000).utf8))
        #expect(contents.segments.map(\.address) == [0x1_0000])
        #expect(contents.bytes(from: 0x1_0000) == Vectors.image)
        #expect(contents.bytes(from: 0x1_0058) == nil)
        #expect(contents.bytes(from: 0xFFFF) == nil)
    }

    @Test("a short gap is erased flash, and data after a long one is another segment")
    func gaps() throws {
        let text =
            ":0200000001020304F0\n".replacing("0200000001020304F0", with: "020000000102FB") + ":01000400AA51\n"
            + ":020000040020DA\n:0100000055AA\n:00000001FF\n"
        let contents = try IntelHex.read(Array(text.utf8))
        #expect(contents.segments.map(\.address) == [0, 4, 0x20_0000])
        #expect(contents.bytes(from: 0) == [1, 2, 0xFF, 0xFF, 0xAA])
        #expect(contents.bytes(from: 0x20_0000) == [0x55])
    }

    @Test(
        "a wrong line is named with its offset",
        arguments: [
            (":020000000102FA\n:00000001FF", 13), ("020000000102FB", 0), (":020000000102FB", 15),
            (":0200000001G2FB\n:00000001FF", 11), (":030000000102FB\n:00000001FF", 1), (":0200000001\n", 1),
            (":020000000102FB\n:010001000AF4\n:00000001FF", 16), (":00000006FA\n", 7),
            (":00000001FF\n:00000001FF", 12), ("", 0),
        ])
    func wrongHex(text: String, offset: Int) {
        let error = #expect(throws: Malformed.self) { try IntelHex.read(Array(text.utf8)) }
        #expect(error?.offset == offset, "\(error?.description ?? "")")
    }

    // MARK: ELF

    /// Returns a 32-bit file with one program header, for a note with this ID.
    static func elf(_ id: [UInt8]) -> [UInt8] {
        let note = bytes("04000000") + [UInt8(id.count), 0, 0, 0] + bytes("03000000 474E5500") + id
        var file = bytes("7F454C46 01 01 01 000000000000000000 0200 2800 01000000 00000000 34000000 00000000 00000000")
        file += bytes("3400 2000 0100 0000 0000 0000")
        file +=
            bytes("04000000 54000000 00000000 00000000") + [UInt8(note.count), 0, 0, 0] + bytes("00000000 00000000")
        file += bytes("04000000")
        return file + note
    }

    @Test("the build id is found in an ELF file, and one without it has none")
    func buildID() throws {
        let id = (1...20).map { UInt8($0) }
        #expect(try BuildID.read(elf: Self.elf(id)) == id)
        var other = Self.elf(id)
        other[52] = 1
        #expect(try BuildID.read(elf: other) == nil)
        #expect(throws: Malformed.self) { try BuildID.read(elf: Array(Self.elf(id).dropLast())) }
        let notes = bytes("04000000 14000000 03000000 474E5500") + id
        #expect(try BuildID.read(notes: notes) == id)
    }

    // MARK: Candidates

    @Test("a candidate is the same as bytes and as Intel HEX, except for its form and its file's hash")
    func candidate() throws {
        let plain = try Vectors.candidate
        #expect(plain.form == .mcuboot && plain.image(0)?.check == .agrees && plain.sha256 == Vectors.fileHash)
        let text = Array(Self.hexFile(Vectors.image, at: 0xC200).utf8)
        let hex = try FirmwareCandidate.read(text, sha256: Vectors.fileHash, digest: digest)
        #expect(hex.form == .intelHex && hex.image(0)?.hash == plain.image(0)?.hash)
        #expect(hex.image(0)?.address == 0xC200)
    }

    @Test("a merged file needs the image's address, and the error says where images are")
    func mergedCandidate() throws {
        let file = [UInt8](repeating: 1, count: 0x200) + Vectors.image
        let error = #expect(throws: Malformed.self) {
            try FirmwareCandidate.read(file, sha256: Vectors.fileHash, digest: digest)
        }
        #expect(error?.meaning.contains("0x00000200") == true)
        let slot = FirmwareCandidate.Slot(image: 0, address: 0x200)
        let read = try FirmwareCandidate.read(file, sha256: Vectors.fileHash, slots: [slot], digest: digest)
        #expect(read.image(0)?.hash?.bytes == Vectors.hash)
        let wrong = FirmwareCandidate.Slot(image: 0, address: 0x100)
        #expect(throws: Malformed.self) {
            try FirmwareCandidate.read(file, sha256: Vectors.fileHash, slots: [wrong], digest: digest)
        }
    }

    @Test("any other file is a candidate without images; an empty one, or a wrong hash, is refused")
    func others() throws {
        let plain = try FirmwareCandidate.read([1, 2, 3], sha256: Vectors.fileHash, digest: digest)
        #expect(plain.form == .plain && plain.images.isEmpty)
        let elf = try FirmwareCandidate.read(Self.elf([1, 2, 3, 4]), sha256: Vectors.fileHash, digest: digest)
        #expect(elf.form == .elf && elf.buildID == "01020304")
        #expect(throws: Malformed.self) { try FirmwareCandidate.read([], sha256: Vectors.fileHash, digest: digest) }
        #expect(throws: Malformed.self) { try FirmwareCandidate.read([1], sha256: "00", digest: digest) }
    }

    @Test(
        "versions are numbers, in imgtool's form and in MCUmgr's",
        arguments: [
            ("1.2.3+4", "1.2.3+4"), ("1.2.3.4", "1.2.3+4"), ("v1.2.3", "1.2.3"), ("1.2", nil), ("1.2.3-rc1", nil),
            ("1..3", nil), ("1.2.3.4.5", nil), ("", nil), ("99999999999.0.0", nil),
        ])
    func versions(text: String, expected: String?) {
        #expect(FirmwareVersion(text)?.description == expected)
    }
}
