import Ground
import JSON
import Journal

extension TimelineEntry {
    /// The entry as one line of JSON without a line feed.
    ///
    /// Every entry has `instant` (nanoseconds of rig time), `kind` and `text`. A frame has `frame` (its number),
    /// `link`, `direction`, and `bytes` (hexadecimal) if it has bytes; a note has `link` if it belongs to one.
    public var jsonLine: String {
        let bytes = frame.flatMap { $0.bytes.isEmpty ? nil : $0.bytes.hex(separator: "") }
        let line = JSONValue.fields([
            "instant": .number(instant.nanoseconds), "kind": .text(kind), "link": link.map { .text($0.description) },
            "frame": frame.map { .number($0.number) }, "direction": frame.map { .text($0.direction.rawValue) },
            "bytes": bytes.map { .text($0) }, "text": .text(text),
        ])
        return String(decoding: line.bytes, as: UTF8.self)
    }
}
