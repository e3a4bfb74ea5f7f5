import RigKit

extension Rig {
    /// Every rig, in the order of the command line's list.
    public static let all: [Rig] = [simulated, simulatedNoisy, simulatedHouse, virtual, deskBench, screenBench]
}
