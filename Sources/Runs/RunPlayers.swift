public import Evidence
import Ground
import Reports
import Terminal

/// Who plays the runs of a command.
public enum RunPlayers {
    /// This thread, one run after the other, each shown while it is played.
    case one
    /// So many threads of this process: for benches in virtual time.
    case threads(Int)
    /// So many virtual machines, started with the words that a folder for their evidence gives.
    case machines(Int, words: (String?) -> [String])
    /// Workers that somebody else makes, as for a bench that this program does not bring up itself.
    case workers((RunPlayer) throws(CommandTrouble) -> [any RunWorker])

    /// The workers of a pool, as many as there are runs at most; nil for one thread.
    ///
    /// Throws where a machine cannot be started.
    public func pool(for player: RunPlayer, runs: Int) throws(CommandTrouble) -> RunPool? {
        switch self {
        case .one: return nil
        case .threads(let count): return try RunPool((0..<min(count, runs)).map { _ in ThreadWorker(player) })
        case .workers(let make): return try RunPool(try make(player))
        case .machines(let count, let words):
            let folder = try player.evidence.map { evidence throws(CommandTrouble) in
                guard let path = Files.absolute(evidence.folder) else {
                    throw CommandTrouble(what: "\(evidence.folder) is not there any more", remedy: nil)
                }
                return path
            }
            let count = min(count, runs)
            StandardOutput.shared.write("\(counted(count, "virtual machine")): starting, which takes some seconds\n")
            var workers: [any RunWorker] = []
            for _ in 0..<count {
                do throws(CommandTrouble) {
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
