import Engine
import Journal
public import Simulators

/// The examination of a phone app with every known defect of one, and with a healthy one.
public typealias AppZoo = DefectZoo<AppDefect>

extension DefectZoo where Defect == AppDefect {
    /// Creates a zoo whose only scenario is the course of the examination.
    public init(seed: UInt64, defects: [AppDefect] = []) {
        self.init(["screen --check"], seed: seed, defects: defects) { defect, _ in
            var rehearsal = AppRehearsal(app: defect.map { [$0] } ?? [], seed: seed)
            return switch rehearsal.play() {
            case .passed: (.passed, [])
            case .failed(let failure): (.failed, [failure.code])
            case .nothing: (.skipped, [])
            case .rig: (.error, [])
            }
        }
    }
}
