import Ground
import TestSupport
import Testing
import UWB

@Suite("A host whose device misbehaves") struct HostTroubleTests {
    static let token = ScriptedKit.token
    static let reset = UWBHostEffect.send(.deviceReset(configuration: 0))

    @Test("READY may come before the answer to the reset, and again after it") func readyTwice() {
        var kit = ScriptedKit()
        #expect(kit.host.begin(at: kit.now) == [Self.reset])
        #expect(kit.hear(.deviceStatus(.ready)).isEmpty)
        #expect(kit.hear(.deviceReset(.ok)).isEmpty)
        #expect(kit.hear(.deviceStatus(.ready)) == [.send(.getDeviceInfo)])
        #expect(kit.hear(.deviceStatus(.ready)).isEmpty)
        #expect(kit.hear(.deviceInfo(.ok, ScriptedKit.info)) == [.ready(ScriptedKit.info)])
    }

    @Test("READY before the answer is enough, after a short wait for another") func readyOnce() {
        var kit = ScriptedKit()
        _ = kit.host.begin(at: kit.now)
        _ = kit.hear(.deviceStatus(.ready))
        _ = kit.hear(.deviceReset(.ok))
        #expect(kit.host.deadline == .start + .milliseconds(200))
        #expect(kit.letPass(.milliseconds(200)) == [.send(.getDeviceInfo)])
    }

    @Test("Without READY the device is reset twice, then given up, in less than five seconds") func neverReady() {
        var kit = ScriptedKit()
        #expect(kit.host.begin(at: kit.now) == [Self.reset])
        #expect(kit.hear(.deviceReset(.ok)).isEmpty)
        #expect(kit.letPass(.milliseconds(1999)).isEmpty)
        #expect(kit.letPass(.milliseconds(1)) == [Self.reset])
        #expect(kit.hear(.deviceReset(.ok)).isEmpty)
        #expect(kit.letPass(.seconds(2)) == [.failed("the device did not become READY after 2 resets")])
        #expect(kit.now < .start + .seconds(5))
        #expect(kit.host.deadline == nil)
    }

    /// The host's question for a device that does not know UCI, in the syntax of CLI firmware.
    private static let question = UWBHostEffect.send(Array("\r\nSTAT\r\n".utf8))

    @Test("A device that answers with text instead of UCI is given up, with the reason", arguments: [1, 4, .max])
    func text(pieceSize: Int) {
        var kit = ScriptedKit()
        _ = kit.host.begin(at: kit.now)
        _ = (0..<3).map { _ in kit.letPass(.milliseconds(1500)) }
        let echo = Array("STAT\r\nJS0010".utf8)
        let told = stride(from: 0, to: echo.count, by: min(pieceSize, echo.count)).flatMap {
            kit.host.receive(Array(echo[$0...].prefix(pieceSize)), at: kit.now)
        }
        guard case .failed(let reason)? = told.first else {
            Issue.record("\(told)")
            return
        }
        #expect(told.count == 1 && reason.contains("CLI firmware") && kit.host.deadline == nil)
    }

    @Test("A command without an answer is sent three times in less than five seconds, then the device is given up")
    func silence() {
        var kit = ScriptedKit()
        #expect(kit.host.begin(at: kit.now) == [Self.reset])
        for _ in 0..<2 {
            #expect(kit.letPass(.milliseconds(1499)).isEmpty)
            #expect(kit.letPass(.milliseconds(1)) == [Self.reset])
        }
        #expect(kit.letPass(.milliseconds(1500)) == [Self.question])
        let told = kit.letPass(.milliseconds(400))
        #expect(kit.now < .start + .seconds(5))
        #expect(told == [.failed("the device did not answer to CORE_DEVICE_RESET, sent 3 times")])
        #expect(kit.hear(.deviceReset(.ok)).isEmpty)
        let refused = kit.host.startSession(Bench.parameters(1), at: kit.now)
        #expect(
            refused == [
                .sessionFailed(
                    1, "the device failed before: the device did not answer to CORE_DEVICE_RESET, sent 3 times")
            ])
        #expect(kit.host.begin(at: kit.now) == [Self.reset])
    }

    @Test("COMMAND_RETRY as answer or notification has the command sent again, three times in all") func retry() {
        var kit = ScriptedKit.ready()
        let initialize = UWBHostEffect.send(.sessionInit(id: 7, type: .ranging))
        #expect(kit.host.startSession(Bench.parameters(7), at: kit.now) == [initialize])
        #expect(kit.hear(.sessionInit(.commandRetry, handle: nil)) == [initialize])
        #expect(kit.hear(.genericError(.commandRetry)) == [initialize])
        let told = kit.hear(.sessionInit(.commandRetry, handle: nil))
        let reason = "the device wants yet another try as its answer to SESSION_INIT, sent 3 times"
        #expect(told == [Self.reset, .failed(reason)])
    }

    @Test("ERROR of the device ends everything, but not before its reset") func error() {
        var fresh = ScriptedKit()
        _ = fresh.host.begin(at: fresh.now)
        #expect(
            fresh.hear(.deviceStatus(.error))
                == [.finding(Finding("uci.device", .warning, "device was in the state ERROR before its reset"))])
        var kit = ScriptedKit.ranging()
        #expect(kit.hear(.deviceStatus(.error)) == [Self.reset, .failed("the device reports the state ERROR")])
        #expect(kit.host.deadline == nil)
    }

    @Test("A host that gave up its device waits for nothing, not even for the rest of a packet") func nothingLeft() {
        var kit = ScriptedKit.ranging()
        _ = kit.host.receive(UCINotification.deviceStatus(.error).packet.encoded + [0x62, 0x00], at: kit.now)
        #expect(kit.host.deadline == nil)
        #expect(kit.letPass(.seconds(10)).isEmpty)
    }

    @Test("A device that cannot identify itself is given up") func noInfo() {
        var kit = ScriptedKit()
        _ = kit.host.begin(at: kit.now)
        _ = kit.hear(.deviceReset(.ok))
        _ = kit.hear(.deviceStatus(.ready))
        let told = kit.hear(.refusal(.getDeviceInfo, .unknownOpcode))
        #expect(told == [.failed("the device answered 0x08 (UNKNOWN_OID) to CORE_GET_DEVICE_INFO")])
    }

    @Test("Notifications may come before their responses") func outOfOrder() {
        var kit = ScriptedKit.ready()
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        #expect(kit.hear(.sessionStatus(Self.token, .initialized, .hostCommand)).isEmpty)
        #expect(kit.hear(.sessionInit(.ok, handle: Self.token)).count == 1)
        #expect(kit.hear(.sessionStatus(Self.token, .idle, .hostCommand)).isEmpty)
        #expect(kit.hear(.setAppConfig(.ok, [])) == [.send(.start(Self.token))])
        #expect(kit.hear(.sessionStatus(Self.token, .active, .hostCommand)).isEmpty)
        #expect(kit.hear(.deviceStatus(.active)).isEmpty)
        #expect(kit.hear(.start(.ok)) == [.sessionStarted(7)])
        #expect(kit.host.stopSession(7, at: kit.now) == [.send(.stop(Self.token))])
        #expect(kit.hear(.sessionStatus(Self.token, .idle, .hostCommand)).isEmpty)
        #expect(kit.hear(.stop(.ok)) == [.send(.sessionDeinit(Self.token))])
        #expect(kit.hear(.sessionStatus(Self.token, .deinitialized, .hostCommand)).isEmpty)
        #expect(kit.hear(.sessionDeinit(.ok)) == [.sessionStopped(7, .hostCommand)])
    }

    @Test("A round that comes before ACTIVE starts the session") func earlyRound() {
        var kit = ScriptedKit.starting()
        _ = kit.hear(.start(.ok))
        let info = SessionInfo(
            sequenceNumber: 0, token: Self.token, rangingIntervalMilliseconds: 180, measurements: Bench.round(500))
        #expect(kit.hear(.sessionInfo(info)) == [.sessionStarted(7), .measurements(7, Bench.round(500))])
        #expect(kit.hear(.sessionStatus(Self.token, .active, .hostCommand)).isEmpty)
    }

    @Test("A refused configuration fails the session with the parameters at fault, and the device forgets it")
    func refusedConfiguration() {
        var kit = ScriptedKit.ready()
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        _ = kit.hear(.sessionInit(.ok, handle: Self.token))
        let refused = [RefusedParameter(id: AppConfigurationID.channelNumber, status: .invalidParameter)]
        let reason =
            "SESSION_SET_APP_CONFIG was refused with 0x04 (INVALID_PARAM): parameter 0x04 with 0x04 (INVALID_PARAM)"
        #expect(
            kit.hear(.setAppConfig(.invalidParameter, refused))
                == [.sessionFailed(7, reason), .send(.sessionDeinit(Self.token))])
        #expect(kit.hear(.sessionDeinit(.ok)).isEmpty)
        #expect(kit.host.startSession(Bench.parameters(7), at: kit.now).count == 1)
    }

    @Test("A refused start fails the session") func refusedStart() {
        var kit = ScriptedKit.starting()
        #expect(
            kit.hear(.start(.sessionNotConfigured))
                == [
                    .sessionFailed(7, "RANGE_START was refused with 0x15 (SESSION_NOT_CONFIGURED)"),
                    .send(.sessionDeinit(Self.token)),
                ])
    }

    @Test("A session that the device refuses to range says why") func refusedByStatus() {
        var kit = ScriptedKit.starting()
        _ = kit.hear(.start(.ok))
        let told = kit.hear(.sessionStatus(Self.token, .idle, SessionReason(rawValue: 0x20)))
        #expect(
            told == [
                .sessionFailed(7, "the device went to IDLE for the reason 0x20 (slot length not supported)"),
                .send(.sessionDeinit(Self.token)),
            ])
    }

    @Test("IDLE or ACTIVE that never comes fails the session after two seconds") func missingNotifications() {
        var kit = ScriptedKit.ready()
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        _ = kit.hear(.sessionInit(.ok, handle: Self.token))
        _ = kit.hear(.setAppConfig(.ok, []))
        #expect(
            kit.letPass(.seconds(2)) == [
                .sessionFailed(7, "the device did not become IDLE within 2.00 s of its configuration"),
                .send(.sessionDeinit(Self.token)),
            ])
        var other = ScriptedKit.starting()
        _ = other.hear(.start(.ok))
        #expect(
            other.letPass(.seconds(2)) == [
                .sessionFailed(7, "the device did not become ACTIVE within 2.00 s of RANGE_START"),
                .send(.sessionDeinit(Self.token)),
            ])
    }

    @Test("A stop whose IDLE never comes ends with a warning") func missingIdle() {
        var kit = ScriptedKit.ranging()
        _ = kit.host.stopSession(7, at: kit.now)
        #expect(kit.hear(.stop(.ok)).isEmpty)
        #expect(
            kit.letPass(.seconds(2)) == [
                .finding(Finding("uci.session", .warning, "device did not become IDLE within 2.00 s of RANGE_STOP")),
                .send(.sessionDeinit(Self.token)),
            ])
        #expect(kit.hear(.sessionDeinit(.ok)) == [.sessionStopped(7, .hostCommand)])
    }

    @Test("A device that forgets a ranging session by itself stops it") func forgotten() {
        var kit = ScriptedKit.ranging()
        let reason = SessionReason(rawValue: 0x81)
        #expect(
            kit.hear(.sessionStatus(Self.token, .deinitialized, reason)) == [.sessionStopped(7, .trouble("\(reason)"))])
        #expect(kit.host.stopSession(7, at: kit.now).isEmpty)
    }

    @Test("READY while a session ranges is doubtful") func restarted() {
        var kit = ScriptedKit.ranging()
        let meaning = "device says READY while session 7 ranges: it may have restarted"
        #expect(kit.hear(.deviceStatus(.ready)) == [.finding(Finding("uci.device", .warning, meaning))])
    }

    @Test("A stop during a start is carried out after the pending answer", arguments: 0..<4)
    func stopWhileStarting(answersBefore: Int) {
        var kit = ScriptedKit.ready()
        let answers: [UCIResponse] = [
            .sessionInit(.ok, handle: Self.token), .setAppConfig(.ok, []), .start(.ok),
        ]
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        for answer in answers.prefix(answersBefore) {
            _ = kit.hear(answer)
            if answer.kind == .setAppConfig { _ = kit.hear(.sessionStatus(Self.token, .idle, .hostCommand)) }
        }
        let stop = UWBHostEffect.send(.stop(Self.token))
        let forget = UWBHostEffect.send(.sessionDeinit(Self.token))
        let told = kit.host.stopSession(7, at: kit.now)
        #expect(kit.host.stopSession(7, at: kit.now).isEmpty)
        if answersBefore == 3 {
            #expect(told == [stop])
        } else {
            #expect(told.isEmpty)
            #expect(kit.hear(answers[answersBefore]) == [answersBefore == 2 ? stop : forget])
        }
        if answersBefore >= 2 {
            #expect(kit.hear(.stop(.ok)).isEmpty)
            #expect(kit.hear(.sessionStatus(Self.token, .idle, .hostCommand)) == [forget])
        }
        #expect(kit.hear(.sessionDeinit(.ok)) == [.sessionStopped(7, .hostCommand)])
    }

    @Test("A stop that the device refuses still ends the session") func refusedStop() {
        var kit = ScriptedKit.ranging()
        _ = kit.host.stopSession(7, at: kit.now)
        #expect(kit.hear(.stop(.rejected)) == [.send(.sessionDeinit(Self.token))])
        let warning = Finding("uci.session", .warning, "SESSION_DEINIT was refused with 0x01 (REJECTED)")
        #expect(kit.hear(.sessionDeinit(.rejected)) == [.finding(warning), .sessionStopped(7, .hostCommand)])
    }

    @Test("A lost answer does not fail a command that the device has carried out") func lostAnswers() {
        var kit = ScriptedKit.starting()
        #expect(kit.letPass(.seconds(2)) == [.send(.getSessionState(Self.token))])
        #expect(kit.hear(.sessionStatus(Self.token, .active, .hostCommand)).isEmpty)
        #expect(kit.hear(.sessionState(.ok, .active)) == [.sessionStarted(7)])
        _ = kit.host.stopSession(7, at: kit.now)
        _ = kit.hear(.sessionStatus(Self.token, .idle, .hostCommand))
        #expect(kit.hear(.stop(.ok)) == [.send(.sessionDeinit(Self.token))])
        #expect(kit.letPass(.seconds(2)) == [.send(.sessionDeinit(Self.token))])
        #expect(kit.hear(.sessionDeinit(.sessionNotExist)) == [.sessionStopped(7, .hostCommand)])
    }

    @Test("Unsolicited answers and malformed packets are findings") func findings() {
        var kit = ScriptedKit.ranging()
        #expect(
            kit.hear(.stop(.ok))
                == [.finding(Finding("uci.device", .warning, "response to RANGE_STOP came, which was not in flight"))])
        #expect(
            kit.hear(.genericError(.failed))
                == [.finding(Finding("uci.device", .warning, "device reports the error 0x02 (FAILED)"))])
        let cut = kit.host.receive(bytes("62 00 00 05 00 00 00 00 01"), at: kit.now)
        guard case .finding(let finding) = cut.first, cut.count == 1 else {
            Issue.record("told \(cut)")
            return
        }
        #expect(finding.weight == .fault)
        #expect(finding.offset == 9)
    }

    @Test("A malformed answer does not count: a device that does not range gets the command again")
    func malformedAnswer() {
        var kit = ScriptedKit.starting()
        let told = kit.host.receive(bytes("42 00 00 00"), at: kit.now)
        #expect(told.count == 1)
        #expect(kit.letPass(.seconds(2)) == [.send(.getSessionState(Self.token))])
        #expect(kit.hear(.sessionState(.ok, .idle)) == [.send(.start(Self.token))])
    }

    @Test("Unknown sessions and unused notifications are ignored")
    func strangers() {
        var kit = ScriptedKit.ranging()
        let stranger = SessionToken(rawValue: 99)
        #expect(kit.hear(.sessionStatus(stranger, .idle, .stoppedByPeer)).isEmpty)
        let info = SessionInfo(
            sequenceNumber: 0, token: stranger, rangingIntervalMilliseconds: 180, measurements: Bench.round(500))
        #expect(kit.hear(.sessionInfo(info)).isEmpty)
        let vendor = UCIKind(GroupIdentifier(rawValue: 0xC), 2)
        #expect(kit.hear(UCINotification.other(vendor, payload: [1, 2, 3])).isEmpty)
    }

    @Test("Bytes before the line is open are ignored") func closed() {
        var kit = ScriptedKit()
        #expect(kit.hear(.deviceStatus(.ready)).isEmpty)
        #expect(kit.host.advance(to: .start + .seconds(60)).isEmpty)
        #expect(kit.host.deadline == nil)
    }
}
