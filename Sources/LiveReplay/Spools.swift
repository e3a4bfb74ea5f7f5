public import Evidence
import Recordings
public import Replay

/// Unnamed files for the events of a search, tracking whether everything in them could be kept and read back.
public final class Spools {
    private let loss = SpooledTrace.Loss()
    private var trouble: CommandTrouble?

    public init() {}

    /// Creates a storage with a separate file, which is deleted with its last reader.
    public func make() -> any EventKeeping { Keeper(of: self) }

    /// Whether an error has voided what is read.
    public var hasTrouble: Bool { trouble != nil || loss.hasHappened }

    /// Throws if something was not kept, which voids any result.
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
