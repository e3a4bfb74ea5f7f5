import Testing

/// Shell completions.
struct CompletionTests {
    /// Asks in the way of the generated scripts: the argument, the current word, and all words.
    private func offered(_ command: String, _ argument: String, words: [String]) throws -> [Substring] {
        let place = "\(words.count - 1)"
        let asked = ["---completion", command, "--", argument, place, "0"] + words
        let ended = try Program(asked).end()
        #expect(ended.status == 0, "\(ended.error)")
        return ended.output.split(separator: "\n")
    }

    @Test("scenarios, rigs, suites, tags, defects and the roles of the rig that was named are offered")
    func names() throws {
        #expect(try offered("run", "positional@0", words: ["trammel", "run", ""]).contains("fullFlow"))
        #expect(try offered("run", "--rig", words: ["trammel", "run", "--rig", ""]).contains("deskBench"))
        #expect(try offered("run", "--suite", words: ["trammel", "run", "--suite", ""]).contains("conformance"))
        #expect(try offered("run", "--tag", words: ["trammel", "run", "--tag", ""]).contains("quick"))
        #expect(try offered("zoo", "--defect", words: ["trammel", "zoo", "--defect", ""]).contains("answersTwice"))
        let screens = try offered("zoo", "--defect", words: ["trammel", "zoo", "--screens", "--defect", ""])
        #expect(screens.contains("connectsTwice") && !screens.contains("answersTwice"))
        let scenarios = try offered("zoo", "--scenario", words: ["trammel", "zoo", "--screens", "--scenario", ""])
        #expect(scenarios.contains("launchesOnce") && scenarios.contains("cableOut"))
        let roles = try offered("run", "--port", words: ["trammel", "run", "--rig", "deskBench", "--port", ""])
        #expect(roles.contains("door.power=") && !roles.contains("trunk="))
    }
}
