import Evidence
import FirmwareIdentity
import Gate
import GateKit
import GateRecords
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit
import Runs
import ScenarioKit
import Terminal

/// A gate while it goes on: does what the judge asks for, and tells it what came of that.
struct GateCourse {
    let request: GateRequest
    var judge: GateJudge
    let record: GateRecord
    private let pool: RunPool
    private let bench: String
    /// What the unit is called where it tells no serial number: written once, for the rig does not change.
    private let unit: String
    let evidence: EvidenceFolder
    /// What is written into the accessory; nothing where the rig writes nothing.
    let copies: [GateSide: FirmwareCopy]
    private(set) var identity = GateIdentity()
    private var last = LastTold()
    /// What went wrong beside the runs.
    private(set) var troubles: [CommandTrouble] = []
    /// Every run that came to an end, in the order of its end.
    private(set) var attempts: [GateAttempt] = []
    /// What each of them came to, by its ordinal.
    private(set) var summaries: [Int: RunSummary] = [:]
    /// Whether a person ended the gate.
    private(set) var wasAborted = false
    private(set) var tally = RunTally()
    /// A run that was started.
    private struct UnderWay {
        let task: GateTask
        let run: GateRun
        let context: GateEvidence.Context
    }

    private var underWay: [Int: UnderWay] = [:]
    /// How well it is known which firmware runs, by the last reading.
    private var level = IdentityLevel.unknown
    /// Which firmware the accessory has, where the rig wrote it.
    private var side: GateSide?
    private var cycle = 1
    /// The last run that was started before the last reading.
    private var lastReading = 0
    /// Why the firmware could not be written.
    private(set) var flashTrouble: CommandTrouble?
    private var progress: GateProgress

    init(
        _ request: GateRequest, judge: GateJudge, record: GateRecord, pool: RunPool, bench: String,
        evidence: EvidenceFolder, copies: [GateSide: FirmwareCopy]
    ) {
        self.request = request
        self.judge = judge
        self.record = record
        self.pool = pool
        self.bench = bench
        unit = request.unit
        self.evidence = evidence
        self.copies = copies
        progress = GateProgress()
    }

    /// Goes on with what an earlier command left.
    mutating func takeUp(_ taken: GateTakenUp) throws(CommandTrouble) {
        identity.skip(to: taken.lastVisit)
        do throws(GateRefusal) {
            for run in taken.runs { try judge.restore(run.task) }
            for run in taken.runs {
                let context = run.context(on: bench, unit: unit, request.stage)
                guard let summary = run.summary,
                    let attempt = GateEvidence.attempt(
                        run.task, summary, in: run.folder, of: request.folder, context: context)
                else {
                    try judge.lose(run.task.ordinal)
                    continue
                }
                attempts.append(attempt)
                summaries[run.task.ordinal] = summary
                tally.count(summary)
                try judge.receive(attempt)
            }
        } catch {
            throw CommandTrouble(
                what: "the gate in \(request.folder) cannot be gone on with: \(error)",
                remedy: "Begin a new one in another folder")
        }
        for note in taken.notes {
            switch note {
            case .identity(let one):
                try tell(one, recording: false)
                last.take(taken.told(one), of: one.isBaseline ? .baseline : .candidate)
            case .fault(let what): judge.receive(evidenceFault: what)
            case .aborted: judge.abort()
            }
        }
        for visit in taken.visits where !visit.when.isEmpty {
            identity.see(visit.identities)
            defer { last.take(visit.identities, of: visit.side) }
            try tell(
                GateIdentity.note(
                    visit.identities, after: last, flashed: visit.isFlashed ? flashed(visit.side) : nil,
                    isWritten: request.isWritten,
                    of: firmware(of: visit.side).candidate, visit.side, by: request.plan.marks, when: visit.when,
                    afterOrdinal: visit.afterOrdinal, visit: visit.number), recording: true)
        }
        cycle = (taken.runs.compactMap(\.powerCycle).max() ?? 0) + 1
    }

    /// Tells the judge what was found of the firmware that runs.
    private mutating func tell(_ note: GateNote.Identity, recording: Bool) throws(CommandTrouble) {
        if recording { try record.note(.identity(note)) }
        identity.take(note)
        level = IdentityLevel(rawValue: note.level) ?? .unknown
        judge.receive(
            identity: level, of: note.isBaseline ? .baseline : .candidate,
            afterOrdinal: note.afterOrdinal)
    }

    /// Something went wrong with the evidence: the judge and the record are told, and the gate does not pass any more.
    mutating func fault(_ what: String) {
        judge.receive(evidenceFault: what)
        do throws(CommandTrouble) { try record.note(.fault(what)) } catch { troubles.append(error) }
    }

    /// Something went wrong beside the runs.
    mutating func note(_ trouble: CommandTrouble) { troubles.append(trouble) }

    /// Plays until the judge has enough, a person asks for the end, or nothing can be shown any more.
    ///
    /// Where the firmware cannot be written the rig is wrong: nothing more is played, and the gate says so.
    mutating func play() throws(CommandTrouble) {
        do throws(CommandTrouble) { try playOn() } catch {
            guard let trouble = flashTrouble else { throw error }
            troubles.append(trouble)
            fault(trouble.what)
            try drain()
            progress.clear()
        }
    }

    private mutating func playOn() throws(CommandTrouble) {
        while true {
            if Interruption.isRequested, !wasAborted {
                wasAborted = true
                judge.abort()
            }
            // What is under way may decide: nothing is chosen before a worker waits for it.
            while !pool.hasRoom, let outcome = pool.take() { try settle(outcome) }
            switch judge.next() {
            case .play(let task): try play(task)
            case .wait: if let outcome = pool.take() { try settle(outcome) }
            case .readIdentity(let side):
                try drain()
                // Nobody waits for a reading after a person's signal: what was played since the last one is no trial.
                guard !Interruption.isRequested else { return }
                try readIdentity(of: side)
            case .ended:
                try drain()
                return progress.clear()
            }
        }
    }

    private mutating func drain() throws(CommandTrouble) {
        while let outcome = pool.take() { try settle(outcome) }
    }

    private func firmware(of side: GateSide) -> GateFirmware {
        side == .baseline ? request.baseline ?? request.candidate : request.candidate
    }

    // MARK: Runs

    private mutating func play(_ task: GateTask) throws(CommandTrouble) {
        do throws(CommandTrouble) {
            if task.side != side || task.beginsPowerCycle {
                try drain()
                if task.side != side { try change(to: task.side) }
                if task.beginsPowerCycle { try switchOffAndOn(task.side) }
            }
            while !pool.hasRoom, let outcome = pool.take() { try settle(outcome) }
        } catch {
            // The record does not have it: it was not started.
            try? judge.takeBack(task.ordinal)
            throw error
        }
        // What was read just now may be the end of all: nothing more is played then.
        guard level != .contradicted else {
            try? judge.takeBack(task.ordinal)
            return
        }
        guard pool.hasRoom else { return leave(task, "no worker is left to play run \(task.ordinal)") }
        let isOwnCycle = request.rig.kind != .hardware
        let context = GateEvidence.Context(
            powerCycle: isOwnCycle ? task.ordinal : cycle, unit: identity.unit ?? unit, bench: bench,
            stage: request.stage, identity: level)
        let firmware = firmware(of: task.side).mark
        let mark = record.mark(
            firmware, identity: level.rawValue, powerCycle: context.powerCycle, unit: context.unit)
        let name = EvidenceFolder.name(of: task.ordinal, of: task.scenario, seed: task.seed)
        guard record.nextOrdinal == task.ordinal else {
            return leave(task, "run \(task.ordinal) would have another place in the record")
        }
        let run = try record.start(task.scenario, seed: task.seed, in: name)
        underWay[task.ordinal] = UnderWay(task: task, run: run, context: context)
        pool.submit(
            RunOrder(
                index: task.ordinal, scenario: task.scenario, seed: task.seed, number: task.ordinal, gate: mark,
                playedBefore: task.ordinal - 1 + identity.visits))
    }

    /// A run cannot be started.
    private mutating func leave(_ task: GateTask, _ why: String) {
        fault(why)
        try? judge.takeBack(task.ordinal)
    }

    /// Runs were played, and what they left is not whole any more: they count as lost.
    mutating func withdraw(_ lost: [GateEvidenceCheck.Lost]) {
        guard !lost.isEmpty else { return }
        for one in lost.prefix(Self.mostTold) {
            fault("run \(one.ordinal) has no whole evidence any more: \(one.what)")
        }
        if lost.count > Self.mostTold {
            fault("\(lost.count - Self.mostTold) more runs have no whole evidence any more")
        }
        for one in lost { try? judge.withdraw(one.ordinal) }
        let ordinals = Set(lost.map(\.ordinal))
        attempts.removeAll { ordinals.contains($0.ordinal) }
    }

    private static let mostTold = 20

    private mutating func lose(_ task: GateTask, _ why: String) {
        fault(why)
        try? judge.lose(task.ordinal)
    }

    private mutating func settle(_ outcome: RunPool.Outcome) throws(CommandTrouble) {
        switch outcome {
        case .lost(let order, let why):
            troubles.append(why)
            guard let known = underWay.removeValue(forKey: order.index) else { return }
            lose(known.task, "run \(order.index) did not end: \(why.what)")
        case .played(let played):
            guard let known = underWay.removeValue(forKey: played.index) else { return }
            if let trouble = played.trouble {
                troubles.append(trouble)
                fault("the evidence of run \(played.index) could not be kept: \(trouble.what)")
            }
            try record.end(known.run, played.summary.verdict.kind)
            tally.count(played.summary, evidence: played.files, hadRigFault: played.hadRigFault)
            guard
                let attempt = GateEvidence.attempt(
                    known.task, played.summary, in: known.run.folder, of: request.folder, context: known.context)
            else { return lose(known.task, "run \(played.index) left no evidence") }
            attempts.append(attempt)
            summaries[known.task.ordinal] = played.summary
            do throws(GateRefusal) { try judge.receive(attempt) } catch { fault("\(error)") }
            progress.show(tally)
        }
    }

    // MARK: The firmware

    /// Writes the firmware of a side, where the rig can, and reads what runs then.
    private mutating func change(to side: GateSide) throws(CommandTrouble) {
        guard self.side != nil || request.flash != nil else {
            // Nobody writes anything: it is what it is, and has been read.
            self.side = side
            return
        }
        // What ran until now is read once more: behind the writing nobody could tell.
        if let before = self.side, record.nextOrdinal - 1 > lastReading { try readIdentity(of: before) }
        try write(side)
        try readIdentity(of: side)
    }

    private mutating func write(_ side: GateSide) throws(CommandTrouble) {
        guard let flash = request.flash else {
            throw CommandTrouble(
                what: "nothing writes the baseline into the accessory", remedy: "Give the command with --flash")
        }
        self.side = nil
        do throws(CommandTrouble) {
            let copy = copies[side]
            try copy?.check("before it was written")
            try flash.write(copy?.path ?? firmware(of: side).path)
            try copy?.check("while it was written")
        } catch {
            flashTrouble = error
            throw error
        }
        self.side = side
        cycle += 1
    }

    /// What the rig knows by itself: it wrote the file, or made an accessory that has no firmware of its own.
    private func flashed(_ side: GateSide) -> IdentityReading? {
        guard request.flash != nil || request.rig.kind != .hardware else { return nil }
        return GateIdentity.flashed(firmware(of: side).mark.sha256)
    }

    private mutating func readIdentity(of side: GateSide) throws(CommandTrouble) {
        if request.flash != nil, self.side != side { try write(side) }
        self.side = side
        let afterOrdinal = record.nextOrdinal - 1
        lastReading = afterOrdinal
        var visited: Int?
        var identities: [RunIdentity] = []
        if let scenario = request.identifying {
            let visit = identity.beginVisit()
            let firmware = firmware(of: side).mark
            let order = RunOrder(
                index: -visit, scenario: scenario.name, seed: 1, number: visit, in: GateIdentity.place,
                gate: record.mark(firmware, identity: level.rawValue, powerCycle: cycle, unit: identity.unit),
                reading: request.plan.marks.hashInCharacteristic?.place, console: request.plan.marks.console,
                playedBefore: afterOrdinal + visit - 1)
            if pool.hasRoom {
                pool.submit(order)
                if let told = try told(by: order) { (identities, visited) = (told, visit) }
            }
        }
        identity.see(identities)
        defer { last.take(identities, of: side) }
        try tell(
            GateIdentity.note(
                identities, after: last, flashed: flashed(side), isWritten: request.isWritten,
                of: firmware(of: side).candidate, side, by: request.plan.marks, when: GateMoment.now.date,
                afterOrdinal: afterOrdinal, visit: visited), recording: true)
    }

    /// Waits for the run that reads, and takes what its journal on the disk says; nil where it left none.
    private mutating func told(by order: RunOrder) throws(CommandTrouble) -> [RunIdentity]? {
        switch pool.take() {
        case .played(let played)?:
            if let trouble = played.trouble {
                troubles.append(trouble)
                fault("the evidence of a reading could not be kept: \(trouble.what)")
                return nil
            }
            if played.summary.verdict != .passed, let reason = played.summary.reason {
                Doubt.tell("which firmware runs could not be read: \(reason)")
            }
            let name = EvidenceFolder.name(of: order.number, of: order.scenario, seed: order.seed)
            return try ToldIdentities.all(
                inJournal: "\(request.folder)/\(GateIdentity.place)/\(name)/journal.jsonl")
        case .lost(_, let why)?:
            troubles.append(why)
            return nil
        case nil: return nil
        }
    }

    /// Ends a stretch of runs by a reading, switches, and begins the next one by another.
    private mutating func switchOffAndOn(_ side: GateSide) throws(CommandTrouble) {
        guard let scenario = PowerCycling.scenario(on: request.rig) else {
            // Each run on a simulated bench boots an accessory of its own; a bench without a switch stays in one cycle.
            return
        }
        try readIdentity(of: side)
        guard pool.hasRoom else { return }
        pool.submit(
            RunOrder(
                index: 0, scenario: scenario.name, seed: UInt64(cycle), number: cycle, in: "power",
                gate: record.mark(firmware(of: side).mark, identity: level.rawValue, powerCycle: cycle)))
        if case .played(let played)? = pool.take(), played.summary.verdict == .passed {
            cycle += 1
        } else {
            Doubt.tell("the accessory was not switched off and on before run \(record.nextOrdinal)")
        }
        try readIdentity(of: side)
    }
}

extension GateRequest {
    /// What a run on this rig can prove.
    var stage: GateStage {
        switch rig.kind {
        case .simulated: .simulated
        case .virtual: .virtual
        case .hardware: .hardware
        }
    }

    /// What the unit is called where it tells no serial number: by the port of the rig's first accessory.
    var unit: String { rig.parts.first { $0.role == rig.accessories.first?.name.rawValue }?.port ?? "unknown" }
}
