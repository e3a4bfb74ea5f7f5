import Ground
import Links
import Traces

/// Reader events and requests as ISO 14443 frames of link type 264, without checksums.
///
/// A tag's commands and answers are shown as the reader's library has them. Parts that the library hides are
/// composed: the field, and for a tag that speaks ISO 14443-4 the block's first byte, without which a viewer would
/// misread a command.
struct TagView: Sendable {
    private enum Tag {
        case plain
        /// A tag that speaks ISO 14443-4, with the number of the next block.
        case blocks(UInt8)
    }

    private var tag = Tag.plain

    mutating func show(_ event: ReaderEvent) -> FrameView.Shown? {
        switch event {
        case .response(let answer): return showAnswer(answer)
        case .tagFound(let identity):
            select(identity)
            return Self.show(ISO14443Frame(.fieldOn))?.saying(event.remark(on: .reader))
        case .tagsFound(let identities):
            if let first = identities.first { select(first) }
            return Self.show(ISO14443Frame(.fieldOn))?.saying(event.remark(on: .reader))
        case .tagAbsent: return Self.show(ISO14443Frame(.fieldOff))?.saying(event.remark(on: .reader))
        case .opened, .exchangeFailed, .readerFailed, .lost: return event.remark(on: .reader)
        case .noTag, .tagPresent: return nil
        }
    }

    mutating func show(_ request: ReaderRequest) -> FrameView.Shown? {
        switch request {
        case .exchange(let command, let limit):
            guard case .blocks(let number) = tag else {
                return Self.show(ISO14443Frame(.toCardWithoutCRC, command), content: (4, limit))
            }
            return Self.show(ISO14443Frame(.toCardWithoutCRC, [0x02 | number] + command), content: (5, limit))
        case .poll: return Self.show(ISO14443Frame(.fieldOff))
        case .open, .close: return request.remark(on: .reader)
        case .checkPresence: return nil
        }
    }

    private mutating func showAnswer(_ answer: [UInt8]) -> FrameView.Shown? {
        guard case .blocks(let number) = tag else {
            return Self.show(ISO14443Frame(.fromCardWithoutCRC, answer), content: (4, nil))
        }
        tag = .blocks(number ^ 1)
        return Self.show(ISO14443Frame(.fromCardWithoutCRC, [0x02 | number] + answer), content: (5, nil))
    }

    /// Bit 6 of SAK: the tag speaks ISO 14443-4.
    private mutating func select(_ identity: TagIdentity) { tag = identity.sak & 0x20 == 0 ? .plain : .blocks(0) }

    private static func show(_ frame: ISO14443Frame, content: (UInt8, Lapse?)? = nil) -> FrameView.Shown? {
        guard frame.data.count <= 65_535 else { return nil }
        return FrameView.Shown(
            packet: frame.bytes, linkType: .iso14443, direction: frame.direction, content: content)
    }
}
