import FirmwareIdentity
import Ground

/// Firmware files, and an accessory's reports about its firmware.
enum IdentityTargets {
    static let all = [
        FuzzTarget("firmware-file", seeds: { files }, take: file),
        FuzzTarget("management-answer", seeds: { answers }, take: answer),
        FuzzTarget("management-console", seeds: { consoles }, take: console),
    ]

    /// imgtool 2.5.0, without protected TLVs (gate.md, section 6.3).
    private static let image = Seeds.bytes(
        "3DB8F396 00000000 2000 0000 10000000 00000000 01 02 0300 04000000 00000000 5452414D4D454C2D544553542D303121"
            + "0769 2800 1000 2000 A6D24722BFEDEC880CB0698770895E97531E4524DAB76E1BB4A7E4E5836AA634")

    private static var files: [[UInt8]] {
        [
            image, Array(":0400000001020304F2\n:020000040001F9\n:0100000055AA\n:00000001FF\n".utf8),
            Seeds.bytes(
                "7F454C46 01 01 01 000000000000000000 0200 2800 01000000 00000000 34000000 00000000 00000000"
                    + "3400 2000 0100 0000 0000 0000 04000000 54000000 00000000 00000000 14000000 00000000 00000000"
                    + "04000000 04000000 04000000 03000000 474E5500 01020304"),
        ]
    }

    private static var answers: [[UInt8]] {
        let slot = ImageSlot(slot: 0, version: "1.2.3", hash: ImageHash([UInt8](repeating: 7, count: 32)))
        let body = CBORValue.object(["images": .array([slot.value(), slot.value(writesFalse: false)])])
        return [body.encoded(), body.encoded(.indefinite)].map { body in
            Seeds.bytes("09 00 00") + [UInt8(clamping: body.count)] + Seeds.bytes("00 01 01 00") + body
        } + [Seeds.bytes("01 00 00 05 00 01 01 00 A1 62 72 63 08")]
    }

    private static var consoles: [[UInt8]] {
        answers.map { SMPConsole.lines($0).flatMap { $0 } } + [Array("*** Booting door v1.2.3 ***\n".utf8)]
    }

    private static func file(_ input: [UInt8]) {
        let zeros = String(repeating: "0", count: 64)
        _ = try? FirmwareCandidate.read(input, sha256: zeros, digest: { _, _ in nil })
        do throws(Malformed) {
            let image = try MCUbootImage(decoding: input)
            must(image.end <= input.count && image.protectedEnd <= image.end, "an image longer than its file")
        } catch {
            must(error.offset <= input.count, "the error's offset is past the end of the file")
        }
        if let contents = try? IntelHex.read(input) {
            for segment in contents.segments {
                must(contents.bytes(from: segment.address)?.starts(with: segment.bytes) == true, "a segment is lost")
            }
        }
    }

    private static func answer(_ input: [UInt8]) {
        var (fragments, messages) = (SMPFragments(), [[UInt8]]())
        for piece in pieces(of: input) { try? fragments.receive(Array(piece), into: &messages) }
        must(fragments.waiting.count <= SMPFragments.longest, "\(fragments.waiting.count) bytes wait")
        for message in messages {
            guard case .data(let data)? = try? SMPAnswer(message, to: .imageState, sequence: 1) else { continue }
            must((try? CBORReader.read(data.encoded())) == data, "\(message.hex) reads otherwise once written")
            guard let slots = try? ImageSlot.list(data) else { continue }
            let again = CBORValue.object(["images": .array(slots.map { $0.value() })])
            must((try? ImageSlot.list(again)) == slots, "\(message.hex): other images once written")
        }
    }

    private static func console(_ input: [UInt8]) {
        var reader = SMPConsoleReader()
        for piece in pieces(of: input) {
            for item in reader.receive(Array(piece)) {
                if case .log(let line) = item { _ = ConsoleIdentity.reading(String(decoding: line, as: UTF8.self)) }
                guard case .message(let message) = item else { continue }
                var again = SMPConsoleReader()
                let items = SMPConsole.lines(message).flatMap { again.receive($0) }
                must(items == [.message(message)], "\(message.hex) changed on its way")
            }
        }
    }
}
