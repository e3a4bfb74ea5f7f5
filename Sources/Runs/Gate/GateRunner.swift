import Benches
import Evidence
import FirmwareIdentity
import Gate
import GateKit
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit
import ScenarioKit

/// A gate in progress: carries out the judge's moves and reports the results to it.
struct GateRunner {
    let request: GateRequest
    var judge: GateJudge
    let record: GateRecord
    private let pool: RunPool
    private let bench: String
    /// The unit's name if it reports no serial number; computed once, because the rig does not change.
    private let unit: String
    let evidence: EvidenceFolder
    private(set) var firmware: InstalledFirmware
    private(set) var results = GateResults()
    /// Whether a person ended the gate.
    private(set) var wasAborted = false
    /// A run in progress.
    private struct UnderWay {
        let task: GateTask
        let run: GateRun
        let context: GateContext
    }

    private var underWay: [Int: UnderWay] = [:]
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
        firmware = InstalledFirmware(copies: copies)
        progress = GateProgress(fewest: judge.fewestRuns)
    }

    /// Resumes from the state that an earlier command left.
    mutating func takeUp(_ taken: ResumedGate) throws(CommandError) {
        firmware.skip(to: taken.lastVisit)
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
                results.take(attempt, summary)
                results.count(summary)
                try judge.receive(attempt)
            }
        } catch {
            throw CommandError(
                what: "the gate in \(request.folder) cannot be resumed: \(error)",
                remedy: "Begin a new one in another folder")
        }
        for note in taken.notes {
            switch note {
            case .identity(let one):
                try tell(one, recording: false)
                firmware.keep(taken.told(one), of: one.isBaseline ? .baseline : .candidate)
            case .fault(let what): judge.receive(evidenceFault: what)
            case .aborted: judge.abort()
            }
        }
        for visit in taken.visits where !visit.when.isEmpty {
            firmware.see(visit.identities)
            defer { firmware.keep(visit.identities, of: visit.side) }
            try tell(
                GateIdentity.note(
                    visit.identities, after: firmware.last, flashed: visit.isFlashed ? flashed(visit.side) : nil,
                    isWritten: request.isWritten,
                    of: file(of: visit.side).candidate, visit.side, by: request.plan.marks, when: visit.when,
                    afterOrdinal: visit.afterOrdinal, visit: visit.number), recording: true)
        }
        firmware.resume(after: taken.runs.compactMap(\.powerCycle).max() ?? 0)
    }

    /// Reports an identity reading to the judge.
    private mutating func tell(_ note: GateNote.Identity, recording: Bool) throws(CommandError) {
        if recording { try record.note(.identity(note)) }
        firmware.take(note)
        judge.receive(
            identity: firmware.level, of: note.isBaseline ? .baseline : .candidate,
            afterOrdinal: note.afterOrdinal)
    }

    /// Reports a fault of the evidence to the judge and the record, after which the gate can no longer pass.
    mutating func fault(_ what: String) {
        judge.receive(evidenceFault: what)
        do throws(CommandError) { try record.note(.fault(what)) } catch { results.note(error) }
    }

    /// Records an error outside the runs.
    mutating func note(_ error: CommandError) { results.note(error) }

    /// Plays until the judge has enough, a person ends the gate, or nothing more can be shown.
    ///
    /// If the firmware cannot be written, the rig is at fault: nothing more is played, and the gate reports it.
    mutating func play() throws(CommandError) {
        do throws(CommandError) { try playOn() } catch {
            // A person ended the command that writes the firmware; nothing is wrong with the rig.
            if Interruption.isRequested {
                try drain()
                return endInterrupted()
            }
            guard let writeError = firmware.writeError else { throw error }
            results.note(writeError)
            fault(writeError.what)
            try drain()
            progress.clear()
        }
    }

    private mutating func playOn() throws(CommandError) {
        while true {
            if Interruption.isRequested, !wasAborted {
                wasAborted = true
                judge.abort()
            }
            // A run in progress may decide the gate, so the next move is chosen only when a worker is free.
            while !pool.hasRoom, let outcome = pool.take() { try settle(outcome) }
            switch judge.next() {
            case .play(let task): try play(task)
            case .wait: if let outcome = pool.take() { try settle(outcome) }
            case .readIdentity(let side):
                try drain()
                if Interruption.isRequested, !canStillRead { return endInterrupted() }
                try readIdentity(of: side)
            case .ended:
                try drain()
                return wasAborted ? endInterrupted() : progress.clear()
            }
        }
    }

    /// Whether the firmware can be read after a signal. A virtual machine has stopped by then.
    private var canStillRead: Bool { request.rig.kind != .virtual && record.nextOrdinal > 1 }

    private mutating func endInterrupted() {
        if !wasAborted {
            wasAborted = true
            judge.abort()
        }
        progress.clear()
        let runs = counted(results.tally.summaries.count, "run")
        let text =
            "interrupted by \(Interruption.source) after \(runs): those up to the last reading of the firmware count; "
            + "the gate is over, and a new one needs another folder"
        for line in Paragraph.lines("", text, indent: 2) { StandardOutput.shared.write(line + "\n") }
    }

    private mutating func drain() throws(CommandError) {
        while let outcome = pool.take() { try settle(outcome) }
    }

    private func file(of side: GateSide) -> GateFirmware {
        side == .baseline ? request.baseline ?? request.candidate : request.candidate
    }

    // MARK: Runs

    private mutating func play(_ task: GateTask) throws(CommandError) {
        do throws(CommandError) {
            if task.side != firmware.side || task.beginsPowerCycle {
                try drain()
                if task.side != firmware.side { try change(to: task.side) }
                if task.beginsPowerCycle { try switchOffAndOn(task.side) }
            }
            while !pool.hasRoom, let outcome = pool.take() { try settle(outcome) }
        } catch {
            // The record does not contain the run, so it was not started.
            try? judge.takeBack(task.ordinal)
            throw error
        }
        // The latest reading may rule out everything further.
        guard firmware.level != .contradicted else {
            try? judge.takeBack(task.ordinal)
            return
        }
        guard pool.hasRoom else { return leave(task, "no worker is left to play run \(task.ordinal)") }
        let isOwnCycle = request.rig.kind != .hardware
        let context = GateContext(
            powerCycle: isOwnCycle ? task.ordinal : firmware.cycle, unit: firmware.identity.unit ?? unit,
            bench: bench, stage: request.stage, identity: firmware.level)
        let mark = record.mark(
            file(of: task.side).mark, identity: firmware.level.rawValue, powerCycle: context.powerCycle,
            unit: context.unit)
        let name = EvidenceFolder.name(of: task.ordinal, of: task.scenario, seed: task.seed)
        guard record.nextOrdinal == task.ordinal else {
            return leave(task, "run \(task.ordinal) would have another place in the record")
        }
        let run = try record.start(task.scenario, seed: task.seed, in: name)
        underWay[task.ordinal] = UnderWay(task: task, run: run, context: context)
        pool.submit(
            RunOrder(
                index: task.ordinal, scenario: task.scenario, seed: task.seed, number: task.ordinal, gate: mark,
                playedBefore: task.ordinal - 1 + firmware.identity.visits))
    }

    /// Handles a run that cannot be started.
    private mutating func leave(_ task: GateTask, _ why: String) {
        fault(why)
        try? judge.takeBack(task.ordinal)
    }

    /// Withdraws runs whose evidence is no longer complete; they count as lost.
    mutating func withdraw(_ lost: [GateEvidenceCheck.Lost]) {
        guard !lost.isEmpty else { return }
        for one in lost.prefix(Self.mostTold) {
            fault("run \(one.ordinal) no longer has complete evidence: \(one.what)")
        }
        if lost.count > Self.mostTold {
            fault("\(lost.count - Self.mostTold) more runs no longer have complete evidence")
        }
        for one in lost { try? judge.withdraw(one.ordinal) }
        results.withdraw(Set(lost.map(\.ordinal)))
    }

    private static let mostTold = 20

    private mutating func lose(_ task: GateTask, _ why: String) {
        fault(why)
        try? judge.lose(task.ordinal)
    }

    private mutating func settle(_ outcome: RunPool.Outcome) throws(CommandError) {
        switch outcome {
        case .lost(let order, let why):
            results.note(why)
            guard let known = underWay.removeValue(forKey: order.index) else { return }
            lose(known.task, "run \(order.index) did not end: \(why.what)")
        case .played(let played):
            guard let known = underWay.removeValue(forKey: played.index) else { return }
            if let trouble = played.trouble {
                results.note(trouble)
                fault("the evidence of run \(played.index) could not be kept: \(trouble.what)")
            }
            try record.end(known.run, played.summary.verdict.kind)
            results.count(played)
            guard
                let attempt = GateEvidence.attempt(
                    known.task, played.summary, in: known.run.folder, of: request.folder, context: known.context)
            else { return lose(known.task, "run \(played.index) left no evidence") }
            results.take(attempt, played.summary)
            do throws(GateRefusal) { try judge.receive(attempt) } catch { fault("\(error)") }
            progress.show(results.tally)
        }
    }

    // MARK: The firmware

    /// Writes the firmware of a side, if the rig can, and reads its identity.
    private mutating func change(to side: GateSide) throws(CommandError) {
        // If the rig writes no firmware, the present one has been read.
        guard firmware.side != nil || request.flash != nil else { return firmware.assume(side) }
        // The previous firmware is read a last time, which is impossible after the write.
        if let before = firmware.side, record.nextOrdinal - 1 > firmware.lastReading { try readIdentity(of: before) }
        try write(side)
        try readIdentity(of: side)
    }

    private mutating func write(_ side: GateSide) throws(CommandError) {
        guard let flash = request.flash else {
            throw CommandError(
                what: "nothing writes the baseline into the accessory", remedy: "Give the command with --flash")
        }
        let file = file(of: side)
        try firmware.write(side) { copy throws(CommandError) in
            let window = FlashWindow(on: request.rig, for: request.scenarios)
            try flash.write(copy?.path ?? file.path, log: FlashLog(in: request.folder))
            try copy?.check("while it was written")
            try flash.awaitReturn(in: window)
        }
    }

    /// Returns the rig's own knowledge: it wrote the file, or made an accessory that has no firmware.
    private func flashed(_ side: GateSide) -> IdentityReading? {
        guard request.flash != nil || request.rig.kind != .hardware else { return nil }
        return GateIdentity.flashed(file(of: side).mark.sha256)
    }

    /// Reads the running firmware. A signal waits for the reading: without it, the runs since the previous one would
    /// not count.
    private mutating func readIdentity(of side: GateSide) throws(CommandError) {
        if request.flash != nil, firmware.side != side { try write(side) }
        try Interruption.deferring { () throws(CommandError) in try readNow(side) }
    }

    private mutating func readNow(_ side: GateSide) throws(CommandError) {
        let afterOrdinal = record.nextOrdinal - 1
        firmware.beginReading(of: side, afterOrdinal: afterOrdinal)
        var visited: Int?
        var identities: [RunIdentity] = []
        if let scenario = request.identifying {
            let visit = firmware.beginVisit()
            let order = RunOrder(
                index: -visit, scenario: scenario.name, seed: 1, number: visit, in: GateIdentity.place,
                gate: record.mark(
                    file(of: side).mark, identity: firmware.level.rawValue, powerCycle: firmware.cycle,
                    unit: firmware.identity.unit),
                reading: request.plan.marks.hashInCharacteristic?.place, console: request.plan.marks.console,
                playedBefore: afterOrdinal + visit - 1)
            if pool.hasRoom {
                pool.submit(order)
                if let told = try told(by: order) { (identities, visited) = (told, visit) }
            }
        }
        firmware.see(identities)
        defer { firmware.keep(identities, of: side) }
        try tell(
            GateIdentity.note(
                identities, after: firmware.last, flashed: flashed(side), isWritten: request.isWritten,
                of: file(of: side).candidate, side, by: request.plan.marks, when: GateMoment.now.date,
                afterOrdinal: afterOrdinal, visit: visited), recording: true)
    }

    /// Waits for the identity run and reads its journal on disk; returns nil if it left none.
    private mutating func told(by order: RunOrder) throws(CommandError) -> [RunIdentity]? {
        switch pool.take() {
        case .played(let played)?:
            if let trouble = played.trouble {
                results.note(trouble)
                fault("the evidence of a reading could not be kept: \(trouble.what)")
                return nil
            }
            if played.summary.verdict != .passed, let reason = played.summary.reason {
                Warning.tell("which firmware runs could not be read: \(reason)")
            }
            let name = EvidenceFolder.name(of: order.number, of: order.scenario, seed: order.seed)
            return try ToldIdentities.all(
                inJournal: "\(request.folder)/\(GateIdentity.place)/\(name)/journal.jsonl")
        case .lost(_, let why)?:
            results.note(why)
            return nil
        case nil: return nil
        }
    }

    /// Ends a stretch of runs with a reading, power-cycles, and begins the next stretch with another reading.
    private mutating func switchOffAndOn(_ side: GateSide) throws(CommandError) {
        guard let scenario = PowerCycling.scenario(on: request.rig) else {
            // Each run on a simulated bench boots a new accessory; a bench without a switch stays in one cycle.
            return
        }
        try readIdentity(of: side)
        guard pool.hasRoom else { return }
        pool.submit(
            RunOrder(
                index: 0, scenario: scenario.name, seed: UInt64(firmware.cycle), number: firmware.cycle,
                in: "power",
                gate: record.mark(
                    file(of: side).mark, identity: firmware.level.rawValue, powerCycle: firmware.cycle)))
        if case .played(let played)? = pool.take(), played.summary.verdict == .passed {
            firmware.beginCycle()
        } else {
            Warning.tell("the accessory was not switched off and on before run \(record.nextOrdinal)")
        }
        try readIdentity(of: side)
    }
}

extension GateRequest {
    /// The kind of bench, which limits what a run can prove.
    var stage: GateStage {
        switch rig.kind {
        case .simulated: .simulated
        case .virtual: .virtual
        case .hardware: .hardware
        }
    }

    /// The unit's name if it reports no serial number: the port of the rig's first accessory.
    var unit: String { rig.parts.first { $0.role == rig.accessories.first?.name.rawValue }?.port ?? "unknown" }
}
