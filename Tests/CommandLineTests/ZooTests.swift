import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct ZooTests {
    @Test func aCaughtDefectIsShownWithItsScenarioAndItsWords() throws {
        let ended = try Program.run("zoo", "--defect", "truncatesAtMTU23", "--defect", "asksForPairing")
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let index = try #require(lines.firstIndex { $0.hasPrefix("  truncatesAtMTU23  F8   ") }, "\(ended.output)")
        #expect(lines[index].contains(" smallestMTU"))
        #expect(lines[index + 1].contains("it sent configuration data although an ATT_MTU of 23 holds only 20"))
        let verdict =
            "2 of 2 defects caught by name; the rig blamed 0 times\n0 healthy accessories, 0 false alarms\n"
            + "without a UWB kit: 2 of 2 defects of the data channel caught by name; the rig\n"
            + "  blamed 0 times, 0 false alarms"
        #expect(ended.output.hasSuffix("\n\n\(verdict)\n"))
        #expect(lines.allSatisfy { $0.count <= 120 && !$0.hasSuffix(" ") })
    }

    @Test func aDefectThatNoScenarioNamesEscapesAndIsNoPass() throws {
        let ended = try Program.run(
            "zoo", "--defect", "truncatesAtMTU23", "--defect", "noisyDistance", "--scenario", "exactMTU")
        #expect(ended.status == 1)
        #expect(ended.output.contains("\nescaped\n  truncatesAtMTU23 (F8): It truncates notifications"))
        #expect(ended.output.contains("\n0 of 2 defects caught by name; "), "\(ended.output)")
    }

    @Test func healthyAnimalsAreOfTheVariantThatIsAskedFor() throws {
        let ended = try Program.run("zoo", "--variant", "nxp", "--scenario", "answersAtOnce")
        #expect(ended.status == 1 && ended.output.contains("\n  healthy nxp "))
        #expect(
            !ended.output.contains("healthy qorvo")
                && ended.output.contains("1 healthy accessory, 0 false alarms"))
        let all = try Program.run("zoo", "--scenario", "answersAtOnce", "--scenario", "emptyMessage")
        #expect(all.output.contains("18 healthy accessories, 0 false alarms"), "\(all.output)")
    }

    @Test func oneSeedGivesOneTextAndOneDocumentByteForByte() throws {
        let scratch = try Scratch()
        let names = ["--defect", "staleAddress", "--defect", "hangsUpOnStop", "--defect", "noisyDistance"]
        var texts: [String] = []
        for number in 1...3 {
            let ended = try Program(["zoo", "--seed", "9", "--json", scratch("\(number).json")] + names).end()
            #expect(ended.status == 0, "\(ended.output)")
            texts.append(ended.output)
        }
        let documents = (1...3).map { Scratch.bytes(of: scratch("\($0).json")) }
        #expect(Set(texts).count == 1 && Set(documents).count == 1)
        let bytes = try #require(documents[0])
        let content = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(content["isComplete"] as? Bool == true && content["seed"] as? Int == 9)
        let accessories = try #require(content["accessories"] as? [[String: Any]])
        #expect(accessories.map { $0["defect"] as? String } == ["staleAddress", "hangsUpOnStop", "noisyDistance"])
        for accessory in accessories {
            let runs = try #require(accessory["runs"] as? [[String: Any]])
            #expect(runs.count == (content["scenarios"] as? [String])?.count)
            let naming = runs.filter { $0["namesDefect"] as? Bool == true }.compactMap { $0["scenario"] as? String }
            #expect(!naming.isEmpty && naming == accessory["caughtBy"] as? [String])
        }
    }

    @Test func aMatrixThatCannotBeWrittenIsAnError() throws {
        let ended = try Program.run(
            "zoo", "--defect", "asksForPairing", "--scenario", "leavesPairingToPhones", "--json", "/dev/null/zoo.json")
        #expect(ended.status == 3 && ended.error.contains("cannot be written"))
    }

    @Test func theListSaysWhatEveryDefectDoesAndWhoseComplaintItIs() throws {
        let ended = try Program.run("zoo", "--list")
        #expect(ended.status == 0)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.count >= 35)
        #expect(lines.allSatisfy { $0.count <= 120 })
        let line = try #require(lines.first { $0.hasPrefix("  crashesOnEmptyWrite ") })
        #expect(line.contains(" F33  An empty write resets it."))
    }

    @Test func healthyAnimalsInNoisyAirGiveNoFalseAlarm() throws {
        let ended = try Program.run("zoo", "--false-alarms", "200", "--seed", "5", "--scenario", "restartsAfterStop")
        #expect(ended.status == 0, "\(ended.output)")
        #expect(
            ended.output
                == "200 runs: 200 passed, 0 did not; 1 scenario, 18 healthy accessories, seeds 5 to 16\n")
        let quick = try Program.run("zoo", "--false-alarms", "30", "--variant", "qorvo")
        #expect(quick.status == 0 && quick.output.hasPrefix("30 runs: 30 passed, 0 did not; "), "\(quick.output)")
    }

    @Test(arguments: [["zoo"], ["zoo", "--false-alarms", "100000"]])
    func aSignalEndsItAndAPartIsNoPass(arguments: [String]) throws {
        var program = try Program(arguments, environment: ["TERM": "xterm"], onTerminal: true)
        let hasBegun = program.waitFor(" runs")
        #expect(hasBegun)
        kill(program.process, SIGINT)
        let ended = program.end()
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("ended by a person or a signal after ") && !ended.output.contains("caught by"))
    }

    @Test func aFaultOfTheRigIsNamedInTheMatrixAndInTheDocument() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "zoo", "--rig", "--fault", "kitUnplugged", "--fault", "readerHot", "--scenario", "configurationExchange",
            "--scenario", "tagOpensApp", "--json", scratch("rig.json"))
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("\n  kitUnplugged #.\n  readerHot    .#\n"), "\(ended.output)")
        let bytes = try #require(Scratch.bytes(of: scratch("rig.json")))
        let content = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(content["isComplete"] as? Bool == true && content["format"] as? Int == 1)
        let faults = try #require(content["faults"] as? [[String: Any]])
        #expect(faults.map { $0["part"] as? String } == ["kit", "reader"])
    }

    @Test func aFaultThatNoScenarioNamesIsNoPass() throws {
        let ended = try Program.run("zoo", "--rig", "--fault", "kitUnplugged", "--scenario", "tagOpensApp")
        #expect(ended.status == 1 && ended.output.contains("\nescaped\n  kitUnplugged: no scenario names it\n"))
    }

    @Test func theListOfTheRigsFaultsSaysWhatIsSeenOfEachAndWhatCannotBeToldApart() throws {
        let ended = try Program.run("zoo", "--rig", "--list")
        #expect(ended.status == 0 && ended.output.contains("\n  adapterStuck: "), "\(ended.error)")
        #expect(ended.output.contains("\nindistinguishable from accessory faults, not played\n"))
    }

    @Test(arguments: [
        ["--rig", "--defect", "neverStarts"], ["--rig", "--fault", "kitUnpluged"], ["--fault", "kitUnplugged"],
        ["--rig", "--scenario", "answersAtOnce"], ["--rig", "--false-alarms", "3"],
        ["--rig", "--list", "--fault", "kitHangs"],
    ])
    func whatDoesNotBelongToTheRigsZooIsAMistake(arguments: [String]) throws {
        let ended = try Program(["zoo"] + arguments).end()
        #expect(ended.status == 64 && ended.output.isEmpty, "\(ended.output)")
    }

    @Test func theListOfScreensSaysWhatEveryDefectDoes() throws {
        let ended = try Program.run("zoo", "--screens", "--list")
        #expect(ended.status == 0 && ended.error.isEmpty)
        #expect(ended.words.contains("connectsTwice It opens two connections after ECONNABORTED."))
        #expect(ended.words.contains("printsNumbers It shows the number of an error"))
    }

    @Test func theZooOfAppsNamesEveryDefectAndKeepsWhatItFound() throws {
        let scratch = try Scratch()
        let all = try Program.run("zoo", "--apps", "--matrix", "--json", scratch("apps.json"))
        #expect(all.status == 0 && all.words.contains("listensLate app.listensLate: screen --check"), "\(all.output)")
        #expect(all.words.contains("newListenerEachTime app.newListener:") && !all.words.contains("wrong:"))
        let bytes = try #require(Scratch.bytes(of: scratch("apps.json")))
        let content = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(content["isComplete"] as? Bool == true && (content["rows"] as? [Any])?.count == 24)
        let one = try Program.run("zoo", "--apps", "--defect", "listensLate", "--seed", "7")
        #expect(one.status == 0 && one.words.hasSuffix("listensLate app.listensLate: screen --check"), "\(one.output)")
        let list = try Program.run("zoo", "--apps", "--list")
        #expect(list.status == 0 && list.words.contains("neverTakes It never takes the connection"))
    }

    @Test(arguments: [
        ["--screens"], ["--defect", "neverReconnects"], ["--scenario", "backgroundOnce"], ["--variant", "nxp"],
        ["--list", "--defect", "listensLate"], ["--rig"],
    ])
    func whatDoesNotBelongToTheZooOfAppsIsAMistake(arguments: [String]) throws {
        let ended = try Program(["zoo", "--apps"] + arguments).end()
        #expect(ended.status == 64 && ended.output.isEmpty, "\(ended.output)")
    }

    @Test func theZooOfPhonesIsListedChosenAndKeptLikeTheOthers() throws {
        let scratch = try Scratch()
        let list = try Program.run("zoo", "--phones", "--list")
        #expect(list.status == 0 && list.output.contains("\n  neverSendsToken "), "\(list.output)")
        let ended = try Program.run(
            "zoo", "--phones", "--defect", "neverSendsToken", "--json", scratch("phones.json"))
        #expect(ended.status == 0 && ended.words.contains("neverSendsToken "), "\(ended.output)")
        #expect(Scratch.text(of: scratch("phones.json"))?.contains("\"isComplete\" : true") == true)
        // The file of one zoo may be replaced by another, even by one that is refused.
        let refused = try Program.run("zoo", "--apps", "--defect", "nope", "--json", scratch("phones.json"))
        let left = Scratch.text(of: scratch("phones.json"))
        #expect(refused.status == 64 && left?.contains("\"subject\" : \"a phone app\"") == true)
        #expect(left?.contains("\"isEnded\" : false") == true)
        let mistaken = try Program.run("zoo", "--phones", "--variant", "nxp")
        #expect(mistaken.status == 64 && mistaken.error.contains("--phones does not take --variant"))
    }

    @Test func aDefectOfAScreenIsPlayedAloneAndKept() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "zoo", "--screens", "--defect", "neverReconnects", "--scenario", "backgroundOnce", "--json",
            scratch("screens.json"))
        #expect(
            ended.status == 0 && ended.words.hasSuffix("neverReconnects screen.neverReturns: backgroundOnce"),
            "\(ended.output)")
        let bytes = try #require(Scratch.bytes(of: scratch("screens.json")))
        let content = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        #expect(content["isComplete"] as? Bool == true && content["scenarios"] as? [String] == ["backgroundOnce"])
        let escaped = try Program.run("zoo", "--screens", "--defect", "printsNumbers", "--scenario", "backgroundOnce")
        #expect(escaped.status == 1 && escaped.words.contains("ESCAPED"), "\(escaped.output)")
        let healthy = try Program.run("zoo", "--screens", "--scenario", "backgroundOnce")
        #expect(
            healthy.words.contains("neverReconnects screen.neverReturns: backgroundOnce")
                && !healthy.words.contains("wrong:"))
        let unwritten = try Program.run(
            "zoo", "--screens", "--defect", "neverReconnects", "--scenario", "backgroundOnce", "--json",
            "/dev/null/zoo.json")
        #expect(unwritten.status == 3)
    }

    @Test(arguments: [
        ["--defect", "answersTwice"], ["--defect", "neverReconect"], ["--scenario", "answersAtOnce"], ["--phones"],
        ["--rig"], ["--variant", "nxp"], ["--false-alarms", "3"], ["--spread", "2"], ["--fault", "kitHangs"],
        ["--diagnosis"], ["--list", "--defect", "neverReconnects"], ["--list", "--scenario", "backgroundOnce"],
    ])
    func whatDoesNotBelongToTheZooOfScreensIsAMistake(arguments: [String]) throws {
        let ended = try Program(["zoo", "--screens"] + arguments).end()
        #expect(ended.status == 64 && ended.output.isEmpty, "\(ended.output)")
    }
}
