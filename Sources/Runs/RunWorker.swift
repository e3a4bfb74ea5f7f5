import Benches
public import Evidence

/// What plays one run after the other on a thread of its own, beside others.
public protocol RunWorker: AnyObject, Sendable {
    /// Plays a run; throws why this worker is lost, and the run with it.
    func play(_ order: RunOrder) throws(CommandTrouble) -> PlayedRun

    /// Gives back everything; to be called once, by the thread that played.
    func end()
}

/// A worker in this process, which takes nothing from one bench to the next.
final class ThreadWorker: RunWorker {
    private let player: RunPlayer

    init(_ player: RunPlayer) { self.player = player }

    func play(_ order: RunOrder) throws(CommandTrouble) -> PlayedRun { player.play(order, from: BenchStock()) }

    func end() {}
}
