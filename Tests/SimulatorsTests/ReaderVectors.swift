import Foundation
import Ground
import Links
import NDEF
import Simulators
import TestSupport

/// Returns the rows of a tab-separated file in Tests/Vectors/nfc-reader, without its comment lines.
func readerVectors(_ name: String) throws -> [[String]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent("Vectors/nfc-reader/\(name)"), encoding: .utf8)
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
}

/// The message on the fact sheet's two tags: one URI record with `https://example.com/acc?id=42`.
let accessMessage = NDEFMessage([.uri("https://example.com/acc?id=42")]).encoded

let readerWakeUp = bytes("5555 0000000000000000000000000000")
let readerACK = bytes("0000ff00ff00")

/// Returns a host's frame with a command.
func hostFrame(_ hex: String) -> [UInt8] {
    let body = [0xD4] + bytes(hex)
    let length = UInt8(body.count)
    return [0x00, 0x00, 0xFF, length, 0 &- length] + body + [0 &- body.reduce(0, &+), 0x00]
}

/// Returns the body of the chip's frame after the direction byte, in the short or the extended form.
func chipAnswer(_ frame: [UInt8]) -> [UInt8] {
    let start = frame.count > 8 && frame[3] == 0xFF && frame[4] == 0xFF ? 9 : 6
    return Array(frame.dropFirst(start).dropLast(2))
}

extension [SimulatedReader.Effect] {
    var sent: [[UInt8]] { compactMap { if case .send(let bytes) = $0 { bytes } else { nil } } }
}

extension SimulatedReader {
    /// Returns a reader that is awake, with tags in its field.
    static func awake(_ tags: SimulatedTag...) -> SimulatedReader {
        var reader = SimulatedReader()
        _ = reader.receive(readerWakeUp, at: .start)
        for tag in tags { _ = reader.present(tag, at: .start) }
        return reader
    }

    /// Returns the answer to a command, which must immediately follow its acknowledgement; nil if it does not.
    mutating func command(_ hex: String, at now: Instant = .start) -> String? {
        let sent = receive(hostFrame(hex), at: now).sent
        guard sent.first == readerACK, sent.count == 2 else { return nil }
        return chipAnswer(sent[1]).hex(separator: "")
    }
}

/// Runs a tag reader with a tag given as a function of the command; returns the commands and the result.
func talk(
    _ reader: some TagReading, to tag: (_ command: [UInt8]) -> [UInt8]?
) -> (step: TagReadStep, sent: [[UInt8]]) {
    var reader = reader
    var sent: [[UInt8]] = []
    var step = reader.begin()
    while true {
        switch step {
        case .command(let command):
            sent.append(command)
            step = tag(command).map { reader.receive($0) } ?? reader.receiveNoAnswer()
        case .selectAgain: step = reader.receiveSelection()
        case .finished, .failed: return (step, sent)
        }
    }
}

/// Reads a simulated tag with the reader for its platform.
func readTag(_ tag: SimulatedTag) -> (step: TagReadStep, sent: [[UInt8]]) {
    var tag = tag
    guard let reader = TagReader(for: TagPlatform(sak: tag.identity.sak)) else {
        return (.failed(.notNDEF("no reader fits it")), [])
    }
    return talk(reader) { tag.receive($0) }
}

extension TagReadStep {
    var contents: TagContents? { if case .finished(let contents) = self { contents } else { nil } }
    var failure: TagReadFailure? { if case .failed(let failure) = self { failure } else { nil } }
}
