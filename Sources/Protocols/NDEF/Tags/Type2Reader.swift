import Ground

/// Reads the NDEF message of a Type 2 tag: NTAG, Ultralight and similar chips.
///
/// The protocol has one command, READ (30 pp), which returns four pages of four bytes. Memory after page FF is in
/// other sectors, which SECTOR_SELECT reaches in two steps. Page 3 is the capability container; from page 4 on there
/// are TLV blocks, of which the first of type 03 contains the message. The reader requests only pages it needs: it
/// does not reread data from the answer for page 3, and skips reserved bytes and the values of foreign TLVs. Source:
/// NFC Forum Type 2 Tag as restated in nfc.md 2.2.
public struct Type2Reader: TagReading {
    private enum Purpose: Sendable {
        case front
        case area
        /// A tag may refuse it without failing the reading.
        case lockBytes
    }

    private enum State: Sendable {
        case idle
        case reading(page: Int, Purpose)
        /// The first packet of SECTOR_SELECT was sent; the page is read afterwards.
        case leavingSector(page: Int, Purpose)
        /// The second packet was sent; silence means success.
        case enteringSector(page: Int, Purpose)
        case askingVersion
        /// A command that the tag may refuse failed `times` times in a row; the tag is being selected again.
        case selectingAgain(Refusable, times: Int)
        case done(TagReadStep)
    }

    /// The optional requests already made, since each is made only once.
    private struct Asked: Sendable {
        var version = false
        var configuration = false
        var controls: [Type2LockControl] = []
    }

    private enum Refusable: Sendable {
        case version
        case page(Int, Purpose)
    }

    private static let bytesInAnswer = 16
    /// The number of consecutive refusals after which a refusal is accepted.
    private static let refusals = 2

    private let depth: ReadingDepth
    private let uid: [UInt8]?
    /// Whether a writer reads: it needs the entire data area, and a chip that still responds after a refusal.
    private let isForWriting: Bool
    private let firstSector: Int

    private var state = State.idle
    private var command: [UInt8] = []
    private(set) var sector: Int
    private(set) var image = Type2Image()
    private(set) var capability: Type2Capability?
    private(set) var scan = Type2Scan(areaSize: 0)
    private var asked = Asked()
    private var refusedTimes = 0
    /// The error in the TLV blocks before any message.
    private var broken: Malformed?
    private var findings: [Finding] = []

    /// Creates a reader for a newly selected tag; `TagReader` explains depth and UID.
    public init(depth: ReadingDepth = .message, uid: [UInt8]? = nil) {
        self.init(depth: depth, uid: uid, isForWriting: false, sector: 0)
    }

    /// Creates a reader for a tag that may have another sector selected.
    init(depth: ReadingDepth, uid: [UInt8]?, isForWriting: Bool, sector: Int) {
        self.depth = depth
        self.uid = uid
        self.isForWriting = isForWriting
        self.firstSector = sector
        self.sector = sector
    }

    public var memory: TagContents.Memory? { image.knownPages.isEmpty ? nil : .type2(image) }

    public mutating func begin() -> TagReadStep {
        sector = firstSector
        image = Type2Image()
        capability = nil
        scan = Type2Scan(areaSize: 0)
        asked = Asked()
        refusedTimes = 0
        findings = []
        broken = nil
        isReadToEnd = false
        return read(page: depth == .message ? 3 : 0, .front)
    }

    public mutating func receive(_ response: [UInt8]) -> TagReadStep {
        switch state {
        case .idle: preconditionFailure("an answer needs a command: call begin() first")
        case .done(let result): return result
        case .reading(let page, let purpose):
            guard response.count == Self.bytesInAnswer else { return refused(response, purpose) }
            refusedTimes = 0
            return take(response, from: page, purpose)
        case .leavingSector(let page, let purpose):
            guard Self.isAcknowledgement(response) else {
                return doubt(page, purpose) ?? end(.failed(noSector(page / 256, response)))
            }
            state = .enteringSector(page: page, purpose)
            return send([UInt8(clamping: page / 256), 0x00, 0x00, 0x00])
        case .enteringSector(let page, let purpose):
            guard Self.isAcknowledgement(response) else {
                return doubt(page, purpose) ?? end(.failed(noSector(page / 256, response)))
            }
            return enter(page, purpose)
        case .askingVersion:
            guard response.count == 8 else { return doubt(.version) }
            refusedTimes = 0
            image.version = response
            return proceed()
        case .selectingAgain: preconditionFailure("the tag is selected again: no answer is due")
        }
    }

    public mutating func receiveNoAnswer() -> TagReadStep {
        switch state {
        case .idle: return end(.failed(.noAnswer(to: [])))
        case .done(let result): return result
        case .enteringSector(let page, let purpose): return enter(page, purpose)
        case .askingVersion: return doubt(.version)
        case .reading(let page, let purpose), .leavingSector(let page, let purpose):
            return doubt(page, purpose) ?? end(.failed(.noAnswer(to: command)))
        case .selectingAgain: preconditionFailure("the tag is selected again: no answer is due")
        }
    }

    /// Repeats the request on the reselected tag; from the second time on, its refusal is accepted.
    public mutating func receiveSelection() -> TagReadStep {
        if case .done(let result) = state { return result }
        guard case .selectingAgain(let wanted, let times) = state else {
            preconditionFailure("nothing asked for the tag to be selected again")
        }
        sector = 0
        refusedTimes = times < Self.refusals ? times : 0
        switch wanted {
        case .version: return refusedTimes > 0 ? sendVersion() : finish()
        case .page(let page, let purpose):
            if refusedTimes > 0 { return read(page: page, purpose) }
            return givingUp(page, purpose) ?? finish()
        }
    }

    /// Has the tag selected again, to distinguish a refusal from a tag that is gone.
    private mutating func doubt(_ wanted: Refusable) -> TagReadStep {
        state = .selectingAgain(wanted, times: refusedTimes + 1)
        return .selectAgain
    }

    /// Does the same for a page; returns nil if the reading needs it. For a writer, which never reselects, gives up
    /// immediately.
    private mutating func doubt(_ page: Int, _ purpose: Purpose) -> TagReadStep? {
        guard mayGiveUp(purpose) else { return nil }
        return isForWriting ? givingUp(page, purpose) : doubt(.page(page, purpose))
    }

    /// Returns whether the response is an ACK: some readers return its four bits as a byte, others report success
    /// without data.
    static func isAcknowledgement(_ response: [UInt8]) -> Bool { response.isEmpty || response == [0x0A] }

    private mutating func take(_ response: [UInt8], from page: Int, _ purpose: Purpose) -> TagReadStep {
        switch purpose {
        case .lockBytes:
            storeBehindData(response, from: page)
        case .front:
            let inFront = page == 3 ? 4 : 16
            image.store(response.prefix(inFront), page: page)
            do throws(TagReadFailure) {
                let container = try Type2Capability(decoding: response.dropFirst((3 - page) * 4).prefix(4))
                capability = container
                scan = Type2Scan(areaSize: container.areaSize)
            } catch { return end(.failed(error)) }
            if page == 0 { compareUID() }
            store(response.dropFirst(inFront), from: page + inFront / 4)
        case .area:
            store(response[...], from: page)
        }
        return proceed()
    }

    /// Stores the part of an answer that is in the data area, up to where READ wrapped around to page 0.
    private mutating func store(_ data: ArraySlice<UInt8>, from page: Int) {
        for number in 0..<data.count / 4 {
            let address = (page + number) * 4
            guard address < scan.layout.end else { return }
            let rest = data.dropFirst(number * 4)
            if let front, address >= Type2Capability.dataStart, rest.starts(with: front.prefix(rest.count)) {
                let areaEnd = scan.layout.end
                scan.shorten(to: address)
                image.memoryEnd = address
                findings.append(
                    Finding(
                        "tag.type2Memory", .fault,
                        "the memory ends with page \(address / 4 - 1), the capability container promises data up to"
                            + " page \((areaEnd - 1) / 4)", offset: address - Type2Capability.dataStart))
                return
            }
            image.store(rest.prefix(4), page: page + number)
        }
    }

    /// Stores the part of an answer that is after the data area, up to where READ wrapped around to page 0.
    private mutating func storeBehindData(_ data: [UInt8], from page: Int) {
        for number in 0..<data.count / 4 {
            let rest = data.dropFirst(number * 4)
            if number > 0, let front, rest.starts(with: front.prefix(rest.count)) { return }
            image.store(rest.prefix(4), page: page + number)
        }
    }

    /// The first two pages, which reveal that READ has wrapped around.
    private var front: [UInt8]? {
        // Pages of zeros cannot be recognized.
        if let read = image.read(0..<8) { return read.allSatisfy { $0 == 0 } ? nil : read }
        guard let uid, uid.count == 7 else { return nil }
        return uid[..<3] + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]] + uid[3...]
    }

    private mutating func compareUID() {
        guard let uid, uid.count == 7, let read = image.read(0..<9) else { return }
        let check = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        if read != uid[..<3] + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]] + uid[3...] + [check] {
            findings.append(
                Finding(
                    "tag.type2Memory", .warning,
                    "pages 0 to 2 hold \(read.hex), which is not the UID \(uid.hex) with its check bytes"))
        }
    }

    /// Scans the known part of the data area, and requests the next pages if that is not enough.
    private mutating func proceed() -> TagReadStep {
        do throws(Malformed) {
            if case .needs(let address) = try scan.run(in: image, untilMessage: depth == .message) {
                return read(page: address / 4, .area)
            }
        } catch {
            // Errors after the message do not fail the reading; those before it are reported once everything has been
            // read.
            if scan.message == nil {
                broken = error
            } else {
                findings.append(Finding("tag.type2Memory", error, in: "behind the message"))
            }
            scan.stop()
        }
        guard depth == .everything else { return finish() }
        if let address = image.firstUnknown(in: 0..<scan.layout.end) { return read(page: address / 4, .area) }
        if let next = nextExtra() { return next }
        return finish()
    }

    /// Requests data outside the data area, each item once.
    private mutating func nextExtra() -> TagReadStep? {
        if let control = scan.locks.first, let next = readLocks(control) { return next }
        if let next = askVersion() { return next }
        guard let chip = likelyChip else { return nil }
        if scan.locks.isEmpty, let next = readLocks(chip.lockControl) { return next }
        return readConfiguration(of: chip)
    }

    /// Reads the password configuration, which usually arrives along with the lock bits.
    private mutating func readConfiguration(of chip: TagChip) -> TagReadStep? {
        let first = chip.configurationPage * 4
        guard !asked.configuration, let address = image.firstUnknown(in: first..<first + 8) else { return nil }
        asked.configuration = true
        return read(page: address / 4, .lockBytes)
    }

    /// The chip according to its version, or the one suggested by its container.
    private var likelyChip: TagChip? {
        image.version.flatMap { TagChip(version: $0) } ?? TagChip(uid: uid, areaSize: capability?.areaSize ?? 0)
    }

    /// Violations of the specification, for a writer that must not propagate them.
    var doubts: [String] {
        (scan.findings + findings).filter { $0.weight == .fault }.map { "\($0)" }
            + (broken.map { ["its data area is malformed, \($0)"] } ?? [])
    }

    /// Whether the reading has ended, with any result.
    private(set) var isReadToEnd = false

    /// The lock bits that were read.
    var locks: Type2Locks { Type2Locks(image, control: scan.locks.first ?? likelyChip?.lockControl) }

    /// The first page for which the chip requires a password; `off` if no chip with a password is likely.
    var password: Type2Password {
        likelyChip.map { Type2Password(image, chip: $0, isGuess: image.version == nil) } ?? .off
    }

    private mutating func askVersion() -> TagReadStep? {
        guard !isForWriting, !asked.version else { return nil }
        asked.version = true
        return sendVersion()
    }

    private mutating func sendVersion() -> TagReadStep {
        state = .askingVersion
        return send([0x60])
    }

    private mutating func readLocks(_ control: Type2LockControl) -> TagReadStep? {
        guard !asked.controls.contains(control), control.bytes.upperBound <= Type2Image.addressLimit else { return nil }
        asked.controls.append(control)
        guard let address = image.firstUnknown(in: control.bytes) else { return nil }
        return read(page: address / 4, .lockBytes)
    }

    private mutating func read(page: Int, _ purpose: Purpose) -> TagReadStep {
        guard page / 256 == sector else {
            state = .leavingSector(page: page, purpose)
            return send([0xC2, 0xFF])
        }
        // Four pages must not cross the end of a sector.
        let start = page % 256 > 252 ? page / 256 * 256 + 252 : page
        state = .reading(page: start, purpose)
        return send([0x30, UInt8(clamping: start % 256)])
    }

    private mutating func enter(_ page: Int, _ purpose: Purpose) -> TagReadStep {
        sector = page / 256
        return read(page: page, purpose)
    }

    private mutating func finish() -> TagReadStep {
        isReadToEnd = true
        image.blocks = scan.blocks
        image.isScannedToEnd = depth == .everything && scan.isComplete
        guard var capability else { return end(.failed(.notNDEF("its capability container was not read"))) }
        if let broken { return end(.failed(.malformed(broken, part: .dataArea))) }
        guard let block = scan.message else {
            return end(.failed(.notNDEF("its \(capability.areaSize) bytes of data hold no NDEF message TLV")))
        }
        capability.reserved = scan.layout.reserved
        capability.lockControl = scan.locks.first
        let message = block.runs.flatMap { image.read($0) ?? [] }
        return end(
            .finished(
                TagContents(
                    capability: .type2(capability: capability), message: message.isEmpty ? nil : message,
                    memory: .type2(image),
                    findings: scan.findings + findings)))
    }

    /// Returns whether the message does not depend on such a page.
    private func mayGiveUp(_ purpose: Purpose) -> Bool {
        switch purpose {
        case .front: false
        case .lockBytes: true
        case .area: depth == .everything && !isForWriting && scan.message != nil
        }
    }

    /// Ends the reading successfully if the refused data is not needed for the message; returns nil if it is.
    private mutating func givingUp(_ page: Int, _ purpose: Purpose) -> TagReadStep? {
        switch purpose {
        case .front: return nil
        case .lockBytes: return finish()
        case .area:
            guard mayGiveUp(purpose) else { return nil }
            findings.append(
                Finding(
                    "tag.type2Memory", .fault,
                    "page \(page) behind the message cannot be read, though the capability container"
                        + " counts it in", offset: page * 4 - Type2Capability.dataStart))
            scan.stop()
            return finish()
        }
    }

    private mutating func refused(_ response: [UInt8], _ purpose: Purpose) -> TagReadStep {
        if case .reading(let page, _) = state, let step = doubt(page, purpose) { return step }
        let meaning =
            response.count == 1
            ? "the tag answered NAK (\(response.hex))" : "the answer has \(response.count) bytes instead of 16"
        return end(.failed(.malformed(Malformed(at: 0, meaning), part: .answer(to: command))))
    }

    private func noSector(_ sector: Int, _ response: [UInt8]) -> TagReadFailure {
        .malformed(
            Malformed(at: 0, "the tag does not select sector \(sector), it answered \(response.hex)"),
            part: .answer(to: command))
    }

    private mutating func send(_ command: [UInt8]) -> TagReadStep {
        self.command = command
        return .command(command)
    }

    private mutating func end(_ step: TagReadStep) -> TagReadStep {
        state = .done(step)
        return step
    }
}
