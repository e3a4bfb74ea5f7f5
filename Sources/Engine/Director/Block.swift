import ScenarioKit

/// Steps that belong together, as far as they were played: the scenario itself, a lane, a fault with what it spoils.
struct Block: Sendable {
    let machine: any BlockMachine
    let steps: [Step]
    /// What a failure of a line in it means that does not say so itself.
    let cause: Meaning?
    /// What holds over all of its steps.
    let invariants: [Check]
    /// Where its checks begin to count.
    let mark: Observations.Mark
    var next = 0
    /// What its steps expect until it ends.
    var judgedAgain: [LateCheck] = []

    init(_ machine: any BlockMachine, _ steps: [Step], cause: Meaning? = nil, mark: Observations.Mark) {
        (self.machine, self.steps, self.cause, self.mark) = (machine, steps, cause, mark)
        invariants = machine.invariants
    }
}
