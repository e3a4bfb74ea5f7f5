import Captures
import GATT
import Ground
import Links
import NearbyInteraction
import Recordings
import Testing
import Traces

/// A vendor-specific data channel in a redacted trace: its messages keep their kind, without secrets.
@Suite struct OwnChannelRedactionTests {
    private static let channel = "service=fff0,write=fff1,notify=fff2,messages=accessoryConfigurationData:61"
    private static let configuration = AccessoryConfigurationData(
        role: .responder, address: ShortAddress(rawValue: 0xABCD))

    /// Returns the redacted form of a notification with configuration data under the identifier 0x61.
    private func redacted(knowing text: String?) throws -> [UInt8] {
        let header = TraceHeader(
            scenario: "s", rig: "r", seed: 1, program: "p", wallClock: .init(nanoseconds: 0), start: .start,
            accessories: ["door"], hasKit: false, hasReader: false, scenarioText: "", rigText: "",
            channels: try text.map { ["door": try DataChannelProfile($0)] } ?? [:])
        let frame = ATTPDU.notification(AttributeHandle(8), [0x61] + Self.configuration.encoded).encoded
        var redactor = Redactor()
        guard case .began(let shared) = redactor.receive(.began(header)) else { return [] }
        #expect(shared.channels.count == header.channels.count && shared.channels["door"] == nil)
        let event = TraceEvent.received(
            Arrival(.bluetooth("door", .frame(frame)), at: .start), now: .start, number: 1)
        guard case .received(let arrival, _, _) = redactor.receive(event),
            case .bluetooth(_, .frame(let bytes)) = arrival.inbound,
            case .notification(_, let value) = try ATTPDU(decoding: bytes)
        else { return [] }
        return value
    }

    @Test func aMessageUnderAnIdOfItsOwnStaysAMessage() throws {
        let value = try redacted(knowing: Self.channel)
        let data = try AccessoryConfigurationData(decoding: Array(value.dropFirst()))
        #expect(value.first == 0x61 && data.address != Self.configuration.address)
        #expect(data.role == .responder && data.version == Self.configuration.version)
    }

    @Test func withoutTheChannelItIsAValueLikeAnyOther() throws {
        let value = try redacted(knowing: nil)
        #expect(value.count == 1 + Self.configuration.encoded.count)
        #expect(value.dropFirst() != Self.configuration.encoded[...])
        #expect((try? AccessoryConfigurationData(decoding: Array(value.dropFirst()))) != Self.configuration)
    }
}
