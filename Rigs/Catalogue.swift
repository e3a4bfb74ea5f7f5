import RigKit

extension Rig {
    /// Every rig, in the order in which the command line lists them.
    public static let all: [Rig] = [simulated, simulatedNoisy, simulatedHouse, virtual, deskBench, screenBench]
}
