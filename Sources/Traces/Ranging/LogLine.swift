import Ground
public import UWB

/// A line of a text log, with its position and the time that a terminal wrote before it.
public struct LogLine: Hashable, Sendable {
    /// The offset of its first byte in the file.
    public let offset: Int
    /// The line's number, from 1; empty lines count.
    public let number: Int
    /// The text after the time.
    public let text: Substring
    public let stamp: LogStamp?
    /// The number of trailing bytes missing from the text because it is too long.
    public let dropped: Int
}

/// Splits a text log into lines, from pieces of any size, and removes the terminal's time from them.
public struct LogLineReader: Sendable {
    private var lines = TextLineReader()

    public init() {}

    /// Receives the next bytes of the log and appends the lines that they complete.
    public mutating func receive(_ piece: ArraySlice<UInt8>, into lines: inout [LogLine]) {
        var ended: [TextLine] = []
        self.lines.receive(piece, into: &ended)
        lines += ended.map { LogLine($0) }
    }

    /// Ends the log; the last line needs no line end.
    public mutating func finish(into lines: inout [LogLine]) {
        var ended: [TextLine] = []
        self.lines.finish(into: &ended)
        lines += ended.map { LogLine($0) }
    }
}

extension LogLine {
    init(_ line: TextLine) {
        let stamped = LogStamp.take(from: line.bytes)
        let text = String(decoding: line.bytes[stamped.length...], as: UTF8.self)
        self.init(
            offset: line.offset, number: line.number, text: Substring(text), stamp: stamped.stamp,
            dropped: line.dropped)
    }
}

/// Reads the Qorvo command line's output in a log (uwb.md 4.5).
///
/// Lines may begin with a terminal's time. Text logs hold no frames.
public struct QorvoLogReader: Sendable {
    public typealias Item = CLIReader.Item

    private var reader = CLIReader(code: "capture.content")

    public init() {}

    /// Receives the next line and appends the items that it completes.
    public mutating func receive(_ line: LogLine, into items: inout [Item]) {
        let place = CLIReader.Place(offset: line.offset, line: line.number)
        reader.receive(line.text, at: place, dropped: line.dropped, into: &items)
    }

    /// Ends the log.
    public mutating func finish(into items: inout [Item]) { reader.finish(into: &items) }
}
