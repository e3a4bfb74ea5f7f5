import Ground
import ScenarioKit

/// One strand of a scenario: its steps follow each other. The lanes of a `Together` run side by side.
struct Lane: Sendable {
    /// Counts the lanes as they are opened, from 0 for the scenario's own.
    let number: Int
    /// The lane that waits for this one to end; nil for the scenario's own.
    let parent: Int?
    /// How many blocks enclose the lane's own.
    let depth: Int
    var blocks: [Block]
    var active: ActiveStep?
    /// Whether every step of it was played.
    var isOver: Bool { blocks.isEmpty && active == nil }

    init(number: Int, parent: Int?, depth: Int, block: Block) {
        self.number = number
        self.parent = parent
        self.depth = depth
        blocks = [block]
    }
}
