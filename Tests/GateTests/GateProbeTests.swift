import Gate
import GateKit
import Journal
import Testing

/// The probes of gate.md, section 10, as far as a judge without input or output decides them: none ends with 0.
@Suite struct GateProbeTests {
    private func exit(_ plan: GatePlan = .cleanPlan, _ run: (GateTask) -> Ending) throws -> Int32 {
        var player = try GatePlayer(plan)
        return try player.play(run).exitStatus
    }

    @Test func noScenarioIsSelected() throws {
        var player = try GatePlayer(.cleanPlan, [])
        #expect(try player.play { _ in .passed } == .inconclusive)
        let plan = GatePlan("none", "Made by a test") { Prove("other", .clean(below: .percent(5))) }
        #expect(try exit(plan) { _ in .passed } == 4)
    }

    @Test func everythingIsSkipped() throws {
        #expect(try exit { _ in Ending(verdict: .skipped, witness: "no reader") } == 4)
    }

    @Test func oneSeedFiftyNineTimesOnABenchThatRepeatsItself() throws {
        var player = try GatePlayer(.cleanPlan)
        let stage = GateStage(isDeterministic: true, hasOwnFirmware: true)
        for ordinal in 1...59 {
            let task = GateTask(
                ordinal: ordinal, side: .candidate, scenario: "a", scenarioHash: hash(1_000_000), seed: 1,
                beginsPowerCycle: false)
            try player.tell { try $0.restore(task) }
        }
        player.tell { $0.receive(identity: .flashed, of: .candidate, afterOrdinal: 0) }
        for ordinal in 1...59 {
            let task = GateTask(
                ordinal: ordinal, side: .candidate, scenario: "a", scenarioHash: hash(1_000_000), seed: 1,
                beginsPowerCycle: false)
            let attempt = player.attempt(task, Ending(verdict: .passed, stage: stage))
            try player.tell { try $0.receive(attempt) }
        }
        player.tell { $0.receive(identity: .flashed, of: .candidate, afterOrdinal: 59) }
        let outcome = player.judge.outcome()
        #expect(outcome.result == .inconclusive && outcome.scenarios[0].trials == 1)
        #expect(outcome.scenarios[0].notTrials.count == 58)
    }

    @Test func theFirmwareIsSwappedInTheMiddle() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 30) { _ in .passed }
        player.tell { $0.receive(identity: .contradicted, of: .candidate, afterOrdinal: 30) }
        #expect(try player.play { _ in .passed } == .error)
        #expect(player.judge.outcome().scenarios[0].trials == 0 && player.played.count == 30)
    }

    @Test func aFailureOfAnotherFirmwareIsNotTheCandidates() throws {
        var player = try GatePlayer(.cleanPlan)
        player.identity = { _, count in count == 0 ? .flashed : .contradicted }
        #expect(try player.play { $0.ordinal == 5 ? .failed : .passed } == .error)
    }

    @Test func theIdentityIsReadOnceOnly() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 59) { _ in .passed }
        let outcome = player.judge.outcome()
        #expect(outcome.result == .inconclusive && outcome.scenarios[0].trials == 0)
    }

    @Test func aTestImageRevertsAfterAReset() throws {
        var player = try GatePlayer(.cleanPlan)
        player.identity = { _, count in count < 59 ? .proved : .contradicted }
        #expect(try player.play { _ in .passed } == .error)
        var other = try GatePlayer(.cleanPlan)
        other.identity = { _, count in count < 59 ? .proved : .unknown }
        #expect(try other.play { _ in .passed } == .inconclusive)
    }

    @Test func yesterdaysFolderIsCopiedIn() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 10) { _ in .passed }
        let old = player.attempt(player.played[0], .passed)
        #expect(throws: GateRefusal.alreadyThere(ordinal: 1)) { try player.tell { try $0.receive(old) } }
        guard case .play(let task) = player.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        let copied = GateAttempt(
            ordinal: task.ordinal, scenario: task.scenario, scenarioHash: task.scenarioHash, seed: task.seed,
            verdict: .passed, folder: "copied", manifest: old.manifest, unit: "u", bench: "b", stage: .hardware,
            identity: .flashed)
        #expect(throws: GateRefusal.sameEvidence(ordinal: 11, as: 1)) { try player.tell { try $0.receive(copied) } }
        #expect(player.judge.outcome().result != .passed)
    }

    @Test func aFailedFolderIsDeleted() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 30) { _ in .passed }
        guard case .play(let task) = player.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        try player.tell { try $0.lose(task.ordinal) }
        #expect(try player.play { _ in .passed } == .inconclusive)
        #expect(player.played.count == 30)
    }

    @Test func theRecordTellsWhatTheFoldersDoNot() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play { _ in .passed }
        let document = player.document()
        let runs = document.scenarios[0].runs
        #expect(document.contradictions(with: runs) == [])
        #expect(document.contradictions(with: Array(runs.dropLast())).count == 1, "a folder was deleted")
        func changed(_ manifest: String? = nil, _ verdict: VerdictKind? = nil) -> [GateDocument.Run] {
            [
                GateDocument.Run(
                    ordinal: 1, folder: runs[0].folder, manifest: manifest ?? runs[0].manifest,
                    verdict: verdict ?? runs[0].verdict, seed: 1)
            ] + runs.dropFirst()
        }
        #expect(document.contradictions(with: changed(hash(999))).count == 1, "a journal line was removed")
        #expect(document.contradictions(with: changed(nil, .failed)).count == 1, "a verdict was edited")
        let more = runs + [GateDocument.Run(ordinal: 60, folder: "x", manifest: hash(60), verdict: .passed, seed: 1)]
        #expect(document.contradictions(with: more).count == 1, "a folder was copied in")
        // Whoever finds it tells the judge, and then the gate ends in an error.
        player.tell { $0.receive(evidenceFault: "run 1 was changed") }
        #expect(player.judge.outcome().result == .error)
    }

    @Test func thePlanIsEditedAfterTheStart() {
        let header = GateHeader(planHash: hash(1), firmware: hash(2), bench: "b", rig: "trammel 1.3")
        #expect(header.obstacle(to: header) == nil)
        let others = [
            GateHeader(planHash: hash(9), firmware: hash(2), bench: "b", rig: "trammel 1.3"),
            GateHeader(planHash: hash(1), firmware: hash(9), bench: "b", rig: "trammel 1.3"),
            GateHeader(planHash: hash(1), firmware: hash(2), baseline: hash(3), bench: "b", rig: "trammel 1.3"),
            GateHeader(planHash: hash(1), firmware: hash(2), bench: "c", rig: "trammel 1.3"),
            GateHeader(planHash: hash(1), firmware: hash(2), bench: "b", rig: "trammel 1.4"),
        ]
        for other in others { #expect(header.obstacle(to: other) != nil) }
    }

    @Test(arguments: [
        ("2026-11-25T11:00:00Z", "2026-11-25T10:00:00Z"), ("2026-11-25T10:30:00Z", "2026-11-25T11:01:00Z"),
        ("2026-11-25T09:00:00Z", "2026-11-25T10:59:59.9Z"), ("yesterday", "2026-11-25T11:01:00Z"),
        ("2026-11-25T09:00:00Z", ""),
    ]) func theClockIsSetBack(started: String, ended: String) throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { _ in .passed } == .passed)
        let usual = GatePlayer.circumstances
        let circumstances = GateDocument.Circumstances(
            plan: usual.plan, firmware: usual.firmware, bench: usual.bench, rig: usual.rig, started: started,
            ended: ended)
        #expect(player.document(circumstances).result == .error)
    }

    @Test func theDiskIsFullAtTheLastFile() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play { _ in .passed }
        player.tell { $0.receive(evidenceFault: "gate.json: no room is left on the disk") }
        #expect(player.judge.outcome().result == .error)
    }

    @Test func theProgramIsKilledAtAnyPointAndGoesOn() throws {
        for killed in 1...59 {
            var before = try GatePlayer(.cleanPlan)
            try before.play(most: killed - 1) { _ in .passed }
            guard case .play(let running) = before.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
            var after = try GatePlayer(.cleanPlan)
            for task in before.played + [running] { try after.tell { try $0.restore(task) } }
            after.tell { $0.receive(identity: .flashed, of: .candidate, afterOrdinal: 0) }
            for task in before.played { try after.tell { try $0.receive(before.attempt(task, .passed)) } }
            try after.tell { try $0.lose(running.ordinal) }
            #expect(try after.play { _ in .passed } == .inconclusive, "killed in run \(killed)")
        }
    }

    @Test func aGateGoesOnBetweenTwoRunsAsIfNothingHadHappened() throws {
        var whole = try GatePlayer(.cleanPlan, ["a", "b"])
        try whole.play { _ in .passed }
        var after = try GatePlayer(.cleanPlan, ["a", "b"])
        for task in whole.played.prefix(40) { try after.tell { try $0.restore(task) } }
        after.tell { $0.receive(identity: .flashed, of: .candidate, afterOrdinal: 0) }
        for task in whole.played.prefix(40) { try after.tell { try $0.receive(whole.attempt(task, .passed)) } }
        #expect(after.judgeNext() == .play(whole.played[40]))
        #expect(throws: GateRefusal.outOfOrder(ordinal: 1)) { try after.tell { try $0.restore(whole.played[0]) } }
    }

    @Test func threeErrorsInARow() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { (10...12).contains($0.ordinal) ? .gone : .passed } == .error)
        #expect(player.played.count == 12)
        // Of one scenario, with another one in between.
        var other = try GatePlayer(.cleanPlan, ["a", "b"])
        #expect(try other.play { $0.scenario == "b" ? .gone : .passed } == .error)
        #expect(other.played.count == 6)
    }

    @Test(arguments: [2, 3, 10]) func aFailingRunEndsAfterTheBoundWasReached(atOnce: Int) throws {
        var player = try GatePlayer(.sequentialPlan)
        player.atOnce = atOnce
        // The bound is reached by others while run 70 is still in progress.
        var started = 0
        let result = try player.play(most: 73) { task in
            started = max(started, task.ordinal)
            return task.ordinal == 72 ? .failed : .passed
        }
        #expect(result != .passed)
        var clean = try GatePlayer(.cleanPlan)
        clean.atOnce = atOnce
        #expect(try clean.play { $0.ordinal == 58 ? .failed : .passed } == .failed)
    }

    @Test func quarantineEndedToday() throws {
        var player = try GatePlayer(
            .quarantining(until: today.description), options: GateOptions(allowQuarantine: true, today: today))
        #expect(try player.play { $0.ordinal == 9 ? .failed : .passed } == .failed)
    }

    @Test func quarantineWithoutAnOwner() throws {
        #expect(throws: PlanProblems.self) { try GatePlayer(.quarantining(owner: "")) }
        #expect(GatePlan.quarantining(owner: "").problems().count == 1)
    }

    @Test(arguments: ["::add-mask::", "]]>", "<script>", "\u{202E}\"\\\n"]) func hostileNames(name: String) throws {
        var player = try GatePlayer(.cleanPlan, [name])
        #expect(try player.play { $0.ordinal == 9 ? .failed : .passed } == .failed)
        let usual = GatePlayer.circumstances
        let circumstances = GateDocument.Circumstances(
            plan: usual.plan, firmware: usual.firmware, bench: .init(name: name, fingerprint: name), rig: name,
            started: usual.started, ended: usual.ended)
        let document = player.document(circumstances)
        let bytes = GateFile.bytes(of: document)
        #expect(try GateFile.document(from: bytes) == document)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\u{202E}"))
    }

    @Test func aDocumentWithAnUnknownKey() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play { _ in .passed }
        let text = String(decoding: GateFile.bytes(of: player.document()), as: UTF8.self)
        let changed = text.replacing("\"rig\" :", with: "\"retries\" : 3,\n  \"rig\" :")
        #expect(throws: GateFileError.self) { try GateFile.document(from: Array(changed.utf8)) }
    }

    @Test func twoGatesOnOneBench() throws {
        var one = try GatePlayer(.cleanPlan)
        try one.play(most: 5) { _ in .passed }
        var other = try GatePlayer(.cleanPlan, ["b"])
        try other.play(most: 6) { _ in .passed }
        let last = other.attempt(other.played[5], .passed)
        #expect(throws: GateRefusal.neverStarted(ordinal: 6)) { try one.tell { try $0.receive(last) } }
        guard case .play = one.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        #expect(throws: GateRefusal.otherRun(ordinal: 6, field: "scenario")) { try one.tell { try $0.receive(last) } }
    }
}

extension GatePlayer {
    /// What the judge wants next but for a reading of the identity, which is good; a run counts as started then.
    mutating func judgeNext() -> GateMove {
        var move = GateMove.ended
        tell { judge in
            move = judge.next()
            guard case .readIdentity(let side) = move else { return }
            judge.receive(identity: .flashed, of: side)
            move = judge.next()
        }
        return move
    }
}
