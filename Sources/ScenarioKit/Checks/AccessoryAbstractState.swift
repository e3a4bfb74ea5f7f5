import Ground

/// The state of the phone and one accessory at a line of a scenario, inferred from the lines before it.
struct AccessoryAbstractState {
    enum Connection {
        case down
        /// Connected up to a stage, by this line.
        case up(ChannelStage, SourceSpot)
        /// Possibly connected: the phone may have reconnected by itself.
        case unknown
    }

    enum Session {
        case none
        /// Running, or possibly about to run.
        case running
        case paused
        case suspended(SourceSpot)
        case invalidated
    }

    let name: AccessoryName
    var connection = Connection.down
    var session = Session.none
    /// Whether the phone can have seen the accessory.
    var wasSeen = false
    /// Whether the session can have received the accessory's configuration.
    var hasConfiguration = false
    var isEncrypted = false
    /// The distance between phone and accessory; nil until a line sets it.
    var place: Distance?
    /// Whether a line has set the direction in which the phone sees the accessory.
    var isFaced = false
    /// The zones around the accessory that the phone is in.
    var zones = ZoneAbstractState()
    /// The line that makes ranging rounds fail for the length of a block.
    var silencedAt: SourceSpot?
    /// Whether the accessory can have ranged since the start of the block.
    var hasRanged = false
    /// The spans that can have ended since the start of the block.
    var spans: Set<MeasuredSpan> = []
    /// The spans of steps that do not wait, which may end at any later line.
    var openSpans: Set<MeasuredSpan> = []
    /// The line that stopped the session and so discarded its configuration.
    var stoppedAt: SourceSpot?

    init(_ name: AccessoryName) { self.name = name }

    var isDown: Bool { if case .down = connection { true } else { false } }
    var isSuspended: Bool { if case .suspended = session { true } else { false } }

    /// Whether there is a session that is not invalidated.
    var hasSession: Bool {
        switch session {
        case .running, .paused, .suspended: true
        case .none, .invalidated: false
        }
    }

    /// Whether there is something to stop. The app may send a stop even after its own session became invalid.
    var mayBeStopped: Bool {
        switch session {
        case .running, .paused, .suspended, .invalidated: true
        case .none: false
        }
    }

    /// The stage of the connection; nil if the accessory is down or its connection is unknown.
    var stage: ChannelStage? {
        if case .up(let stage, _) = connection { stage } else { nil }
    }

    mutating func run() {
        session = .running
        zones = ZoneAbstractState()
        hasRanged = true
        wasSeen = true
    }

    /// Records a lost link. With `mayReturn`, the phone reconnects by itself.
    mutating func loseLink(mayReturn: Bool) {
        connection = mayReturn ? .unknown : .down
        isEncrypted = false
    }
}
