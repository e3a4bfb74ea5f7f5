import Foundation
import Ground
import Testing
import Traces
import UWB

/// The folder with third-party captures, which are not part of the project.
private let captures = ProcessInfo.processInfo.environment["TRAMMEL_CAPTURES"]

/// The result of reading a capture file.
private struct CaptureOutcome {
    /// The format, or the reason why the file is refused.
    var verdict = ""
    var packets = 0
    var notes = 0
    var att = 0
    var connections = 0
    /// The undecoded packets, described by the reason for the first one.
    var undecoded: String?
    var findings: [String] = []

    init(_ file: [UInt8]) {
        switch CaptureFormat.detect(Array(file.prefix(CaptureFormat.bytesWanted))) {
        case .refused(let reason): verdict = "refused: \(reason)"
        case .text: verdict = "refused: \(CaptureFormat.unknownText)"
        case .format(.qorvoLog): readLog(file)
        case .format(let format):
            guard let reader = format.reader else { return }
            let pieces = stride(from: 0, to: file.count, by: 1_000).map {
                Array(file[$0..<min($0 + 1_000, file.count)])
            }
            let reading = Reading(pieces, with: reader)
            verdict = reading.error.map { "\(format.rawValue), ends at \($0)" } ?? format.rawValue
            packets = reading.packets.count
            notes = reading.notes.count
            findings = reading.findings.map(\.description)
            decode(reading.packets)
        }
    }

    private mutating func readLog(_ file: [UInt8]) {
        verdict = CaptureFormat.qorvoLog.rawValue
        for item in QorvoLogReader.items(in: [file]) {
            switch item.content {
            case .entry(.round(let round)): packets += round.measurements.count
            case .entry: notes += 1
            case .finding(let finding): findings.append(finding.description)
            }
        }
    }

    private mutating func decode(_ packets: [CapturedPacket]) {
        var decoder = BluetoothDecoder()
        var events: [CapturedBluetoothEvent] = []
        for packet in packets { decoder.receive(packet, into: &events) }
        decoder.finish(into: &events)
        for event in events {
            switch event.kind {
            case .att: att += 1
            case .connected: connections += 1
            case .finding(let finding) where finding.weight == .fault: undecoded = undecoded ?? finding.description
            case .finding(let finding): findings.append(finding.description)
            default: break
            }
        }
    }
}

@Suite("Captures that other people made") struct CaptureFolderTests {
    @Test(
        "Every file is read or refused with the reason",
        .enabled(if: captures != nil, "TRAMMEL_CAPTURES names no folder of captures"))
    func folder() throws {
        let folder = URL(filePath: try #require(captures))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var seen = 0
        for name in names where name != "README.md" && name != "licences" {
            let outcome = CaptureOutcome([UInt8](try Data(contentsOf: folder.appending(path: name))))
            seen += 1
            print(
                name, outcome.verdict, "packets \(outcome.packets)", "notes \(outcome.notes)", "ATT \(outcome.att)",
                "connections \(outcome.connections)", "findings \(outcome.findings.count)",
                (outcome.undecoded ?? outcome.findings.first ?? "").escapedForDisplay, separator: " | ")
            #expect(!outcome.verdict.isEmpty)
            guard let known = try vectors("captures").first(where: { $0.first == name }) else { continue }
            #expect(outcome.verdict == known[1], "\(name)")
            #expect(outcome.packets == Int(known[2]), "\(name)")
            #expect(outcome.att == Int(known[3]), "\(name)")
        }
        #expect(seen > 0)
    }
}
