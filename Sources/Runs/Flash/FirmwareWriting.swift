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
        let identity = try identity(on: rig, for: scenarios, facts, printed: boot.readings)
        let recovered = problem.map { "; only the second attempt succeeded: \($0)" } ?? ""
        // Nothing but the command's word is no evidence, so it must not go unnoticed.
        return Finding(
            "bench.note", identity == .unknown && flash.isUnproven ? .warning : .note,
            "the firmware \(firmware.mark.name.shown(60)) (SHA-256 \(firmware.mark.sha256.hex)) was written before the "
                + "first run, \(flash.proof); \(boot.start.words); the identity "
                + "of the running firmware is \(identity.rawValue)\(recovered)")
    }

    /// Checks that the file still has the bytes whose hash the runs state.
    private func check(_ path: String) throws(CommandError) {
        guard Files.size(of: path) != nil, (try? Files.hash(of: path)) == firmware.mark.sha256 else {
            throw CommandError(
                what: "the firmware \(path.escapedForDisplay) was changed before or while it was written",
                remedy: "See to it that nothing changes the file, and begin again")
        }
    }

    /// Reads the identity of the running firmware, which consoles may have printed, and returns the lowest level of an
    /// accessory; throws if one runs other firmware.
    ///
    /// An accessory that cannot be connected to, or reports nothing, is for the scenarios to judge.
    private func identity(
        on rig: Rig, for scenarios: [Scenario], _ facts: BenchFacts, printed: [AccessoryName: [IdentityReading]]
    ) throws(CommandError) -> IdentityLevel {
        var readings = printed
        let needs = Set(scenarios.flatMap(\.needs))
        let isNeeded = identifying?.needs.allSatisfy { need in
            if case .accessory = need { needs.contains(need) } else { true }
        }
        if let identifying, isNeeded == true, ScenarioRun.reasonToSkip(identifying, on: rig) == nil {
            let recorder = JournalRecorder()
            _ = BenchRun(scenario: identifying, rig: rig, seed: 1, facts: facts)
                .play(recorder: recorder, warn: Warning.tell)
            for one in recorder.entries.identities() { readings[one.accessory, default: []] += one.readings }
        }
        let judged = readings.mapValues { IdentityJudgement(of: firmware.candidate, by: $0) }
        if let (name, other) = judged.first(where: { $0.value.level == .contradicted }) {
            let reasons = other.reasons.filter(\.contradicts).map(\.sentence).joined(separator: "; ")
            throw CommandError(
                what: "\(name) does not run the firmware that was written: \(reasons)",
                remedy: "See whether the command writes to another board, slot or address")
        }
        return judged.values.map(\.level).min() ?? .unknown
    }
}

extension FlashCommand {
    /// Whether only the exit status shows that the file was written.
    fileprivate var isUnproven: Bool { verify == nil && mustPrint.isEmpty }

    /// The evidence that the file was written, in words.
    fileprivate var proof: String {
        if verify != nil { return "and a second command verified it" }
        return isUnproven
            ? "with nothing but the command's exit status to show it" : "and the command printed that it was"
    }
}

extension BootWitness.Start {
    fileprivate var words: String {
        switch self {
        case .witnessed(let name, let line, let delay):
            "\(name) printed the line of a start \(delay) later: \"\(line.escapedForDisplay)\""
        case .silent(let reason):
            "no console showed a start within \(BootWitness.limit), so nothing shows that the firmware started"
                + (reason.map { " (\($0))" } ?? "")
        case .noConsole: "no accessory has a console, so nothing shows that the firmware started"
        }
    }
}
