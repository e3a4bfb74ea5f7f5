import GATT
import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import Testing
import Traces
import Vocabulary
import Wording

@testable import Captures

/// A recorded session of a phone and the accessory "door", of which only the channel's handles are known.
struct CapturedSession {
    static let configuration = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0x1122))
    static let shareable =
        StaticSTSInitialization([1, 2, 3, 4, 5, 6]).map {
            ShareableConfigurationData(sessionID: 7, initialization: $0, address: ShortAddress(rawValue: 0x3344))
                .encoded
        } ?? []

    var events: [TraceEvent]
    private var now = Instant.start
    private var number = 0

    /// Begins a session in a trace of this program, or in the capture of another one, which may lack packets.
    init(isImported: Bool = false) {
        var header = TraceHeader(
            scenario: isImported ? ImportPlan.scenario : "s", rig: "r", seed: 1, program: "p",
            wallClock: .init(nanoseconds: 0), start: .start,
            accessories: ["door"], hasKit: false, hasReader: false, scenarioText: "", rigText: "")
        header.handles = ["door": ChannelHandles(write: 0x10, notify: 0x12)]
        events = [.began(header)]
    }

    mutating func wait(_ milliseconds: Int) { now = now + .milliseconds(milliseconds) }

    mutating func came(_ event: BluetoothEvent) {
        (number, now) = (number + 1, now + .milliseconds(10))
        events.append(.received(Arrival(.bluetooth("door", event), at: now), now: now, number: number))
    }

    mutating func went(_ request: Outbound) {
        (number, now) = (number + 1, now + .milliseconds(10))
        events.append(.sent(request, at: now, number: number))
    }

    mutating func connect(mtu: UInt16? = nil) {
        came(.connected(BluetoothAddress(value: 1)))
        guard let mtu else { return }
        went(.bluetooth("door", .frame(ATTPDU.exchangeMTURequest(517).encoded)))
        came(.frame(ATTPDU.exchangeMTUResponse(mtu).encoded))
    }

    /// Adds a message of the phone; unless `isHeard` is false, the accessory responds to its write.
    mutating func phone(_ value: [UInt8], isHeard: Bool = true) {
        went(.bluetooth("door", .frame(ATTPDU.writeRequest(0x10, value).encoded)))
        if isHeard { came(.frame(ATTPDU.writeResponse.encoded)) }
    }

    /// Adds the answer to a message, and the response to its write, which are in the capture without the write itself.
    mutating func loses(_ value: [UInt8], isLate: Bool) {
        let response = BluetoothEvent.frame(ATTPDU.writeResponse.encoded)
        if !isLate { came(response) }
        accessory(value == [0x0A] ? [0x01] + Self.configuration.encoded : [0x02])
        if isLate { came(response) }
    }

    mutating func gap() { events.append(.gap("5 packets were lost before this one")) }

    mutating func accessory(_ value: [UInt8]) { came(.frame(ATTPDU.notification(0x12, value).encoded)) }

    /// A whole exchange with its stop.
    mutating func exchange() {
        phone([0x0A])
        accessory([0x01] + Self.configuration.encoded)
        phone([0x0B] + Self.shareable)
        accessory([0x02])
        phone([0x0C])
        accessory([0x03])
    }

    /// Adds a write and its response at one instant, in the wrong order.
    mutating func swap() {
        came(.frame(ATTPDU.writeResponse.encoded))
        number += 1
        let write = ATTPDU.writeRequest(0x10, [0x0A]).encoded
        events.append(.sent(.bluetooth("door", .frame(write)), at: now, number: number))
        accessory([0x01] + Self.configuration.encoded)
    }

    func judged() throws -> CapturedAccessory {
        var judge = CaptureJudge()
        for event in events { judge.receive(event) }
        return try #require(judge.judged().first)
    }

    /// The codes of what is the accessory's, except notes.
    func codes() throws -> Set<FailureCode> {
        Set(try judged().findings.filter { $0.party == .accessory && $0.weight != .note }.map(\.code))
    }
}

// Sessions that prove nothing against the accessory.
extension CapturedSession {
    mutating func plays(_ what: String) {
        let configuration = [0x01] + Self.configuration.encoded
        switch what {
        case "ends before the answer":
            phone([0x0A])
            wait(500)
            came(.disconnected(.local))
        case "two questions":
            for _ in 0..<2 { phone([0x0A]) }
            for _ in 0..<2 { accessory(configuration) }
        case "begins in the middle":
            for value in [configuration, [0x02], [0x03]] { accessory(value) }
        case "malformed question":
            phone([0x0B] + Self.shareable.prefix(20))
            wait(5_000)
            came(.disconnected(.local))
        case "unknown MTU": exchange()
        case "power cut by the rig":
            phone([0x0A])
            went(.stage(.power("door", .cycle)))
            accessory(configuration)
            wait(5_000)
            came(.disconnected(.remote))
        default: doubtful(what)
        }
    }

    private mutating func doubtful(_ what: String) {
        let configuration = [0x01] + Self.configuration.encoded
        switch what {
        case "link lost while asked":
            phone([0x0A])
            wait(5_000)
            came(.disconnected(.supervisionTimeout))
        case "nothing heard":
            phone([0x0A], isHeard: false)
            wait(5_000)
            came(.disconnected(.local))
        case "withdrawn start":
            phone([0x0B] + Self.shareable)
            phone([0x0C])
            accessory([0x03])
            wait(6_000)
            came(.disconnected(.local))
        case "faulty start":
            var faulty = Self.shareable
            faulty[4] = 99
            phone([0x0B] + faulty)
            wait(6_000)
            came(.disconnected(.local))
        case "asks for pairing":
            phone([0x0A], isHeard: false)
            let refusal = ATTPDU.errorResponse(to: .writeRequest, handle: 0x10, code: .insufficientAuthentication)
            came(.frame(refusal.encoded))
            wait(6_000)
            came(.disconnected(.local))
        case "lost packets":
            phone([0x0A])
            gap()
            wait(6_000)
            came(.disconnected(.local))
        case "clock leaps":
            phone([0x0A])
            wait(3_600_000)
            came(.disconnected(.local))
        case "lost initialize", "lost initialize, and its response comes late":
            exchange()
            loses([0x0A], isLate: what.hasSuffix("late"))
        case "lost configureAndStart", "lost configureAndStart, and its response comes late":
            exchange()
            loses([0x0B], isLate: what.hasSuffix("late"))
        case "two starts":
            phone([0x0B] + Self.shareable.prefix(20))
            phone([0x0B] + Self.shareable)
            accessory([0x02])
        case "the phone's ATT_MTU":
            phone([0x0A])
            accessory(Array(configuration.prefix(20)))
        case "supervision timeout":
            exchange()
            came(.disconnected(.supervisionTimeout))
        default: exchange()
        }
    }
}
