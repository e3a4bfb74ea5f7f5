import Foundation
import Glibc
import Ground
import Links
import NFCDriver
import OperatingSystem
import Simulators
import TestSupport
import Testing

/// A row of `Vectors/nfc-reader/faults.tsv`.
struct FaultRow: CustomTestStringConvertible, Sendable {
    let name, fault, commands, request, outcome, again: String
    let times: Int
    let limit: Lapse

    var testDescription: String { name }

    static let all: [FaultRow] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Vectors/nfc-reader/faults.tsv")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let cells = line.split(separator: "\t").map(String.init)
            guard cells.count == 8, let times = Int(cells[3]), let limit = Int(cells[7]) else { return nil }
            return FaultRow(
                name: cells[0], fault: cells[1], commands: cells[2], request: cells[4], outcome: cells[5],
                again: cells[6], times: times, limit: .milliseconds(limit))
        }
    }()

    var readerFault: ReaderFault? {
        switch fault {
        case "noAcknowledgement": .noAcknowledgement
        case "negativeAcknowledgement": .negativeAcknowledgement
        case "noReply": .noReply
        case "errorFrame": .errorFrame
        case "wrongLengthCheckSum": .wrongLengthCheckSum
        case "wrongDataCheckSum": .wrongDataCheckSum
        case "wrongDirection": .wrongDirection
        case "wrongCode": .wrongCode
        case "noiseBeforeReply": .noiseBeforeReply
        case "status80": .status(0x80)
        case "status02": .status(0x02)
        case "status0d": .status(0x0D)
        default: nil
        }
    }

    var asked: ReaderRequest? {
        switch request {
        case "open": .open
        case "poll": .poll
        case "presence": .checkPresence
        case "exchange": .exchange([0x30, 4], within: .milliseconds(350))
        case "version": .exchange([0x60], within: .milliseconds(350))
        default: nil
        }
    }
}

/// Returns the table's word for an answer.
private func word(_ inbound: Inbound?) -> String {
    switch inbound {
    case .fault: "fault"
    case .reader(.opened): "opened"
    case .reader(.tagFound): "found"
    case .reader(.tagsFound): "several"
    case .reader(.noTag): "none"
    case .reader(.response): "response"
    case .reader(.exchangeFailed): "failed"
    case .reader(.readerFailed): "reader"
    case .reader(.tagPresent): "present"
    case .reader(.tagAbsent): "absent"
    case .reader(.lost): "lost"
    default: "nothing"
    }
}

@Suite(
    "Faults between libnfc and its reader", .serialized, .onASteadyMachine,
    .enabled(if: access(ReaderBench.program, X_OK) == 0, "needs the program trammel beside the tests"))
struct NFCTroubleTests {
    @Test("every row of the fact sheet's table is in the file")
    func rows() {
        #expect(FaultRow.all.count == 41)
        let known = ["tagGone", "cableOut", "killed"]
        #expect(FaultRow.all.allSatisfy { $0.asked != nil && ($0.readerFault != nil || known.contains($0.fault)) })
    }

    @Test("each fault gets its verdict in time, and the next tap succeeds", arguments: FaultRow.all)
    func verdict(row: FaultRow) throws {
        let bench = try ReaderBench("fault", tags: [("key", try ExampleTag.type2())])
        defer { bench.close() }
        let isAtOpen = row.request == "open"
        if !isAtOpen {
            #expect(word(bench.ask(.open)) == "opened")
            bench.stage(.present("key"))
            #expect(word(bench.ask(.poll)) == "found")
        }
        begin(row, on: bench)
        let asked = try #require(row.asked)
        let began = bench.clock.now
        let answer = bench.ask(asked)
        let elapsed = bench.clock.now - began
        #expect(word(answer) == row.outcome, "\(String(describing: answer))")
        #expect(elapsed < row.limit, "\(elapsed)")
        if row.again != "-" { #expect(word(bench.ask(asked)) == row.again) }
        // Until it is reopened, a lost reader answers nothing; a lasting fault keeps it away.
        let lasts = row.times == 0 && row.fault != "killed"
        if row.outcome == "lost", lasts { #expect(word(bench.ask(.open)) == "lost") }
        try end(row, on: bench)
        if row.outcome == "fault" { _ = bench.reader.send(.close) }
        if row.outcome == "lost" || row.outcome == "fault" { #expect(word(bench.ask(.open)) == "opened") }
        bench.stage(.present("key"))
        #expect(word(bench.ask(.poll)) == "found")
        #expect(bench.exchange("3003")?.count == 16)
        #expect(bench.takeStaged().allSatisfy { $0 == .presented("key") })
    }

    private func begin(_ row: FaultRow, on bench: ReaderBench) {
        if let fault = row.readerFault {
            let commands = row.commands == "*" ? [] : [PN532Command(rawValue: bytes(row.commands)[0])]
            bench.with { reader in
                let times = row.times == 0 ? 1_000_000 : row.times
                if let command = commands.first {
                    reader.inject(fault, on: command, times: times)
                } else {
                    reader.inject(fault, times: times)
                }
            }
        }
        switch row.fault {
        case "tagGone": bench.with { $0.remove() }
        case "cableOut": bench.pullCable()
        case "killed": bench.killHelper()
        default: break
        }
    }

    private func end(_ row: FaultRow, on bench: ReaderBench) throws {
        bench.with { $0.clearFaults() }
        if row.fault == "cableOut" { try bench.plugCable() }
    }
}
