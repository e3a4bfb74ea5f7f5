public import Evidence
import Recordings
public import Replay

/// Files without a name for the events of a search, and whether all that went into them could be kept and read again.
public final class Spools {
    private let loss = SpooledTrace.Loss()
    private var trouble: CommandTrouble?

    public init() {}

    /// A storage with a file of its own, which goes when nobody reads from it any more.
    public func make() -> any EventKeeping { Keeper(of: self) }

    /// Whether what is read shows nothing.
    public var hasTrouble: Bool { trouble != nil || loss.hasHappened }

    /// Fails where something was not kept: what came of that counts nothing.
    public func check() throws(CommandTrouble) {
        if let trouble { throw trouble }
        try loss.check()
    }

    private final class Keeper: EventKeeping {
        private let spools: Spools
        private var spool: SpooledTrace?

        init(of spools: Spools) {
            self.spools = spools
            do throws(CommandTrouble) { spool = try SpooledTrace(spools.loss) } catch { spools.trouble = error }
        }

        func record(_ event: TraceEvent) {
            spool?.record(event)
            spool?.flush()
        }

        func kept() -> TraceStream {
            do throws(CommandTrouble) {
                if let spool { return try spool.events() }
            } catch {
                spools.trouble = error
            }
            return TraceStream([])
        }
    }
}
