import Gate
import GateKit
import Journal
import Testing

/// The probes of gate.md, section 10, as far as a judge without I/O decides them: none ends with 0.
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
            task, in: GateContext(powerCycle: 1, unit: "u", bench: "b", stage: .hardware, identity: .flashed),
            verdict: .passed, folder: "copied", manifest: old.manifest)
        #expect(throws: GateRefusal.sameEvidence(ordinal: 11, as: 1)) { try player.tell { try $0.receive(copied) } }
        #expect(player.judge.outcome().result != .passed)
    }

    @Test(
        "the announced number of runs is what a gate without failures plays",
        arguments: [
            (GatePlan.cleanPlan, ["a", "b"], false), (.sequentialPlan, ["a"], false), (.worse, ["a"], true),
            (.worse, ["a", "b"], false),
        ])
    func fewestRuns(plan: GatePlan, names: [String], hasBaseline: Bool) throws {
        var player = try GatePlayer(plan, names, options: GateOptions(hasBaseline: hasBaseline, today: today))
        let announced = player.judge.fewestRuns
        try player.play { _ in .passed }
        #expect(player.played.count == announced && player.judge.extent.count == names.count, "\(announced)")
    }

    @Test func aFailedFolderIsDeleted() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 30) { _ in .passed }
        guard case .play(let task) = player.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        try player.tell { try $0.lose(task.ordinal) }
        #expect(try player.play { _ in .passed } == .inconclusive)
        #expect(player.played.count == 30)
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
        // Within one scenario, with another one in between.
        var other = try GatePlayer(.cleanPlan, ["a", "b"])
        #expect(try other.play { $0.scenario == "b" ? .gone : .passed } == .error)
        #expect(other.played.count == 6)
    }

    /// Two proofs of one scenario, so that runs are in progress when the first proof has enough, and the number that
    /// this takes.
    private static let bounds: [(plan: GatePlan, enough: Int)] = [
        (
            GatePlan("sequential", "Made by a test") {
                Prove(.everything, .sequential(good: .percent(1), bad: .percent(5)))
                Prove(.everything, .limit(quantity: "latency", limit: .span(.seconds(1)), runs: 120))
            }, 73
        ),
        (
            GatePlan("clean", "Made by a test") {
                Prove(.everything, .clean(below: .percent(5)))
                Prove(.everything, .clean(below: .percent(4)))
            }, 59
        ),
    ]

    /// Starts a number of runs with the same firmware, of which some passed.
    private func started(_ count: Int, passed: Int, _ plan: GatePlan) throws -> (GatePlayer, [GateTask]) {
        var player = try GatePlayer(plan)
        var tasks: [GateTask] = []
        while tasks.count < count {
            guard case .play(let task) = player.judgeNext() else { throw GateRefusal.neverStarted(ordinal: count) }
            tasks.append(task)
        }
        for task in tasks.prefix(passed) {
            let attempt = player.attempt(task, .measuring(1))
            try player.tell { try $0.receive(attempt) }
        }
        player.tell { $0.receive(identity: .flashed, of: .candidate) }
        return (player, tasks)
    }

    @Test(arguments: bounds.indices, [1, 2, 9]) func aFailingRunEndsAfterTheBoundWasReached(
        place: Int, late: Int
    ) throws {
        let (plan, enough) = Self.bounds[place]
        func decision(_ player: GatePlayer) -> GateDecision? {
            player.judge.outcome().scenarios[0].proofs.first?.decision
        }
        // This many clean runs suffice for the first proof, and one less does not.
        #expect(decision(try started(enough, passed: enough, plan).0) == .passed)
        #expect(decision(try started(enough - 1, passed: enough - 1, plan).0) != .passed)
        // The same with runs still in progress: nothing is decided before they have ended.
        var (player, tasks) = try started(enough + late, passed: enough, plan)
        #expect(decision(player) != .passed && player.judge.outcome().result != .passed)
        for task in tasks.suffix(late) {
            var asked = player
            #expect(asked.judgeNext() != .ended)
            let attempt = player.attempt(task, .failed)
            try player.tell { try $0.receive(attempt) }
        }
        player.tell { $0.receive(identity: .flashed, of: .candidate) }
        #expect(decision(player) != .passed && player.judge.outcome().scenarios[0].failures == late)
        // A firmware that fails from there on does not pass, although the bound had been reached.
        #expect(try player.play { _ in .failed } == .failed)
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
    /// Returns the judge's next move after answering identity readings as good; a run counts as started then.
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

extension GatePlan {
    fileprivate static let worse = GatePlan("worse", "Made by a test") {
        Prove(.everything, .noWorseRate(margin: .percent(5), runs: 100))
    }
}
