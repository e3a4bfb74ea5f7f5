import Ground
import TestSupport
import UWB

/// A host whose device is played by the test, packet by packet.
struct ScriptedKit {
    var host = UCIHost()
    var now = Instant.start
    static let token = SessionToken(rawValue: 1)

    /// Returns a host that is ready, as after a successful reset.
    static func ready() -> ScriptedKit {
        var kit = ScriptedKit()
        _ = kit.host.begin(at: kit.now)
        _ = kit.hear(.deviceReset(.ok))
        _ = kit.hear(.deviceStatus(.ready))
        _ = kit.hear(.deviceInfo(.ok, info))
        return kit
    }

    /// Returns a ready host with session 7 configured, which has sent RANGE_START.
    static func starting() -> ScriptedKit {
        var kit = ready()
        _ = kit.host.startSession(Bench.parameters(7), at: kit.now)
        _ = kit.hear(.sessionInit(.ok, handle: token))
        _ = kit.hear(.setAppConfig(.ok, []))
        _ = kit.hear(.sessionStatus(token, .idle, .hostCommand))
        return kit
    }

    /// Returns a ready host whose session 7 is ranging.
    static func ranging() -> ScriptedKit {
        var kit = starting()
        _ = kit.hear(.start(.ok))
        _ = kit.hear(.sessionStatus(token, .active, .hostCommand))
        return kit
    }

    static let info = DeviceInfo(
        uci: UCIVersion(major: 2, minor: 0), mac: UCIVersion(major: 2, minor: 0), phy: UCIVersion(major: 2, minor: 0),
        test: UCIVersion(major: 1, minor: 1))

    mutating func hear(_ response: UCIResponse) -> [UWBHostEffect] {
        host.receive(response.packet.encoded, at: now)
    }

    mutating func hear(_ notification: UCINotification) -> [UWBHostEffect] {
        host.receive(notification.packet.encoded, at: now)
    }

    mutating func letPass(_ span: Lapse) -> [UWBHostEffect] {
        now = now + span
        return host.advance(to: now)
    }
}

extension UWBHostEffect {
    static func send(_ command: UCICommand) -> UWBHostEffect { .send(command.packet.encoded) }
    static func ready(_ info: DeviceInfo) -> UWBHostEffect { .ready("\(info)") }
    static func measurements(_ id: UInt32, _ round: [TWRMeasurement]) -> UWBHostEffect {
        .measurements(id, round.map { RangingMeasurement($0) })
    }
}
