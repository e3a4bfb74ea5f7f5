public import GateKit
public import RigKit
import Runs
public import ScenarioKit

/// A program that provides the `trammel` commands for its own scenarios and rigs in addition to the built-in ones.
///
///     @main struct Bench: TrammelMain {
///         static let scenarios = ScenarioGroup.ourDoor.scenarios
///         static let rigs = Rig.ours
///     }
///
/// For a virtual rig the same program also runs inside the virtual machine, so its scenarios are available there too.
public protocol TrammelMain {
    /// The scenarios in addition to the built-in ones, with distinct names.
    static var scenarios: [Scenario] { get }

    /// The rigs in addition to the built-in ones, with distinct names.
    static var rigs: [Rig] { get }

    /// The gate plans in addition to the built-in ones.
    static var plans: [GatePlan] { get }
}

extension TrammelMain {
    public static var scenarios: [Scenario] { [] }

    public static var rigs: [Rig] { [] }

    public static var plans: [GatePlan] { [] }

    /// Performs the command and ends the program with its status.
    ///
    /// The status reflects the results even if the package's own code calls `exit`.
    public static func main() {
        ExitGuard.begin()
        Catalogue.add { (scenarios, rigs, plans) }
        RootCommand.main()
    }
}
