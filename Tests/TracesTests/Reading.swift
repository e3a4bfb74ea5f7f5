import Foundation
import Ground
import TestSupport
import Traces

/// Returns the lines of a vector file without comments, split at the bars unless `cut` is false.
func vectors(_ name: String, cut: Bool = true, testFile: String = #filePath) throws -> [[String]] {
    let folder = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Vectors/traces/\(name).txt"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
        guard cut else { return [String(line)] }
        return line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}

/// A reader's result for a file: its items, and the error that ended it.
struct Reading: Equatable {
    var items: [CaptureItem] = []
    var error: CaptureError?

    /// Reads a file from pieces.
    init(_ pieces: [[UInt8]], with reader: any CaptureReader) {
        var reader = reader
        do throws(CaptureError) {
            for piece in pieces { try reader.receive(piece[...], into: &items) }
            try reader.finish()
        } catch {
            self.error = error
        }
    }

    /// Reads a whole file in its detected format; a file of unknown format is read as pcapng.
    init(_ file: [UInt8]) {
        let format = if case .format(let format) = CaptureFormat.detect(file) { format } else { CaptureFormat.pcapng }
        self.init([file], with: format.reader ?? PcapngReader())
    }

    var packets: [CapturedPacket] {
        items.compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
    }

    var blocks: [PcapngBlock] {
        items.compactMap { if case .block(let block, _) = $0 { block } else { nil } }
    }

    var notes: [CaptureNote] {
        items.compactMap { if case .note(let note) = $0 { note } else { nil } }
    }

    var findings: [Finding] {
        items.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }
}

/// A writer of pcapng blocks in either byte order, correct or damaged, as a test needs them.
struct Blocks {
    var order: ByteOrder = .little
    var file: [UInt8] = []

    init(_ order: ByteOrder = .little) { self.order = order }

    func number<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        var bytes: [UInt8] = []
        if order == .little { bytes.append(little: value) } else { bytes.append(big: value) }
        return bytes
    }

    func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
        number(code) + number(UInt16(value.count)) + value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }

    mutating func block(_ type: UInt32, _ body: [UInt8], length: UInt32? = nil, second: UInt32? = nil) {
        let length = length ?? UInt32(body.count + 12)
        file += number(type) + number(length) + body + number(second ?? length)
    }

    mutating func section(major: UInt16 = 1, options: [UInt8] = []) {
        block(
            0x0A0D_0D0A, number(UInt32(0x1A2B_3C4D)) + number(major) + number(UInt16(0)) + number(UInt64.max) + options)
    }

    mutating func interface(_ linkType: LinkType = .firaUCI, snap: UInt32 = 0, options: [UInt8] = []) {
        block(1, number(UInt16(linkType.rawValue)) + number(UInt16(0)) + number(snap) + options)
    }

    mutating func packet(
        _ bytes: [UInt8], ticks: UInt64 = 0, interface: UInt32 = 0, captured: UInt32? = nil, original: UInt32? = nil,
        options: [UInt8] = []
    ) {
        let head = number(interface) + number(UInt32(ticks >> 32)) + number(UInt32(ticks & 0xFFFF_FFFF))
        let lengths = number(captured ?? UInt32(bytes.count)) + number(original ?? captured ?? UInt32(bytes.count))
        block(6, head + lengths + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) + options)
    }
}

extension QorvoLogReader {
    /// Returns the items of a log that arrives in pieces.
    static func items(in pieces: [[UInt8]]) -> [Item] {
        var (cutter, reader) = (LogLineReader(), QorvoLogReader())
        var (lines, items) = ([LogLine](), [Item]())
        for piece in pieces { cutter.receive(piece[...], into: &lines) }
        cutter.finish(into: &lines)
        for line in lines { reader.receive(line, into: &items) }
        reader.finish(into: &items)
        return items
    }
}

extension PcapngInterface {
    var name: String? { options.texts(.interfaceName).first }
}
