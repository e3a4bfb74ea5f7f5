public import Ground

extension ScreenDefect {
    /// The code of the failure that identifies the defect.
    public var sign: FailureCode {
        switch self {
        case .ignoresPlatform: "screen.otherPlatform"
        case .comparesIdentifierLoosely: "screen.otherService"
        case .invitesTwice, .ignoresBusy, .ignoresDenial: "screen.asksAgain"
        case .stopsLooking: "screen.notListed"
        case .picksTheFirst: "screen.otherDevice"
        case .ignoresLeaving: "screen.ignoresCancel"
        case .losesLargeFrames: "screen.losesFrames"
        case .trustsAnyPin: "screen.trustsAnybody"
        case .doesNothing, .showsNoCertificate, .usesOtherParameters, .reusesStaleToken, .ignoresIPv6:
            "screen.notConnected"
        case .givesUpPreparing, .givesUpThePerson: "screen.gaveUp"
        case .leaksConnections: "screen.leaksConnections"
        case .retriesOnAnyError: "screen.retriesBlindly"
        case .neverReconnects, .asksToGoOn, .opensPickerAgain, .forgetsToken: "screen.neverReturns"
        case .connectsTwice, .connectsTwiceAtOnce, .connectsByEachInterface: "screen.connectsTwice"
        case .waitsForEver: "screen.hangs"
        case .keepsHalfFrame: "screen.keepsHalfFrame"
        case .unboundedFrame: "screen.unboundedFrame"
        case .sendsBeforeReady: "services.outOfOrder"
        case .bigEndianFrames: "services.framing"
        case .sendsOddUTF16, .forgetsActivity, .losesMoveAcrossBackground: "screen.losesMoves"
        case .resendsOldMoves, .takesMovesTwice: "screen.doublesMoves"
        case .printsReadyEarly: "screen.readyEarly"
        case .printsNumbers: "screen.endUnnamed"
        }
    }
}
