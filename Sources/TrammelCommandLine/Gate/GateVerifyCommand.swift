import ArgumentParser
import Attestation
import Evidence
import GateKit
import GateRecords
import Gating
import Ground
import Reports
import Terminal

/// Verifies a gate's evidence offline.
struct GateVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that all that a gate left is whole, offline.",
        discussion: """
            Prints which firmware, plan and bench the gate was about, and when it ran. A folder does not know its own \
            name: --firmware and --plan compare it with the firmware and the plan that it should be about.

            Compares the record, line by line, with every run's folder: manifests, journals, verdicts, the plan, the \
            gate's document and the statements. What is not as the gate left it is named with its file and its line or \
            byte. Then the plan is applied to the runs once more: what gate.json says otherwise, a count, a decision \
            or the result, is named with both values.

            On the bench that played the gate, what that remembers of the record is compared too: else nobody can \
            tell whether lines at its end were taken out, which is said.

            It finds what was changed by somebody who did not change everything. A folder that was made anew as a \
            whole shows by its signature alone: name the key with --key. Nothing stops the owner of a bench from lying.

            Exit status: 0 all is whole and the gate passed, 1 all is whole and the gate failed, 3 something is not \
            whole, the gate is about another firmware or plan, or it ended in an error, 4 the gate came to nothing or \
            did not end, or its statements are signed and no key was named, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The folder that a gate left its results in.", valueName: "folder"))
    var folder: String

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "A public Ed25519 key, as PEM or 32 bytes; of several, one must have signed.", valueName: "public"))
    var keys: [String] = []

    @Option(help: ArgumentHelp("The firmware that the gate must be about.", valueName: "file"))
    var firmware: String?

    @Option(
        help: ArgumentHelp("The plan that the gate must have played, by its name or as a JSON file.", valueName: "plan")
    )
    var plan: String?

    @Option(help: ArgumentHelp("The known failures that the plan must have been given.", valueName: "file"))
    var quarantine: String?

    func validate() throws {
        if quarantine != nil, plan == nil { throw ValidationError("--quarantine needs --plan, to which it belongs.") }
    }

    func run() throws {
        let plan = try plan.map { try GateRunCommand.plan($0, quarantine: quarantine).plan }
        let status: CommandStatus
        do throws(CommandTrouble) {
            status = try verify(plan)
        } catch {
            status = CommandStatus.passed.worsened(by: error)
        }
        try status.leave()
    }

    private func verify(_ plan: GatePlan?) throws(CommandTrouble) -> CommandStatus {
        var known: [VerifyingKey] = []
        for path in keys { known.append(try KeyFile.verifyingKey(path)) }
        let folder = folder
        let expectation = GateExpectation(
            firmware: try firmware.map { path throws(CommandTrouble) in try GateFirmware(path) }, plan: plan)
        let verification = try GateVerification(
            folder, keys: known, memory: BenchLease.usualFolder,
            recount: { document, record in
                let recount = GateRecount(of: document, in: folder, record)
                return (recount.problems, recount.remarks, recount.isStricter)
            }, expected: { expectation.problems(of: $0, in: folder) })
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
        func line(_ file: GateMark.Firmware, _ title: String) -> String {
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
            let count = counted(verification.problems.count, "thing is", "things are")
            return ["not whole: \(count) not as the gate left it; \(runs), and \(told)"] + lines
        }
        guard verification.unexpected.isEmpty else {
            return ["whole, and not the gate that was asked for: \(runs), and \(told)"] + lines
        }
        let signed = verification.isSigned == true ? ", signed by a key that was named" : ""
        return ["whole: \(runs), and \(told)\(signed)"] + lines
    }
}
