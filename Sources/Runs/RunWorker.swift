import Benches
import Evidence
import OperatingSystem

/// What plays one run after the other on a thread of its own, beside others.
protocol RunWorker: AnyObject, Sendable {
    /// Plays the run at this place of the plan; throws why this worker is lost, and the run with it.
    func play(_ index: Int) throws(CommandTrouble) -> PlayedRun

    /// Gives back everything; to be called once, by the thread that played.
    func end()
}

/// A worker in this process: for benches in virtual time.
final class ThreadWorker: RunWorker {
    private let player: RunPlayer

    init(_ player: RunPlayer) { self.player = player }

    func play(_ index: Int) throws(CommandTrouble) -> PlayedRun {
        // Nothing in virtual time is left from one bench to the next.
        player.play(index, from: BenchStock())
    }

    func end() {}
}
