import Ground

/// What the phone and one accessory have come to at a line of a scenario, as far as the lines before it tell.
struct AccessoryPicture {
    enum Connection {
        case down
        /// Connected so far, by this line.
        case up(ChannelStage, SourceSpot)
        /// Connected or not: the phone may have connected again by itself.
        case unknown
    }

    enum Session {
        case none
        /// It may be running, or be about to.
        case running
        case paused
        case suspended(SourceSpot)
        case invalidated
    }

    let name: AccessoryName
    var connection = Connection.down
    var session = Session.none
    /// Whether anything of it can have been seen.
    var wasSeen = false
    /// Whether the session can have got the accessory's configuration.
    var hasConfiguration = false
    var isEncrypted = false
    /// Where the phone stands; nil while nothing has said so.
    var place: Distance?
    /// Whether a line has said in which direction it is seen.
    var isFaced = false
    /// In which zones around it the phone is.
    var zones = ZonePicture()
    /// The line that makes its ranging rounds fail for a block.
    var silencedAt: SourceSpot?
    /// Whether it can have ranged since the start of the block.
    var hasRanged = false
    /// The spans that can have come to an end since the start of the block.
    var spans: Set<MeasuredSpan> = []
    /// Those of steps that do not wait: they may end at any later line.
    var openSpans: Set<MeasuredSpan> = []
    /// The line that stopped the session, whose configuration ended with it.
    var stoppedAt: SourceSpot?

    init(_ name: AccessoryName) { self.name = name }

    var isDown: Bool { if case .down = connection { true } else { false } }
    var isSuspended: Bool { if case .suspended = session { true } else { false } }

    /// Whether there is a session that the phone has not given up.
    var hasSession: Bool {
        switch session {
        case .running, .paused, .suspended: true
        case .none, .invalidated: false
        }
    }

    /// Whether there is something to stop: the app may tell the accessory so though its own session is invalid.
    var mayBeStopped: Bool {
        switch session {
        case .running, .paused, .suspended, .invalidated: true
        case .none: false
        }
    }

    /// How far it is connected; nil when that is not known, or not at all.
    var stage: ChannelStage? {
        if case .up(let stage, _) = connection { stage } else { nil }
    }

    mutating func run() {
        session = .running
        zones = ZonePicture()
        hasRanged = true
        wasSeen = true
    }

    /// The link is gone; `mayReturn` when the phone connects again by itself.
    mutating func loseLink(mayReturn: Bool) {
        connection = mayReturn ? .unknown : .down
        isEncrypted = false
    }
}
