import Foundation
import TestSupport
import Testing

/// A scenario about companions that no screen can satisfy is the author's mistake: it is reported and never played.
@Suite struct RefusedCompanionTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/Scenarios/launchesOnce.json")
    private static let awaited = "Scenarios/Companions/Picking.swift:"

    /// Writes the scenario `launchesOnce` with one part of its text changed to a separate file.
    private func changed(_ old: String, to new: String, in scratch: borrowing Scratch) throws -> String {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let place = try #require(text.range(of: old))
        let path = scratch("changed.json")
        try Scratch.write(text.replacingCharacters(in: place, with: new), to: path)
        return path
    }

    @Test(arguments: [
        ("\"isOffered\" : true", "\"isOffered\" : false", "pad is not on the network"),
        ("\"isInstalled\" : true", "\"isInstalled\" : false", "the app of pad is not installed"),
        ("\"answer\" : \"allows\"", "\"answer\" : \"refuses\"", "the user of pad refuses"),
        ("\"answer\" : \"allows\"", "\"answer\" : \"neverAnswers\"", "the user of pad never answers"),
        ("\"connectionLimit\" : 1", "\"connectionLimit\" : 0", "its connectionLimit is 0"),
        ("\"name\" : \"Pad\"", "\"name\" : \"Pod\"", "no companion is shown as Pod: did you mean Pad?"),
        ("\"service\" : \"game\"", "\"service\" : \"Game\"", "looks for \"Game\", and pad advertises \"game\""),
        ("\"iPadOS\"\n                ]", "\"iOS\"\n                ]", "lists iOS, and pad runs iPadOS"),
        ("\"openPicker\" : {", "\"leavePicker\" : {", "no picker is open at tv"),
    ])
    func isTold(old: String, new: String, message: String) throws {
        let scratch = try Scratch()
        let path = try changed(old, to: new, in: scratch)
        if new.contains("leavePicker") { try withoutFields(path) }
        let checked = try Program.run("check", path)
        #expect(checked.status == 1 && checked.words.contains(message), "\(checked.output)\(checked.error)")
        #expect(checked.words.contains(Self.awaited) && checked.words.hasSuffix(": 1 problem"), "\(checked.output)")
        let played = try Program.run("run", path, "--output", scratch("out"))
        #expect(played.status != 0 && played.status != 1, "\(played.output)\(played.error)")
        #expect(!played.words.contains("screen.notConnected") && !played.words.contains("1 failed"))
    }

    @Test func theScenarioItselfIsSound() throws {
        #expect(try Program.run("check", Self.file.path).status == 0)
    }

    /// Removes the fields of `leavePicker`, which has none.
    private func withoutFields(_ path: String) throws {
        var text = try String(contentsOfFile: path, encoding: .utf8)
        let start = try #require(text.range(of: "\"leavePicker\" : {"))
        let end = try #require(text[start.upperBound...].range(of: "}"))
        text.replaceSubrange(start.upperBound..<end.lowerBound, with: "")
        try Scratch.write(text, to: path)
    }
}
