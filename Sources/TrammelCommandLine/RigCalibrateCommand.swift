import ArgumentParser
import Evidence
import Ground
import Reports
import RigKit
import Runs

/// Measures a rig's reference and keeps the result.
struct RigCalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measure the rig's reference, and keep the kit's bias and spread.",
        usage: "trammel rig calibrate [<options>]",
        discussion: """
            Measures the accessory that the rig declares as its reference 50 times, at its known distance. On \
            hardware the result is kept, and 'doctor' shows it with its date. It corrects nothing: a kit with a large \
            bias should be replaced or mended.

              trammel rig calibrate --rig door.json

            Exit status: 0 measured, 3 the reference was not measured, 64 usage, 75 another command has the bench.
            """)

    @OptionGroup var bench: BenchOptions

    @OptionGroup var locking: LockOptions

    func run() throws {
        let rig = try bench.soundRig()
        guard rig.kind != .virtual, rig.uwb != .none else {
            throw ValidationError("The rig \(rig.name) has no UWB kit that can be calibrated.")
        }
        let lock = try locking.lock(rig)
        defer { withExtendedLifetime(lock) {} }
        do throws(CommandError) {
            let calibration = try KitCalibration.measured(on: rig, warn: Warning.tell)
            for line in Paragraph.lines("\(rig.uwb): ", calibration.words, indent: 2) {
                StandardOutput.shared.write(line + "\n")
            }
            if rig.kind == .hardware, let file = KitCalibration.usualFile { try calibration.keep(in: file) }
        } catch {
            try CommandStatus.nothingShown.worsened(by: error).leave()
        }
    }
}
