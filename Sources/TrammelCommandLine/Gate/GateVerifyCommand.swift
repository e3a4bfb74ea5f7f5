import ArgumentParser
import Evidence
import GateKit
import Ground
import Journal
import Reports
import Runs

/// Verifies a gate's evidence offline.
struct GateVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify a gate's evidence offline and recompute its figures.",
        usage: "trammel gate verify <folder> [<options>]",
        discussion: """
            Prints the gate's firmware, plan and bench, and when it ran. A folder does not know its own name: \
            --firmware and --plan compare it with the firmware and plan that it should cover.

            Compares the record, line by line, with every run's folder: manifests, journals, verdicts, the plan, the \
            gate's document and the statements. Every change since the gate is named with its file and its line or \
            byte. Then the plan is applied to the runs again: a count, a decision or a result that gate.json states \
            differently is named with both values.

            On the bench that played the gate, the bench's own memory of the record is compared too. Elsewhere it is \
            unknown whether lines were removed from its end, and a note says so.

            This finds changes by someone who did not change everything. A folder that was forged as a whole can only \
            be recognised by its signature: give the key with --key. Nothing stops the owner of a bench from lying.

              trammel gate verify gate-1.4.2 --firmware door-1.4.2.bin

            Exit status: 0 everything is whole and the gate passed, 1 everything is whole and the gate failed, 3 \
            something is not whole, the gate covers another firmware or plan, or it ended in an error, 4 the gate was \
            inconclusive or did not end, or its statements are signed and no key was given, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The folder with the gate's results.", valueName: "folder"))
    var folder: String

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "A public Ed25519 key, as PEM or 32 bytes; at least one of several must have signed.", valueName: "public"))
    var keys: [String] = []

    @Option(help: ArgumentHelp("The firmware that the gate must cover.", valueName: "file"))
    var firmware: String?

    @Option(
        help: ArgumentHelp("The plan that the gate must have played, by its name or as a JSON file.", valueName: "plan")
    )
    var plan: String?

    @Option(help: ArgumentHelp("The known failures that the gate must have used.", valueName: "file"))
    var quarantine: String?

    func validate() throws {
        if quarantine != nil, plan == nil { throw ValidationError("--quarantine needs --plan.") }
    }

    func run() throws {
        let plan = try plan.map { try GateRunCommand.plan($0, quarantine: quarantine).plan }
        let status: CommandStatus
        do throws(CommandError) {
            status = try verify(plan)
        } catch {
            status = CommandStatus.passed.worsened(by: error)
        }
        try status.leave()
    }

    private func verify(_ plan: GatePlan?) throws(CommandError) -> CommandStatus {
        var known: [VerifyingKey] = []
        for path in keys { known.append(try KeyFile.verifyingKey(path)) }
        let folder = folder
        let expectation = GateExpectation(
            firmware: try firmware.map { path throws(CommandError) in try GateFirmware(path) }, plan: plan)
        let verification = try GateVerification(
            folder, keys: known, memory: BenchLease.usualFolder,
            expected: { expectation.problems(of: $0, in: folder) },
            recount: { document, record in
                let recount = GateRecount(of: document, in: folder, record)
                return (recount.problems, recount.remarks, recount.isStricter)
            })
        let lines = Self.lines(of: verification)
        let told = lines.prefix(1) + Self.subject(of: verification, in: folder) + lines.dropFirst()
        StandardOutput.shared.write(told.map { $0 + "\n" }.joined())
        return verification.status
    }

    /// Returns the firmware, plan and bench that the gate was about, and when it ran.
    private static func subject(of verification: GateVerification, in folder: String) -> [String] {
        let record = verification.record
        let start = record.start
        let plan = GatePlan.played(in: folder)?.name ?? "that cannot be read"
        func line(_ file: GateMembership.Firmware, _ title: String) -> String {
            "  \(title) \(file.name.escapedForDisplay), SHA-256 \(file.sha256.hex)"
        }
        return [line(start.firmware, "firmware")] + (start.baseline.map { [line($0, "baseline")] } ?? []) + [
            "  plan \(plan.escapedForDisplay), SHA-256 \(start.plan.hex)",
            "  bench \(start.bench.name.escapedForDisplay), fingerprint \(start.bench.fingerprint.escapedForDisplay)",
            "  began \(record.began.date), "
                + (verification.hasEnded ? "ended \(record.last.date)" : "last line \(record.last.date)"),
        ]
    }

    /// The maximum number of problems listed.
    private static let mostListed = 200

    private static func lines(of verification: GateVerification) -> [String] {
        let runs = counted(verification.runs, "run")
        var lines = verification.problems.prefix(mostListed).map { "  \($0.description.escapedForDisplay)" }
        lines += verification.unexpected.map { "  \($0.description.escapedForDisplay)" }
        let besides = verification.problems.count - mostListed
        if besides > 0 { lines.append("  and \(counted(besides, "more thing", "more things"))") }
        lines += verification.remarks.map { "  note: \($0.escapedForDisplay)" }
        let told = verification.result.map { "the gate's result is \($0)" } ?? "the gate did not end"
        guard verification.problems.isEmpty else {
            let count = counted(verification.problems.count, "problem")
            return ["not whole: \(count); \(runs), and \(told)"] + lines
        }
        guard verification.unexpected.isEmpty else {
            return ["whole, but not the requested gate: \(runs), and \(told)"] + lines
        }
        let signed = verification.isSigned == true ? ", signed with a given key" : ""
        return ["whole: \(runs), and \(told)\(signed)"] + lines
    }
}
