import Foundation
import Ground
import JSON
import ScenarioKit
import Scenarios
import TestSupport
import Testing

@Suite struct ScenarioFileTests {
    private static let writesGolden = ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1"
    private static let hashes = vectors.appending(path: "hashes.txt")

    /// Each scenario of the catalogue with the hash of its JSON; a changed line is a changed scenario or format.
    ///
    /// Set TRAMMEL_WRITE_GOLDEN=1 to write these, and the samples below, after an intended change.
    @Test func theJSONOfEveryCatalogueScenarioHasItsGoldenHash() throws {
        var lines: [String] = []
        for scenario in Scenario.all {
            let text = ScenarioFile.text(of: scenario)
            #expect(try ScenarioFile.scenario(from: text) == scenario, "\(scenario.name)")
            lines.append("\(FNV1a(text.utf8).value.hexadecimal) \(scenario.name)")
        }
        if Self.writesGolden { try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.hashes) }
        let golden = try String(contentsOf: Self.hashes, encoding: .utf8).split(separator: "\n").map(String.init)
        for line in lines where !golden.contains(line) { Issue.record("changed: \(line)") }
        #expect(lines == golden, "run the tests with TRAMMEL_WRITE_GOLDEN=1 if the change is meant")
    }

    /// The scenarios that are stored in full: together they use most words of the format.
    @Test func theSamplesOfTheFormatAreTheCatalogues() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: vectors.path).filter { $0.hasSuffix(".json") }
        #expect(files.count == 20)
        for file in files.sorted() {
            let scenario = try #require(Scenario.all.first { "\($0.name).json" == file }, "\(file) has no scenario")
            let text = ScenarioFile.text(of: scenario)
            if Self.writesGolden { try Data(text.utf8).write(to: vectors.appending(path: file)) }
            #expect(try String(contentsOf: vectors.appending(path: file), encoding: .utf8) == text, "\(file)")
        }
    }

    private let everything = Scenario.made(
        phone: PhoneSetup(apps: [App(identifier: "a", links: [.init(host: "h", pathPrefix: "/")])]),
        .connecting, .exchanging, .walking(from: 5, to: 1, .entering("far", at: 3)),
        .stay(
            span: .seconds(1),
            checks: [
                .expect(
                    expectation: Expectation(.left("far", "door"), count: .atMost(1), within: .zero, spot: madeLine(9)))
            ]),
        .tampering(
            tampering: .withhold, message: .initialize, times: 2,
            steps: [Step(.repeat(times: 2, steps: [Step(.stopping, spot: madeLine(7))]), spot: madeLine(8))]),
        .tap(tag: "t", within: .seconds(1), checks: []), .expecting(.opened(.handler("tel"))),
        .expecting(.opened(.nothing)),
        .expecting(.opened(.app("a"), path: "/x")), .expecting(.removed("door", reason: .peerEnded), 3),
        .expecting(.entered("far", "door")), .expecting(.zoneChange("door")), .expecting(.invalidated("door")),
        .expecting(.disconnected("door")), .expecting(.ranging("door")), .disconnecting)

    @Test func whatIsWrittenIsReadBackAndWrittenTheSame() throws {
        let text = ScenarioFile.text(of: everything)
        let read = try ScenarioFile.scenario(from: text)
        #expect(read == everything)
        #expect(ScenarioFile.text(of: read) == text)
    }

    @Test func everyValueHasALabel() {
        let text = ScenarioFile.text(of: everything)
        #expect(!text.contains("\"_"))
        for label in ["accessory", "span", "message", "tag", "expectation", "events", "destination", "scheme"] {
            #expect(text.contains("\"\(label)\""))
        }
    }

    private func error(replacing old: String, with new: String) -> String {
        let text = ScenarioFile.text(of: .made(.connecting, .expecting(.retry("door"))))
        #expect(text.contains(old), "the test replaces nothing")
        do {
            _ = try ScenarioFile.scenario(from: text.replacingOccurrences(of: old, with: new))
            return "no error"
        } catch { return error.description }
    }

    @Test func anErrorNamesThePathOfTheValue() {
        #expect(error(replacing: "\"version\" : 2", with: "\"version\" : 3").hasPrefix("version: the version is 3"))
        #expect(
            error(replacing: "\"version\" : 2", with: "\"version\" : \"1\"").hasPrefix("version: the version is \"1\""))
        #expect(error(replacing: "trammel scenario", with: "recipe").hasPrefix("kind: this is not a scenario"))
        #expect(
            error(replacing: "\"connect\"", with: "\"conect\"")
                == "scenario.steps[0].action.link.act: expected exactly one case that version 2 knows, "
                + "but the object has \"conect\""
        )
    }

    @Test func missingUnknownAndMistypedFieldsAreNamed() {
        #expect(error(replacing: "\"summary\"", with: "\"sumary\"") == "scenario: the field \"summary\" is missing")
        #expect(
            error(replacing: "\"summary\" :", with: "\"note\" : 1, \"summary\" :")
                == "scenario.note: version 2 knows no such field")
        #expect(
            error(replacing: "\"connect\" : {", with: "\"connect\" : { \"loud\" : true,")
                == "scenario.steps[0].action.link.act.connect.loud: version 2 knows no such field")
        #expect(
            error(replacing: "\"attempts\" : 1", with: "\"attempts\" : \"one\"")
                .hasPrefix("scenario.phone.retry.attempts: the value has the wrong type"))
        #expect(
            error(replacing: "\"cycle\" : \"cachedConfiguration\"", with: "\"cycle\" : \"half\"").hasPrefix(
                "scenario.phone.retry.cycle: "))
    }

    @Test func aRuleThatNoSheetHasIsNamedWithItsPlace() {
        let text = ScenarioFile.text(of: .made(.connecting, .expecting(.decided(by: .b11))))
        let error = #expect(throws: JSONFileError.self) {
            try ScenarioFile.scenario(from: text.replacing("\"B11\"", with: "\"B18\""))
        }
        #expect(error?.path.hasSuffix("outcome.decided.rule") == true && error?.message.contains("B18") == true)
    }

    @Test(arguments: [
        "", "{", "[]", "3", "null", "{}", "\u{0}", "{\"kind\":\"trammel scenario\",\"version\":1}",
        String(repeating: "[", count: 100_000), "{\"version\":1e999}",
    ])
    func whatIsNoScenarioIsAnError(text: String) {
        #expect(throws: JSONFileError.self) { try ScenarioFile.scenario(from: text) }
    }

    @Test func hostileBytesAreAnErrorOrAScenario() {
        let small = Scenario.made(.connecting, .expecting(.opened(.browser)))
        var mutator = Mutator(seeds: [Array(ScenarioFile.text(of: small).utf8)])
        var refused = 0
        for _ in 0..<1_000 {
            let text = String(decoding: mutator.next(limit: 4_000), as: UTF8.self)
            do { _ = try ScenarioFile.scenario(from: text) } catch { refused += 1 }
        }
        #expect(refused > 500)
    }
}
