public import Ground
public import Journal
import Reports

/// An unfinished gate that a later command resumes: exactly its own runs, and no others.
public struct GateResumption {
    /// A run that ended.
    public struct Ended: Hashable, Sendable {
        public let run: GateRun
        public let verdict: VerdictKind
        /// The hash of its manifest; nil if its evidence was not kept.
        public let manifest: ContentHash?
    }

    /// A run that was started and has no end; it counts as left out and keeps its ordinal.
    public struct Lost: Hashable, Sendable {
        public let run: GateRun
        /// The reason, as a sentence without its final full stop.
        public let reason: String
    }

    /// The record, ready to be continued.
    public let record: GateRecord
    /// The notes in the record.
    public let notes: [GateNote]
    /// The runs that ended, sorted by ordinal.
    public let ended: [Ended]
    public let lost: [Lost]

    /// Resumes the gate in a folder.
    ///
    /// Plan, firmware, bench and program must be those with which it began. The record must be complete, except for a
    /// truncated line at its end, and contain every line that the bench remembers. Each run's folder must be
    /// unchanged. A run that came to its verdict before the record said so is included, because it may have failed.
    /// Anything else throws an error that says what is wrong, and nothing is written.
    public init(
        in folder: String, plan: ContentHash, firmware: ContentHash, baseline: ContentHash? = nil,
        terms: GateTerms, lease: BenchLease, clock: @escaping () -> GateMoment = { .now }
    ) throws(CommandError) {
        let reading = try GateFolder.record(in: folder)
        if let problem = reading.problems.first { throw Self.refused(folder, "\(GateRecord.fileName), \(problem)") }
        guard reading.end == nil else {
            let who = reading.notes.contains(.aborted) ? "a person or a signal ended it" : "it ended"
            throw Self.refused(folder, "\(who), and only a killed gate can be resumed")
        }
        for (what, own, given) in [
            ("plan", reading.start.plan.hex, plan.hex), ("firmware", reading.start.firmware.sha256.hex, firmware.hex),
            ("baseline", reading.start.baseline?.sha256.hex ?? "none", baseline?.hex ?? "none"),
            ("bench", reading.start.bench.fingerprint, lease.fingerprint),
            ("version of the program", reading.start.program, Program.name),
        ] where own != given {
            throw Self.refused(
                folder, "it began with another \(what): \(own.shown(64)), and this one is \(given.shown(64))")
        }
        try Self.compare(reading, with: lease, folder)
        if let difference = terms.difference(from: reading.start.terms) {
            throw Self.refused(folder, difference)
        }
        if let doubt = clock().doubt(after: reading.last) { throw Self.refused(folder, "this moment \(doubt)") }
        let check = GateFolder(folder, reading, names: Files.names(in: folder))
        if let problem = check.problems.first { throw Self.refused(folder, "\(problem)") }
        var (ended, lost, ends) = ([Ended](), [Lost](), [(Int, GateRunEnd)]())
        for run in reading.runs {
            let end = run.end ?? check.end(of: run.run)
            if run.end == nil { ends.append((run.run.ordinal, end)) }
            switch end {
            case .ended(let verdict, let manifest, _):
                ended.append(Ended(run: run.run, verdict: verdict, manifest: manifest))
            case .lost(let reason): lost.append(Lost(run: run.run, reason: reason))
            }
        }
        record = try GateRecord(reading, in: folder, lease: lease, clock: clock)
        for (ordinal, end) in ends { try record.end(ordinal, end) }
        (self.ended, self.lost, notes) = (ended, lost, reading.notes)
    }

    /// Throws if the bench remembers more of the record than there is, or nothing: an end or a run may then have been
    /// removed.
    private static func compare(
        _ reading: GateRecordReading, with lease: BenchLease, _ folder: String
    ) throws(CommandError) {
        guard let memory = try lease.memories.memory(of: reading.id) else {
            throw CommandError(
                what: "the gate in \(folder) cannot be resumed: the bench has no memory of it, so it is unknown "
                    + "whether lines were removed from the end of \(GateRecord.fileName)",
                remedy: "Set XDG_STATE_HOME or HOME to what it was when the gate began, or begin a new gate in another "
                    + "folder")
        }
        if let lack = memory.lack(in: reading) {
            throw refused(folder, "line \(lack.line) of \(GateRecord.fileName) \(lack.what)")
        }
    }

    private static func refused(_ folder: String, _ why: String) -> CommandError {
        CommandError(
            what: "the gate in \(folder) cannot be resumed: \(why)", remedy: "Begin a new one in another folder")
    }
}
