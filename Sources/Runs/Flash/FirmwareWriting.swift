import Benches
public import Evidence
public import Ground
import Journal
import OpenSSL
public import RigKit
public import ScenarioKit

/// The firmware that a `trammel run` command writes before its first run.
public struct FirmwareWriting {
    private let firmware: GateFirmware
    private let flash: FlashCommand

    public init(_ firmware: GateFirmware, by flash: FlashCommand) { (self.firmware, self.flash) = (firmware, flash) }

    /// Writes and verifies the file, waits until all devices are back, and returns the note for each run. Throws if
    /// nothing proves that the accessory has this firmware.
    public func write(on rig: Rig, for scenarios: [Scenario], in folder: String?) throws(CommandError) -> Finding {
        let window = FlashWindow(on: rig, for: scenarios)
        let path = Files.absolute(firmware.path) ?? firmware.path
        try check(path)
        let problem = try flash.write(path, log: FlashLog(in: folder))
        try check(path)
        let boot = BootWitness.listen(on: rig, for: scenarios)
        try flash.awaitReturn(in: window)
        let recovered = problem.map { "; only the second attempt succeeded: \($0)" } ?? ""
        return Finding(
            "bench.note", .note,
            "the firmware \(firmware.mark.name.shown(60)) (SHA-256 \(firmware.mark.sha256.hex)) was written and "
                + "verified before the first run; \(boot.words)\(recovered)")
    }

    /// The tool must find the bytes whose hash the runs state, before and after it has read them.
    private func check(_ path: String) throws(CommandError) {
        guard Files.size(of: path) != nil, (try? Files.hash(of: path)) == firmware.mark.sha256 else {
            throw CommandError(
                what: "the firmware \(path.escapedForDisplay) was changed before it was written, or meanwhile",
                remedy: "See to it that nothing changes the file, and begin again")
        }
    }
}

extension BootWitness {
    fileprivate var words: String {
        switch self {
        case .witnessed(let name, let line, let delay):
            "\(name) started \(delay) later: \"\(line.escapedForDisplay)\""
        case .silent: "no console showed a start within \(Self.limit), so it is not witnessed that the firmware started"
        case .noConsole: "no accessory has a console, so it is not witnessed that the firmware started"
        }
    }
}
