import ArgumentParser
import Attestation
import Evidence
import GateRecords
import Gating
import Ground
import Reports
import Terminal

/// Checks offline that nothing of what a gate left was changed since.
struct GateVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that all that a gate left is whole, offline.",
        discussion: """
            Compares the record, line by line, with every run's folder: manifests, journals, verdicts, the plan, the \
            gate's document and the statements. What is not as the gate left it is named with its file and its line or \
            byte. Then the plan is applied to the runs once more: what gate.json says otherwise, a count, a decision \
            or the result, is named with both values.

            On the bench that played the gate, what that remembers of the record is compared too: else nobody can \
            tell whether lines at its end were taken out, which is said.

            It finds what was changed by somebody who did not change everything. A folder that was made anew as a \
            whole shows by its signature alone: name the key with --key. Nothing stops the owner of a bench from lying.

            Exit status: 0 all is whole and the gate passed, 1 all is whole and the gate failed, 3 something is not \
            whole, or the gate ended in an error, 4 the gate came to nothing or did not end, or its statements are \
            signed and no key was named, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The folder that a gate left its results in.", valueName: "folder"))
    var folder: String

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "A public Ed25519 key, as PEM or 32 bytes; of several, one must have signed.", valueName: "public"))
    var keys: [String] = []

    func run() throws {
        let status: CommandStatus
        do throws(CommandTrouble) {
            status = try verify()
        } catch {
            status = CommandStatus.passed.worsened(by: error)
        }
        try status.leave()
    }

    private func verify() throws(CommandTrouble) -> CommandStatus {
        var known: [VerifyingKey] = []
        for path in keys { known.append(try KeyFile.verifyingKey(path)) }
        let folder = folder
        let verification = try GateVerification(folder, keys: known, memory: BenchLease.usualFolder) {
            document, record in
            let recount = GateRecount(of: document, in: folder, record)
            return (recount.problems, recount.remarks, recount.isStricter)
        }
        StandardOutput.shared.write(Self.lines(of: verification).map { $0 + "\n" }.joined())
        return verification.status
    }

    /// So many problems at most are listed.
    private static let mostListed = 200

    private static func lines(of verification: GateVerification) -> [String] {
        let runs = counted(verification.runs, "run")
        var lines = verification.problems.prefix(mostListed).map { "  \($0.description.escapedForDisplay)" }
        let besides = verification.problems.count - lines.count
        if besides > 0 { lines.append("  and \(counted(besides, "more thing", "more things"))") }
        lines += verification.remarks.map { "  note: \($0.escapedForDisplay)" }
        let told = verification.result.map { "the gate's result is \($0)" } ?? "the gate did not end"
        guard verification.problems.isEmpty else {
            let count = counted(verification.problems.count, "thing is", "things are")
            return ["not whole: \(count) not as the gate left it; \(runs), and \(told)"] + lines
        }
        let signed = verification.isSigned == true ? ", signed by a key that was named" : ""
        return ["whole: \(runs), and \(told)\(signed)"] + lines
    }
}
