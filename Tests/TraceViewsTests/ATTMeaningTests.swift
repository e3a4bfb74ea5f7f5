import GATT
import Ground
import Links
import NearbyInteraction
import Recordings
import TestSupport
import Testing
import Views

/// The frames between a phone and one accessory, decoded one after the other.
struct Conversation {
    var decoder = MeaningDecoder()

    mutating func phone(_ pdu: ATTPDU) -> FrameMeaning {
        decoder.meaning(of: Outbound.bluetooth("door", .frame(pdu.encoded)), at: .start)
    }

    mutating func accessory(_ pdu: ATTPDU) -> FrameMeaning {
        decoder.meaning(of: Inbound.bluetooth("door", .frame(pdu.encoded)), at: .start)
    }

    /// Lets the phone find the Nordic UART service: RX at 0x0012, TX at 0x0014, its CCCD at 0x0015.
    mutating func discover() {
        let service = AttributeUUID(DataChannelProfile.nordicUART.service)?.encoded ?? []
        let rx = AttributeUUID(DataChannelProfile.nordicUART.rx)?.encoded ?? []
        let tx = AttributeUUID(DataChannelProfile.nordicUART.tx)?.encoded ?? []
        _ = phone(.readByGroupTypeRequest(.all, type: 0x2800))
        _ = accessory(.readByGroupTypeResponse([GroupValue(HandleRange(0x0010, 0x0015), service)]))
        _ = phone(.readByTypeRequest(HandleRange(0x0010, 0x0015), type: 0x2803))
        _ = accessory(
            .readByTypeResponse([
                HandleValue(0x0011, [0x0C, 0x12, 0x00] + rx), HandleValue(0x0013, [0x10, 0x14, 0x00] + tx),
            ]))
        _ = phone(.findInformationRequest(HandleRange(0x0015, 0x0015)))
        _ = accessory(.findInformationResponse([HandleType(0x0015, 0x2902)]))
    }
}

private let configuration = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0x1122))

struct ATTMeaningTests {
    @Test("every PDU of the table has a line that begins with its name in the Core Specification")
    func names() throws {
        for line in try VectorFile.lines("att-pdus.txt") {
            let parts = line.split(separator: "|")
            let bytes = try #require([UInt8](hex: String(parts.last ?? "")))
            var decoder = MeaningDecoder()
            let meaning = decoder.meaning(of: Outbound.bluetooth("door", .frame(bytes)), at: .start)
            let opcode = ATTOpcode(rawValue: bytes[0])
            #expect(meaning.text.hasPrefix("\(opcode)"), "\(line): \(meaning.text)")
            #expect(meaning.kind == "att")
        }
    }

    @Test("a malformed PDU is shown with its bytes and the place of the error")
    func malformed() {
        var decoder = MeaningDecoder()
        let meaning = decoder.meaning(of: Outbound.bluetooth("door", .frame([0x0A, 0x03])), at: .start)
        #expect(meaning.kind == "malformed")
        #expect(meaning.text == "not an ATT PDU: byte 2: a handle needs 2 bytes, of which 1 are there: 0a 03")
    }

    @Test("a handle has its discovered name, and the data channel's messages are decoded")
    func namesFromDiscovery() {
        var talk = Conversation()
        talk.discover()
        #expect(
            talk.phone(.writeRequest(0x0015, [1, 0])).text
                == "Write Request 0x0015 (CCCD of Nordic UART TX): notifications on")
        #expect(talk.accessory(.writeResponse).text == "Write Response of CCCD of Nordic UART TX")
        let initialize = talk.phone(.writeCommand(0x0012, [0x0A]))
        #expect(initialize.text == "Write Command 0x0012 (Nordic UART RX): initialize")
        #expect(initialize.kind == "nearby interaction")
        #expect(
            talk.accessory(.notification(0x0014, [0x01] + configuration.encoded)).text
                == "Handle Value Notification 0x0014 (Nordic UART TX): accessoryConfigurationData: UWB 1.1, "
                + "controlee and responder, 0x1122")
        #expect(
            talk.accessory(.notification(0x0014, [0x01, 0x00])).text.contains("malformed accessoryConfigurationData"))
    }

    @Test("without a discovery, an unmistakable configuration identifies the data channel's handle")
    func channelByContent() {
        var talk = Conversation()
        #expect(talk.accessory(.notification(0x0030, [0x02])).kind == "att", "one byte is no sure sign")
        let text = talk.accessory(.notification(0x0030, [0x01] + configuration.encoded)).text
        #expect(text.contains("0x0030 (data channel, by its content): accessoryConfigurationData"))
        #expect(talk.accessory(.notification(0x0030, [0x02])).text.hasSuffix("accessoryUwbDidStart"))
        #expect(talk.accessory(.notification(0x0031, [0x02])).kind == "att", "another handle is still unknown")
    }

    @Test("bytes that only begin like a configuration do not identify the data channel")
    func noChannelByChance() {
        var talk = Conversation()
        var bytes = [0x01] + configuration.encoded
        bytes[33] = 7
        #expect(talk.accessory(.notification(0x0030, bytes)).kind == "att")
        #expect(talk.accessory(.notification(0x0030, [0x02])).kind == "att")
    }

    @Test("a message written in parts is decoded when the parts are executed")
    func longWrite() {
        var talk = Conversation()
        talk.discover()
        var generator = SeededGenerator(seed: 1)
        let message = [0x0B] + ShareableConfigurationData.generate(for: configuration, using: &generator).encoded
        let cut = 18
        _ = talk.phone(.prepareWriteRequest(0x0012, offset: 0, Array(message[..<cut])))
        let second = talk.phone(.prepareWriteRequest(0x0012, offset: UInt16(cut), Array(message[cut...])))
        #expect(second.text.hasPrefix("Prepare Write Request 0x0012 (Nordic UART RX) from byte 18: "))
        #expect(talk.phone(.executeWriteRequest(.write)).text.contains("configureAndStart: UWB 1.1, session"))
        _ = talk.phone(.prepareWriteRequest(0x0012, offset: 0, message))
        #expect(talk.phone(.executeWriteRequest(.cancel)).text == "Execute Write Request: cancel")
    }

    @Test("text of an accessory cannot move a terminal's cursor or forge a line")
    func hostileText() {
        var talk = Conversation()
        talk.discover()
        let text = talk.accessory(.notification(0x0014, [0x2F, 0x0B, 0x00] + Array("a\u{1B}[2J\nb\u{202E}c".utf8))).text
        #expect(text.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(text)")
    }
}
