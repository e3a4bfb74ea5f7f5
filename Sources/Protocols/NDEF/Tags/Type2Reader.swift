import Ground

/// Reads the NDEF message of a Type 2 tag: NTAG, Ultralight and their kin.
///
/// The protocol is one command, READ (30 pp), which gives four pages of four bytes. Page 3 is the capability container;
/// from page 4 on stand TLV blocks, and the first of type 03 holds the message. The reader reads forward and stops as
/// soon as it has the message or the terminator, so it never sends more than one command for each 16 bytes of the
/// data area and one for the container. Source: NFC Forum Type 2 Tag as restated in the NFC fact sheet 2.2.
public struct Type2Reader: TagReading {
    /// READ has one byte for the page, so bytes behind page FF would need another sector (SECTOR_SELECT).
    static let reachableBytes = 256 * 4 - Type2Capability.dataStart
    private static let bytesInAnswer = 16

    private enum State: Sendable {
        case idle
        case readingCapability
        case readingData(Type2Capability, memory: [UInt8])
        case done(TagReadStep)
    }

    private var state = State.idle

    public init() {}

    public mutating func begin() -> TagReadStep {
        state = .readingCapability
        return .command(Self.read(page: 3))
    }

    public mutating func receive(_ response: [UInt8]) -> TagReadStep {
        let step: TagReadStep
        (state, step) = next(after: response)
        return step
    }

    public mutating func receiveNoAnswer() -> TagReadStep {
        let step: TagReadStep =
            if case .done(let result) = state { result } else { .failed(.noAnswer(to: command ?? [])) }
        state = .done(step)
        return step
    }

    private func next(after response: [UInt8]) -> (State, TagReadStep) {
        switch state {
        case .idle: preconditionFailure("an answer needs a command: call begin() first")
        case .done(let result): return (state, result)
        case .readingCapability:
            guard response.count == Self.bytesInAnswer else { return end(.failed(badAnswer(response))) }
            do throws(TagReadFailure) {
                return proceed(try Type2Capability(decoding: response.prefix(4)), memory: [])
            } catch { return end(.failed(error)) }
        case .readingData(let capability, let memory):
            guard response.count == Self.bytesInAnswer else { return end(.failed(badAnswer(response))) }
            return proceed(capability, memory: memory + response)
        }
    }

    /// Scans what is known of the data area, and asks for the next pages if that does not suffice.
    private func proceed(_ capability: Type2Capability, memory: [UInt8]) -> (State, TagReadStep) {
        var scan = Type2Scan(memory: memory, areaSize: capability.areaSize)
        let outcome: Type2Scan.Outcome
        do throws(Malformed) { outcome = try scan.run() } catch {
            return end(.failed(.malformed(error, part: "data area")))
        }
        switch outcome {
        case .needs(let count):
            guard count <= Self.reachableBytes else {
                return end(
                    .failed(.unsupported("the message reaches behind page FF; this reader knows one sector only")))
            }
            // The area known so far ends on a page, at most at page FF.
            let page = UInt8(clamping: 4 + memory.count / 4)
            return (.readingData(capability, memory: memory), .command(Self.read(page: page)))
        case .message(let message):
            var full = capability
            full.reserved = scan.reserved
            let contents = TagContents(
                capability: .type2(full), message: message.isEmpty ? nil : message, findings: scan.findings)
            return end(.finished(contents))
        case .noMessage:
            return end(.failed(.notNDEF("its \(capability.areaSize) bytes of data hold no NDEF message TLV")))
        }
    }

    private func end(_ step: TagReadStep) -> (State, TagReadStep) { (.done(step), step) }

    private func badAnswer(_ response: [UInt8]) -> TagReadFailure {
        let meaning =
            response.count == 1
            ? "the tag answered NAK (\(response.hex))" : "the answer has \(response.count) bytes instead of 16"
        return .malformed(Malformed(at: 0, meaning), part: "answer to \((command ?? []).hex)")
    }

    /// The command whose answer is awaited.
    private var command: [UInt8]? {
        switch state {
        case .idle, .done: nil
        case .readingCapability: Self.read(page: 3)
        case .readingData(_, let memory): Self.read(page: UInt8(clamping: 4 + memory.count / 4))
        }
    }

    private static func read(page: UInt8) -> [UInt8] { [0x30, page] }
}
