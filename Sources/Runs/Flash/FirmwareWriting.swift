import Benches
import Engine
public import Evidence
import FirmwareIdentity
public import Ground
import Journal
import OpenSSL
public import RigKit
public import ScenarioKit
import Wording

/// The firmware that a `trammel run` command writes before its first run.
public struct FirmwareWriting {
    private let firmware: GateFirmware
    private let flash: FlashCommand
    /// The scenario that reads the running firmware's identity; nil if there is none.
    private let identifying: Scenario?

    public init(_ firmware: GateFirmware, by flash: FlashCommand, identifying: Scenario?) {
        (self.firmware, self.flash, self.identifying) = (firmware, flash, identifying)
    }

    /// Writes the file, waits until all devices are back, and returns the note for each run. Throws if it is not
    /// certain that the file was written, or if the accessory then reports other firmware.
    public func write(
        on rig: Rig, for scenarios: [Scenario], _ facts: BenchFacts, in folder: String?
    ) throws(CommandError) -> Finding {
        let window = FlashWindow(on: rig, for: scenarios)
        let path = Files.absolute(firmware.path) ?? firmware.path
        try check(path)
        let problem = try flash.write(path, log: FlashLog(in: folder))
        try check(path)
        let boot = BootWitness(listeningOn: rig, for: scenarios)
        try flash.awaitReturn(in: window)
        let identity = try identity(on: rig, facts, printed: boot.readings)
        let recovered = problem.map { "; only the second attempt succeeded: \($0)" } ?? ""
        return Finding(
            "bench.note", .note,
            "the firmware \(firmware.mark.name.shown(60)) (SHA-256 \(firmware.mark.sha256.hex)) was written before the "
                + "first run, \(flash.proof); \(boot.start.words); \(identity)\(recovered)")
    }

    /// Checks that the file still has the bytes whose hash the runs state.
    private func check(_ path: String) throws(CommandError) {
        guard Files.size(of: path) != nil, (try? Files.hash(of: path)) == firmware.mark.sha256 else {
            throw CommandError(
                what: "the firmware \(path.escapedForDisplay) was changed before or while it was written",
                remedy: "See to it that nothing changes the file, and begin again")
        }
    }

    /// Reads the identity of the running firmware, which its console may have printed, and returns its level in words;
    /// throws if it is another one.
    ///
    /// An accessory that cannot be connected to, or reports nothing, is for the scenarios to judge.
    private func identity(
        on rig: Rig, _ facts: BenchFacts, printed: [IdentityReading]
    ) throws(CommandError) -> String {
        let recorder = JournalRecorder()
        if let identifying, ScenarioRun.reasonToSkip(identifying, on: rig) == nil {
            _ = BenchRun(scenario: identifying, rig: rig, seed: 1, facts: facts)
                .play(recorder: recorder, warn: Warning.tell)
        }
        let readings = recorder.entries.identities().flatMap(\.readings) + printed
        let judged = IdentityJudgement(of: firmware.candidate, by: readings)
        guard judged.level != .contradicted else {
            let reasons = judged.reasons.filter(\.contradicts).map(\.sentence).joined(separator: "; ")
            throw CommandError(
                what: "the accessory does not run the firmware that was written: \(reasons)",
                remedy: "See whether the command writes to another board, slot or address")
        }
        return "the identity of the running firmware is \(judged.level.rawValue)"
    }
}

extension FlashCommand {
    /// The evidence that the file was written, in words.
    fileprivate var proof: String {
        switch (verify, mustPrint.isEmpty) {
        case (_?, _): "and a second command verified it"
        case (nil, false): "and the command printed that it was"
        case (nil, true): "with nothing but the command's exit status to show it"
        }
    }
}

extension BootWitness.Start {
    fileprivate var words: String {
        switch self {
        case .witnessed(let name, let line, let delay):
            "\(name) started \(delay) later: \"\(line.escapedForDisplay)\""
        case .silent:
            "no console showed a start within \(BootWitness.limit), so it is not witnessed that the firmware started"
        case .noConsole: "no accessory has a console, so it is not witnessed that the firmware started"
        }
    }
}
