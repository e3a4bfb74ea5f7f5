import Catalogues
public import GateKit
public import RigKit
public import ScenarioKit
import Terminal

/// A program that is `trammel` with scenarios and rigs of its own beside the built-in ones.
///
///     @main struct Bench: TrammelMain {
///         static let scenarios = ScenarioGroup.ourDoor.scenarios
///         static let rigs = Rig.ours
///     }
///
/// On a virtual rig the same program is started once more in the machine, so that it finds them there too.
public protocol TrammelMain {
    /// What can be played besides the built-in scenarios; none has the name of one of those.
    static var scenarios: [Scenario] { get }

    /// On what it can be played besides the built-in rigs; none has the name of one of those.
    static var rigs: [Rig] { get }

    /// What a firmware must show before it is released, besides the built-in plans.
    static var plans: [GatePlan] { get }
}

extension TrammelMain {
    public static var scenarios: [Scenario] { [] }

    public static var rigs: [Rig] { [] }

    public static var plans: [GatePlan] { [] }

    /// Does what the command line asks for, and ends the program with the status of that.
    ///
    /// The status follows from what was seen, even where code of the package's own calls `exit`.
    public static func main() {
        ExitGuard.begin()
        Catalogue.add { (scenarios, rigs, plans) }
        RootCommand.main()
    }
}
