import Ground
import Links
import Traces

/// Reader events and requests as ISO 14443 frames of link type 264.
struct TagView: Sendable {
    mutating func show(_ event: ReaderEvent) -> FrameView.Shown? {
        switch event {
        case .response(let answer): Self.show(ISO14443Frame(.fromCardWithoutCRC, answer), nil)
        case .opened, .tagFound, .tagsFound, .noTag, .exchangeFailed, .tagPresent, .tagAbsent, .lost: nil
        }
    }

    mutating func show(_ request: ReaderRequest) -> FrameView.Shown? {
        switch request {
        case .exchange(let command, let limit): Self.show(ISO14443Frame(.toCardWithoutCRC, command), limit)
        case .open, .poll, .checkPresence, .close: nil
        }
    }

    private static func show(_ frame: ISO14443Frame, _ limit: Span?) -> FrameView.Shown? {
        guard frame.data.count <= 65_535 else { return nil }
        return FrameView.Shown(
            packet: frame.bytes, linkType: .iso14443, direction: frame.direction, content: (4, limit))
    }
}
