import FirmwareIdentity
import Ground
import Vocabulary

/// The management server of a simulated accessory: the running one of two images, and the answers.
///
/// It answers questions only: any request for a change is refused as not supported (sheet gate.md, section 6.4).
struct ManagementServer: Sendable {
    private enum Image: Hashable, Sendable { case wanted, older }

    private let firmware: SimulatedFirmware
    private var runs: Image
    private var isConfirmed: Bool
    private var connections = 0
    private var fragments = SMPFragments()
    private var console = SMPConsoleReader()

    init(_ firmware: SimulatedFirmware) {
        self.firmware = firmware
        runs = firmware.trouble == .olderRuns ? .older : .wanted
        isConfirmed = firmware.trouble != .unconfirmed
    }

    /// The version of the running image.
    var version: String { version(of: runs) }

    /// The hash of the running image in a vendor-specific characteristic; nil if there is none.
    var shown: [UInt8]? {
        guard let shown = firmware.shown, firmware.trouble != .hidesHash else { return nil }
        guard let hash = hash(of: runs)?.bytes else { return [] }
        var bytes = runs == .wanted ? firmware.shownHash ?? hash : hash
        if runs == .older, let wanted = firmware.shownHash { bytes = Array(hash.prefix(wanted.count)) }
        if let prefix = shown.prefix { bytes = Array(bytes.prefix(prefix)) }
        if firmware.trouble == .cutHash { bytes = bytes.dropLast() }
        var value = shown.written == .bytes ? bytes : Array(bytes.hex(separator: "").utf8)
        if firmware.trouble == .garbledHash, let last = value.popLast() { value.append(last ^ 0x80) }
        return value
    }

    mutating func connected() {
        connections += 1
        if firmware.trouble == .swaps, connections > firmware.swapAfter { runs = .older }
    }

    mutating func linkLost() { fragments.clear() }

    /// Restarts the firmware: a boot loader reverts an image that was not confirmed.
    mutating func booted() {
        if !isConfirmed { (runs, isConfirmed) = (.older, true) }
        console = SMPConsoleReader()
    }

    /// Receives part of a message, and returns the answers.
    mutating func receive(_ piece: [UInt8]) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        // Bytes that cannot begin a message are dropped, as by any server.
        try? fragments.receive(piece, into: &messages)
        return messages.compactMap { answer($0) }
    }

    /// Receives bytes written to the serial console, and returns the lines of the answer, without their ends.
    mutating func receive(typed bytes: [UInt8]) -> [String] {
        guard firmware.management != .bluetooth, firmware.trouble != .noManagement else { return [] }
        return console.receive(bytes).flatMap { item -> [String] in
            guard case .message(let message) = item, let answer = answer(message) else { return [] }
            return SMPConsole.lines(answer).map { String(decoding: $0.dropLast(), as: UTF8.self) }
        }
    }

    private func answer(_ message: [UInt8]) -> [UInt8]? {
        guard let header = try? SMPHeader(decoding: message[...]), !header.isAnswer, firmware.trouble != .mute else {
            return nil
        }
        guard let read = SMPRead(header) else { return SMPRead.refusal(of: header, code: 8) }
        switch firmware.trouble {
        case .garbles: return read.answer([0xBF, 0x66, 0xFF, 0x00], to: header)
        case .wrongSequence: return read.answer(body(read).encoded(), to: header, sequence: header.sequence &+ 1)
        case .refuses: return SMPRead.refusal(of: header, code: 11)
        case .olderRuns, .swaps, .unconfirmed, .noHash, .mute, .noManagement, .noInformation, .cutHash, .garbledHash,
            .hidesHash, nil:
            return read.answer(body(read), to: header)
        }
    }

    private func body(_ read: SMPRead) -> CBORValue {
        switch read {
        case .imageState:
            .object(["images": .array(slots.map { $0.value() }), "splitStatus": .unsigned(0)])
        case .slotInformation:
            .object([
                "images": .array([
                    .object([
                        "image": .unsigned(0),
                        "slots": .array((0..<2).map { .object(["slot": .unsigned($0), "size": .unsigned(0x6_0000)]) }),
                    ])
                ])
            ])
        case .systemInformation: .object(["output": .text("Zephyr simulated \(version)")])
        case .parameters: .object(["buf_size": .unsigned(384), "buf_count": .unsigned(4)])
        }
    }

    private var slots: [ImageSlot] {
        let other: Image = runs == .wanted ? .older : .wanted
        return [
            ImageSlot(
                slot: 0, version: version, hash: hash(of: runs), isBootable: true, isConfirmed: isConfirmed,
                isActive: true),
            ImageSlot(slot: 1, version: version(of: other), hash: hash(of: other), isBootable: true),
        ]
    }

    private func version(of image: Image) -> String { image == .wanted ? firmware.version : firmware.older }

    private func hash(of image: Image) -> ImageHash? {
        guard firmware.trouble != .noHash else { return nil }
        if image == .wanted, let bytes = firmware.imageHash { return ImageHash(bytes) }
        return madeUp(image)
    }

    private func madeUp(_ image: Image) -> ImageHash? {
        // Derived from the version: the same for the same version, different for every other.
        var generator = SeededGenerator(seed: FNV1a(version(of: image).utf8).value)
        var bytes: [UInt8] = []
        while bytes.count < SimulatedFirmware.hashSize { bytes.append(big: generator.next()) }
        return ImageHash(bytes)
    }
}
