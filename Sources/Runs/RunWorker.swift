import Benches
public import Evidence

/// A worker that plays one run after the other on its own thread.
public protocol RunWorker: AnyObject, Sendable {
    /// Plays a run; throws the reason if this worker is lost, and the run with it.
    func play(_ order: RunOrder) throws(CommandError) -> PlayedRun

    /// Releases all resources; must be called once, by the thread that played.
    func end()
}

/// A worker in this process, which reuses nothing from one bench for the next.
final class ThreadWorker: RunWorker {
    private let player: RunPlayer

    init(_ player: RunPlayer) { self.player = player }

    func play(_ order: RunOrder) throws(CommandError) -> PlayedRun { player.play(order, from: BenchPool()) }

    func end() {}
}
