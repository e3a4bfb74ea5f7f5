public import Evidence
import Ground
import Reports

/// The way in which a command's runs are played.
public enum RunPlayers {
    /// On this thread, one run after the other, each shown while it is played.
    case one
    /// On this number of threads of the process, for benches in virtual time.
    case threads(Int)
    /// In this number of virtual machines, started with the arguments that `words` returns for an evidence folder.
    case machines(Int, words: (String?) -> [String])
    /// By custom workers, such as for a bench that this program does not bring up itself.
    case workers((RunPlayer) throws(CommandError) -> [any RunWorker])

    /// The number of runs played at once.
    var jobs: Int {
        switch self {
        case .one, .workers: 1
        case .threads(let count), .machines(let count, _): count
        }
    }

    /// Creates a pool with at most as many workers as there are runs; returns nil for a single thread.
    ///
    /// Throws if a machine cannot be started.
    public func pool(for player: RunPlayer, runs: Int) throws(CommandError) -> RunPool? {
        switch self {
        case .one: return nil
        case .threads(let count): return try RunPool((0..<min(count, runs)).map { _ in ThreadWorker(player) })
        case .workers(let make): return try RunPool(try make(player))
        case .machines(let count, let words):
            let folder = try player.evidence.map { evidence throws(CommandError) in
                guard let path = Files.absolute(evidence.folder) else {
                    throw CommandError(what: "\(evidence.folder) no longer exists", remedy: nil)
                }
                return path
            }
            let count = min(count, runs)
            StandardOutput.shared.write("\(counted(count, "virtual machine")): starting, which takes some seconds\n")
            var workers: [any RunWorker] = []
            for _ in 0..<count {
                do throws(CommandError) {
                    workers.append(try GuestWorker(words(folder), claiming: folder))
                } catch {
                    for worker in workers { worker.end() }
                    throw error
                }
            }
            return try RunPool(workers)
        }
    }
}
