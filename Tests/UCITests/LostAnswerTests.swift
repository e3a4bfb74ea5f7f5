import Ground
import TestSupport
import Testing
import UWB

/// The question put to a device before a command is sent to it a second time.
@Suite("A host that does not know whether its command was heard") struct LostAnswerTests {
    @Test("A start that was heard is not repeated, and one that was lost is", arguments: [true, false])
    func start(isHeard: Bool) {
        var kit = ScriptedKit.starting()
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(ScriptedKit.token))])
        if isHeard {
            #expect(kit.hear(.sessionState(.ok, .active)) == [.sessionStarted(7)])
        } else {
            #expect(kit.hear(.sessionState(.ok, .idle)) == [.send(.start(ScriptedKit.token))])
        }
    }

    @Test("A stop that was heard is not repeated, and one that was lost is", arguments: [true, false])
    func stop(isHeard: Bool) {
        var kit = ScriptedKit.ranging()
        _ = kit.host.stopSession(7, at: kit.now)
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(ScriptedKit.token))])
        if isHeard {
            #expect(kit.hear(.sessionState(.ok, .idle)) == [.send(.sessionDeinit(ScriptedKit.token))])
            #expect(kit.hear(.sessionDeinit(.ok)) == [.sessionStopped(7, .hostCommand)])
        } else {
            #expect(kit.hear(.sessionState(.ok, .active)) == [.send(.stop(ScriptedKit.token))])
        }
    }

    @Test("A session that the device has by its id needs no second SESSION_INIT")
    func initialized() {
        var kit = ScriptedKit.ready()
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        let id = SessionToken(rawValue: 7)
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(id))])
        let next = kit.hear(.sessionState(.ok, .initialized))
        #expect(next.count == 1 && next != [.send(.sessionInit(id: 7, type: .ranging))])
        #expect(kit.host.generation == .fira1)
    }

    @Test("A device that does not know the session by its id is asked how many it has", arguments: [0, 1] as [UInt8])
    func counted(count: UInt8) {
        var kit = ScriptedKit.ready()
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(SessionToken(rawValue: 7)))])
        #expect(kit.hear(.refusal(.getSessionState, .sessionNotExist)) == [.send(.getSessionCount)])
        let told = kit.hear(.sessionCount(.ok, count))
        if count == 0 {
            #expect(told == [.send(.sessionInit(id: 7, type: .ranging))])
        } else {
            // The handle is lost: only the reset closes the session.
            #expect(told.first == .send(.deviceReset(configuration: 0)) && told.count == 2)
            guard case .failed = told.last else {
                Issue.record("\(told)")
                return
            }
        }
    }

    @Test("A late answer counts, and nothing is sent twice")
    func late() {
        var kit = ScriptedKit.starting()
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(ScriptedKit.token))])
        #expect(kit.hear(.start(.ok)).isEmpty)
        #expect(kit.hear(.sessionStatus(ScriptedKit.token, .active, .hostCommand)).isEmpty)
        #expect(kit.hear(.sessionState(.ok, .active)) == [.sessionStarted(7)])
        var other = ScriptedKit.starting()
        _ = other.letPass(.milliseconds(1500))
        #expect(other.hear(.start(.ok)).isEmpty)
        #expect(other.letPass(.milliseconds(1500)).isEmpty, "the question is lost, and nothing in doubt")
        #expect(other.hear(.sessionStatus(ScriptedKit.token, .active, .hostCommand)) == [.sessionStarted(7)])
    }

    @Test("A device that cannot say gets the command again, as usual")
    func unknownQuestion() {
        var kit = ScriptedKit.starting()
        _ = kit.letPass(.milliseconds(1500))
        let told = kit.hear(.refusal(.getSessionState, .unknownOpcode))
        #expect(told == [.send(.start(ScriptedKit.token))])
        #expect(kit.hear(.start(.sessionActive)).isEmpty)
    }

    @Test("A device that falls silent is given up in less than five seconds, and reset")
    func silent() {
        var kit = ScriptedKit.starting()
        let began = kit.now
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(ScriptedKit.token))])
        #expect(kit.letPass(.milliseconds(1500)) == [.send(.getSessionState(ScriptedKit.token))])
        let told = kit.letPass(.milliseconds(1500))
        #expect(told.first == .send(.deviceReset(configuration: 0)))
        #expect(
            told.last
                == .failed("the device did not answer to RANGE_START, nor to SESSION_GET_STATE, sent 2 times"))
        #expect(kit.now - began < .seconds(5) && kit.host.deadline == nil)
    }

    @Test(
        "If any one or two packets are lost, a device gets no command that it must refuse, and keeps no session",
        arguments: [FiRaGeneration.fira1, .fira2])
    func everyLoss(generation: FiRaGeneration) {
        let packets = LossyCourse(generation, losing: []).packets
        #expect(packets > 15)
        for first in 0..<packets {
            for apart in 0...4 {
                let course = LossyCourse(generation, losing: [first, first + apart])
                let what = "without \(first) and \(first + apart): \(course.told)"
                #expect(course.refusals.isEmpty, "\(course.refusals), \(what)")
                #expect(course.isAtRest, "\(what)")
                #expect(course.isClean, "\(what)")
            }
        }
    }
}

/// A session from start to finish, over a line that loses some packets, which are counted in both directions.
private struct LossyCourse {
    private(set) var packets = 0
    private(set) var told: [UWBHostEffect] = []
    /// The device's answers to commands that should not have been sent.
    private(set) var refusals: [String] = []
    private var host = UCIHost()
    private var device: UCIDevice
    private var now = Instant.start
    private var lost: Set<Int> = []
    private var underway: [[UInt8]] = []

    init(_ generation: FiRaGeneration, losing lost: Set<Int>) {
        device = UCIDevice(generation: generation)
        _ = device.powerUp(at: now)
        hand(host.begin(at: now))
        letPass(.seconds(1))
        // The steps up to this point have their own tests.
        (packets, told, self.lost) = (0, [], lost)
        hand(host.startSession(Bench.parameters(7), at: now))
        letPass(.seconds(20))
        hand(host.stopSession(7, at: now))
        letPass(.seconds(20))
    }

    /// Whether the host is waiting for nothing.
    var isAtRest: Bool { host.deadline == nil }

    /// Whether the device has no session left.
    var isClean: Bool {
        var device = device
        let count = device.receive(UCICommand.getSessionCount.packet.encoded, at: now)
        return count.contains(.send(UCIResponse.sessionCount(.ok, 0).packet.encoded))
    }

    private mutating func letPass(_ span: Lapse) {
        let end = now + span
        while let due = host.deadline, due <= end {
            now = max(now, due)
            hand(host.advance(to: now))
        }
        now = end
    }

    private mutating func hand(_ effects: [UWBHostEffect]) {
        for effect in effects {
            guard case .send(let bytes) = effect else {
                told.append(effect)
                continue
            }
            if !isLost() { take(device.receive(bytes, at: now)) }
        }
        while !underway.isEmpty {
            let bytes = underway.removeFirst()
            if !isLost() { hand(host.receive(bytes, at: now)) }
        }
    }

    private mutating func take(_ effects: [UCIDeviceEffect]) {
        for case .send(let bytes) in effects {
            if bytes[0] >> 5 == 2, bytes.count > 4 {
                let status = UCIStatus(rawValue: bytes[4])
                if [.sessionDuplicate, .sessionActive, .rejected].contains(status) { refusals.append("\(status)") }
            }
            underway.append(bytes)
        }
    }

    private mutating func isLost() -> Bool {
        defer { packets += 1 }
        return lost.contains(packets)
    }
}
