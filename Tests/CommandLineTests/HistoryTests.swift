import Foundation
import TestSupport
import Testing

/// The history's commands, from run folders to output.
@Suite struct HistoryCommandTests {
    private static let defective = "door=simulated:defect=bigEndianSessionID,name=Door"

    private static func content(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func runsComeIntoTheHistoryAndAreTold() throws {
        let scratch = try Scratch()
        let place = ["XDG_STATE_HOME": scratch("state")]
        let played = try Program.run(
            "run", "uses.sessionID", "--seeds", "3", "--output", scratch("good"), "--quiet")
        #expect(played.status == 0)
        _ = try Program.run(
            "run", "uses.sessionID", "--port", Self.defective, "--output", scratch("bad"), "--quiet")
        let taken = try Program.run("history", "import", scratch("good"), scratch("bad"), environment: place)
        #expect(taken.status == 0 && taken.output.hasPrefix("4 runs"), "\(taken.output)\(taken.error)")
        let again = try Program.run("history", "import", scratch("good"), "--json", environment: place)
        #expect(try Self.content(again.output)["known"] as? Int == 3)
        let told = try Program.run("history", environment: place)
        #expect(told.status == 0 && told.output.contains("0 of 3") && told.output.contains("1 of 1"))
        let groups = try #require(
            try Self.content(try Program.run("history", "--json", environment: place).output)["groups"]
                as? [[String: Any]])
        #expect(Set(groups.compactMap { $0["class"] as? String }) == ["unproved", "failed"])
        #expect(groups.allSatisfy { ($0["scenario"] as? [String: Any])?["hash"] is String })
        let flaky = try Program.run("flaky", environment: place)
        #expect(flaky.status == 0 && flaky.output.contains("session.rangesNot"), "\(flaky.output)\(flaky.error)")
        let trend = try Program.run("trend", "frames", "--json", environment: place)
        #expect(trend.status == 0)
        #expect((try Self.content(trend.output)["series"] as? [Any])?.count == 2)
        #expect(try Program.run("trend", "frames", environment: place).output.contains("no change point"))
        for _ in 0..<2 {
            let paged = try Program.run("history", "--html", scratch("history.html"), environment: place)
            #expect(paged.status == 0 && paged.output.isEmpty, "\(paged.output)\(paged.error)")
        }
        let page = try #require(Scratch.text(of: scratch("history.html")))
        #expect(page.contains("uses.sessionID") && Markup(page).mistakes == [])
        try Scratch.write("mine", to: scratch("mine.html"))
        #expect(try Program.run("history", "--html", scratch("mine.html"), environment: place).status == 64)
        let rebuilt = try Program.run("history", "rebuild", environment: place)
        #expect(rebuilt.status == 0 && rebuilt.output.hasPrefix("4 runs"))
        #expect(try Program.run("history", environment: place).output == told.output)
    }

    @Test func whatIsNotThereIsNoSuccess() throws {
        let scratch = try Scratch()
        let store = scratch("h.sqlite")
        let commands = [
            ["history"], ["history", "--html", scratch("page.html")], ["flaky"], ["trend", "frames"],
            ["compare", "aaaa", "bbbb"], ["history", "prune"],
        ]
        for words in commands {
            let ended = try Program(words + ["--store", store]).end()
            #expect(ended.status == 4 && ended.error.contains("no history"), "\(words): \(ended.error)")
        }
        #expect(try Program.run("history", "import", scratch("nowhere"), "--store", store).status == 3)
        #expect(try Program.run("history", "import", scratch(""), "--store", store).status == 4)
        #expect(try Program.run("history", "import").status == 64)
        #expect(try Program.run("history", "--json", "--html", scratch("page.html"), "--store", store).status == 64)
        #expect(Scratch.bytes(of: scratch("page.html")) == nil)
        #expect(try Program.run("history", "--below", "0", "--store", store).status == 64)
        #expect(try Program.run("trend", "frames", "--of", "mean", "--store", store).status == 64)
        #expect(try Program.run("compare", "aaaa", "bbbb", "--store", store).status == 64)
        let foreign = scratch("notes.txt")
        try Scratch.write("my notes", to: foreign)
        #expect(try Program.run("history", "--store", foreign).status == 3)
        #expect(Scratch.text(of: foreign) == "my notes")
    }

    @Test func editedEvidenceEndsWithThree() throws {
        let scratch = try Scratch()
        _ = try Program.run(
            "run", "uses.sessionID", "--port", Self.defective, "--output", scratch("bad"), "--quiet")
        let folder = try #require(Scratch.names(in: scratch("bad"))?.first { $0.hasPrefix("001-") })
        let path = scratch("bad/\(folder)/verdict.json")
        let verdict = try #require(Scratch.text(of: path))
        try Scratch.write(verdict.replacing("\"verdict\" : \"failed\"", with: "\"verdict\" : \"passed\""), to: path)
        let ended = try Program.run("history", "import", scratch("bad"), "--store", scratch("h.sqlite"))
        #expect(ended.status == 3 && ended.error.contains("evidence.contradicts"), "\(ended.error)")
        let told = try Program.run("history", "--store", scratch("h.sqlite"))
        #expect(told.status == 4 && told.output.contains("1 folder"), "\(told.output)")
    }

    @Test func nothingIsDeletedUnlessItIsAskedFor() throws {
        let scratch = try Scratch()
        _ = try Program.run("run", "uses.sessionID", "--seeds", "3", "--output", scratch("runs"), "--quiet")
        let store = ["--store", scratch("h.sqlite")]
        #expect(try Program(["history", "import", scratch("runs")] + store).end().status == 0)
        let folders = (Scratch.names(in: scratch("runs")) ?? []).filter { $0.hasPrefix("00") }
        func traces() -> Int {
            folders.filter { Scratch.bytes(of: scratch("runs/\($0)/trace.pcapng")) != nil }.count
        }
        let named = ["history", "prune", scratch("runs/\(folders[1])")] + store
        let shown = try Program(named).end()
        #expect(shown.status == 0 && shown.output.contains("--delete") && traces() == 3, "\(shown.output)")
        #expect(try Program(named + ["--delete"]).end().status == 0)
        #expect(traces() == 2)
        #expect(try Program(named).end().status == 4)
        #expect(try Program(["history", "rebuild"] + store).end().status == 0)
    }
}
