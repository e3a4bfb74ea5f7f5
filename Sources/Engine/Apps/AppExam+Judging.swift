import ApplicationServices
import Ground
import Vocabulary

/// Judges the screen's effects by the stage of the examination.
extension AppExam {
    mutating func judge(_ effect: ScreenEffect, at now: Instant) -> [AppExamEffect] {
        switch effect {
        case .offered(let devices):
            guard stage == .looking, devices.contains(where: { $0.name == plan.device }) else { return [] }
            enter(.invited, at: now)
            return []
        case .prompting:
            guard stage == .invited else { return [] }
            let asked: [AppExamEffect] = session == 1 ? show(.askedFirst) : []
            return asked + ask(.consent, in: .asked, at: now)
        case .picked: return granted(at: now)
        case .pickerEnded(let why): refused(why)
        case .parked: return parked(at: now)
        case .hello: return ready(at: now)
        case .frame(_, let frame): return moved(frame, at: now)
        case .transition(let transition):
            if case .failed(let failure) = transition.state { return failed(failure, at: now) }
        case .finding(let finding): if finding.weight == .fault { fail(finding.code, .finding(finding)) }
        case .open, .send, .close, .unsent: break
        }
        return []
    }

    // MARK: The choice

    private mutating func granted(at now: Instant) -> [AppExamEffect] {
        // Whether a consent is remembered is unverified, so both behaviours are accepted after the first choice.
        guard stage == .asked || session > 1 else {
            fail("app.answersUnasked")
            return []
        }
        let span = task == nil ? now - origin : .zero
        enter(.connecting, at: now)
        return session == 1 ? show(.granted(after: span)) : []
    }

    private mutating func refused(_ why: PickerEnd) {
        switch why {
        case .denied where stage == .invited && session == 1:
            fail("app.answersUnasked")
        case .denied: end(.nothing(.denied))
        case .notInstalled: end(.nothing(.notInstalled))
        case .noListener: fail("app.listensLate")
        case .busy where session > 1: fail("app.staysBusy")
        case .busy: end(.nothing(.busy))
        case .timedOut: end(task == nil ? .failed(late) : .nothing(.notAnswered))
        case .failed(let failure): refused(failure)
        case .unsupported, .dismissed: end(.rig(.screen(.leftPicker)))
        }
    }

    private mutating func refused(_ failure: ConnectionFailure) {
        switch failure {
        case .security: insecure()
        case .networkDown: end(.rig(.screen(.networkDown)))
        case .refused: fail("app.refuses", .ended(failure))
        case .badMessage: fail("services.outOfOrder")
        case .aborted, .reset, .nobodyListens, .timedOut, .endOfStream:
            fail("app.neverAnswers", .ended(failure))
        }
    }

    private mutating func insecure() {
        guard plan.showsCertificate else { return end(.rig(.screen(.showedNoCertificate))) }
        fail("app.security")
    }

    // MARK: Connections

    private mutating func parked(at now: Instant) -> [AppExamEffect] {
        switch stage {
        case .connecting: fail("app.parksInFront")
        case .parking: enter(.away, at: now)
        case .probing: takeProbe(.asItIs)
        default: break
        }
        return []
    }

    private mutating func ready(at now: Instant) -> [AppExamEffect] {
        let span = now - origin
        switch stage {
        case .connecting where session > 1:
            let shown = show(.choosesAgain)
            end(.passed(evidence))
            return shown + [.act(.cancel)]
        case .connecting: return show(.ready(after: span)) + play(at: now)
        case .returning: return show(.resumed(after: task == nil ? span : .zero)) + play(at: now)
        case .parking, .away: fail("app.readyInBackground")
        case .probing: takeProbe(.asItIs)
        case .looking, .invited, .asked, .playing, .leaving, .parting, .over: break
        }
        return []
    }

    /// Fails the app because the phone accepted, or did not refuse, a connection that it must refuse.
    private mutating func takeProbe(_ seen: AppSeen) {
        fail(probe == .otherParameters ? "app.ignoresParameters" : "app.trustsAnybody", seen)
    }

    private mutating func failed(_ failure: ConnectionFailure, at now: Instant) -> [AppExamEffect] {
        switch (stage, failure) {
        case (_, .networkDown): end(.rig(.screen(.networkDown)))
        case (.probing, _):
            enter(.parting, at: now)
            return show(probe == .otherParameters ? .refusesOtherParameters : .refusesWithoutCertificate)
        case (.leaving, .aborted):
            enter(.parking, at: now)
            return show(.aborted)
        case (.leaving, _): fail("app.endsWithoutReason", .ended(failure))
        case (_, .security): insecure()
        case (.returning, .refused):
            fail("app.newListener", .ended(failure))
        case (.returning, _): fail("app.neverResumes", .ended(failure))
        case (_, .refused(let reason)) where reason.reason == .unknownToken:
            fail("app.forgetsToken")
        case (.connecting, .refused(let reason)) where reason.reason == .parametersDiffer:
            fail("app.otherParameters", .ended(failure))
        case (.connecting, _): fail("app.neverReady", .ended(failure))
        case (.parking, _), (.away, _): fail("app.neverParks", .ended(failure))
        case (.playing, _): fail(isSpoilt ? "app.keepsHalfFrame" : "app.endsEarly", .ended(failure))
        case (.looking, _), (.invited, _), (.asked, _), (.parting, _), (.over, _): break
        }
        return []
    }

    // MARK: Moves

    private mutating func play(at now: Instant) -> [AppExamEffect] {
        moves = 0
        guard plan.moves > 0 else { return leave(at: now) }
        return ask(.play(moves: plan.moves), in: .playing, at: now)
    }

    private mutating func moved(_ frame: ServiceFrame, at now: Instant) -> [AppExamEffect] {
        guard plan.moves > 0, session == 1, frame.type == 1 else { return [] }
        guard let number = Int(String(decoding: frame.payload, as: UTF8.self)), number > 0 else {
            fail("app.noMoves", .unreadableMove)
            return []
        }
        guard number == moveCount + 1 else {
            let code: FailureCode = number <= moveCount ? "app.doublesMoves" : "app.losesMoves"
            fail(code, .move(number, behind: moveCount))
            return []
        }
        (moves, moveCount) = (moves + 1, number)
        return enoughMoves(at: now)
    }

    /// Continues once both the person and the app have made their moves.
    mutating func enoughMoves(at now: Instant) -> [AppExamEffect] {
        guard stage == .playing, task == nil, moves >= plan.moves else { return [] }
        return show(.moves(moves)) + leave(at: now)
    }

    private mutating func leave(at now: Instant) -> [AppExamEffect] {
        guard round < plan.rounds else {
            enter(.parting, at: now)
            conduct.cancels()
            return [.act(.cancel)]
        }
        round += 1
        guard leavesHalfFrame else { return ask(.background, in: .leaving, at: now) }
        conduct.leavesHalfFrame()
        return [.probe(.halfFrame)] + ask(.background, in: .leaving, at: now)
    }

    /// Whether the screen sends half a frame before the app's last background. The earlier rounds have shown that the
    /// app continues afterwards.
    private var leavesHalfFrame: Bool { plan.moves > 0 && round > 1 && round == plan.rounds }

    /// Whether no move has arrived since half a frame was sent.
    private var isSpoilt: Bool { leavesHalfFrame && moves == 0 }

    // MARK: Limits

    private var late: AppFailure {
        AppFailure("app.listensLate", .silence(plan.limit))
    }

    mutating func timeOut() {
        if let task { return end(.rig(.nobodyDid(task))) }
        if stage == .looking, !isFound { return end(.nothing(.nobody(others: others))) }
        if stage == .looking, !fits {
            return fail("app.notAdvertised")
        }
        if stage == .looking { return end(.rig(.screen(.didNotList))) }
        if let omission = conduct.omission { return end(.rig(.screen(omission))) }
        switch stage {
        case .invited: fail("app.neverAnswers", .silence(plan.limit))
        case .asked: end(.failed(late))
        case .connecting: fail("app.neverReady", .silence(plan.limit))
        case .playing: fail(isSpoilt ? "app.keepsHalfFrame" : "app.noMoves", .moves(moves, of: plan.moves))
        case .probing: takeProbe(.silence(plan.limit))
        case .leaving: fail("app.staysConnected", .silence(plan.limit))
        case .parking: fail("app.neverParks", .silence(plan.limit))
        case .returning: fail("app.neverResumes", .silence(plan.limit))
        case .looking, .away, .parting, .over: end(.rig(.screen(.neverEnded)))
        }
    }
}
