import Foundation
import TestSupport
import Testing

/// The commands that the program proposes, played as they are printed.
@Suite struct ProposedCommandTests {
    /// The name has a space, so a command that is not quoted does not work.
    private static let port = "--port 'door=simulated:defect=bigEndianSessionID,name=My Door'"

    /// Returns the commands in a text: the rest of each line, with its continuation.
    private static func commands(in text: String) -> [String] {
        text.replacing(#/\\\n\s*/#, with: "").split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^(?: {4,}|more: |again +|  more  )(trammel .+)$/#).map { String($0.1) }
        }
    }

    /// Returns the text of a page without its markup.
    private static func text(ofPage path: String) throws -> String {
        try #require(Scratch.text(of: path)).replacing(#/<[^>]+>/#, with: "\n").replacing("&#39;", with: "'")
            .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }

    private static func expect(_ commands: [String], on stage: ManualStage, end status: Int32) throws {
        #expect(!commands.isEmpty)
        for command in commands {
            let (ended, told) = try stage.play(command)
            #expect(ended == status, "\(command) ended with \(ended):\n\(told.suffix(800))")
        }
    }

    @Test("a suite's cause, its page and the pages of its runs propose commands that work")
    func suite() throws {
        let stage = try ManualStage([])
        let played = try stage.play("trammel run uses.sessionID fullFlow zoneWalk \(Self.port) --output 'my results'")
        #expect(played.status == 1)
        let proposed = Self.commands(in: played.told)
        #expect(proposed.contains("trammel diagnose 'my results'"))
        #expect(proposed.count > 1)
        for command in proposed { #expect([0, 1].contains(try stage.play(command).status), "\(command)") }
        let index = Self.commands(in: try Self.text(ofPage: stage.path(of: "my results/index.html")))
        #expect(index.count > 3)
        // The same failure again, with the same accessory.
        try Self.expect(index.filter { $0.hasPrefix("trammel run ") }, on: stage, end: 1)
        let page = Self.commands(
            in: try Self.text(ofPage: stage.path(of: "my results/001-uses.sessionID-seed1/page.html")))
        try Self.expect(page.filter { $0.hasPrefix("trammel run ") }, on: stage, end: 1)
    }

    @Test("the scenarios that would distinguish two candidates can be played as the command says")
    func apart() throws {
        let stage = try ManualStage([])
        let port = Self.port.replacing("bigEndianSessionID", with: "ignoresInitialize")
        let played = try stage.play("trammel run answersInTime \(port) --output results")
        #expect(played.status == 1, "\(played.told)")
        let diagnosis = try stage.play("trammel diagnose results")
        let commands = Self.commands(in: diagnosis.told)
        #expect(
            commands.contains { $0.contains("'door=simulated:defect=ignoresInitialize,name=My Door'") },
            "\(diagnosis.told)")
        for command in commands { #expect([0, 1].contains(try stage.play(command).status), "\(command)") }
    }

    @Test("the zoo's commands play the run that they belong to")
    func zoo() throws {
        let stage = try ManualStage([])
        // The scenario fails without naming the defect.
        let missed = try stage.play("trammel zoo --defect bigEndianSessionID --scenario answersInTime")
        let commands = Self.commands(in: missed.told)
        #expect(missed.status == 1 && !commands.isEmpty, "\(missed.told)")
        for command in commands { #expect(try stage.play(command).status == 1, "\(command)") }
    }

    @Test("a failed gate's page and its end propose commands that work")
    func gate() throws {
        let stage = try ManualStage([.firmware])
        let gate = "trammel gate release.json --firmware door-1.4.2.bin --output 'my gate' --keep-going \(Self.port)"
        let played = try stage.play(gate)
        #expect(played.status == 1, "\(played.told)")
        let page = Self.commands(in: try Self.text(ofPage: stage.path(of: "my gate/001-fullFlow-seed1/page.html")))
        try Self.expect(page, on: stage, end: 1)
    }
}
