import ScenarioKit

/// A group of steps with its progress: the scenario itself, a lane, or a fault with the steps it affects.
struct Block: Sendable {
    let machine: any BlockMachine
    let steps: [Step]
    /// The meaning of a failed step in this block that states none itself.
    let cause: Meaning?
    /// The checks that hold throughout the block.
    let invariants: [Check]
    /// The point from which its checks count.
    let mark: Observations.Mark
    var next = 0
    /// The expectations of its steps that remain in force until the block ends.
    var judgedAgain: [LateCheck] = []

    init(_ machine: any BlockMachine, _ steps: [Step], cause: Meaning? = nil, mark: Observations.Mark) {
        (self.machine, self.steps, self.cause, self.mark) = (machine, steps, cause, mark)
        invariants = machine.invariants
    }
}
