import Ground
import Journal

extension TimelineEntry {
    /// The entry as one line of JSON without a line feed.
    ///
    /// Every entry has `instant` (nanoseconds of rig time), `kind` and `text`. A frame has `frame` (its number),
    /// `link`, `direction`, and `bytes` (hexadecimal) if it has bytes; a note has `link` if it belongs to one.
    public var jsonLine: String {
        var json = JSONText()
        json.field("instant", instant.nanoseconds)
        json.field("kind", kind)
        if let link { json.field("link", link.description) }
        if let frame {
            json.field("frame", frame.number)
            json.field("direction", frame.direction.rawValue)
            if !frame.bytes.isEmpty { json.field("bytes", frame.bytes.hex(separator: "")) }
        }
        json.field("text", text)
        return json.closed
    }
}
