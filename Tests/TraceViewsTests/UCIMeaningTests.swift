import Ground
import Links
import Recordings
import TestSupport
import Testing
import UWB
import Views

private func fromKit(_ bytes: [UInt8], _ decoder: inout MeaningDecoder) -> FrameMeaning {
    decoder.meaning(of: Inbound.kit(.bytes(bytes)), at: .start)
}

private func toKit(_ bytes: [UInt8], _ decoder: inout MeaningDecoder) -> FrameMeaning {
    decoder.meaning(of: Outbound.kit(.bytes(bytes)), at: .start)
}

struct UCIMeaningTests {
    @Test("a captured exchange with a board reads as its commands and events")
    func capturedExchange() throws {
        var decoder = MeaningDecoder()
        var texts: [String] = []
        for line in try VectorFile.lines("uci-dwm3001cdk.txt") where line.hasPrefix("<") || line.hasPrefix(">") {
            let bytes = try #require([UInt8](hex: String(line.dropFirst())))
            let meaning = line.hasPrefix("<") ? fromKit(bytes, &decoder) : toKit(bytes, &decoder)
            texts.append(meaning.text)
            if case .uciPieces = meaning { Issue.record("\(line) is no whole packet") }
        }
        #expect(
            texts.prefix(6) == [
                "device status READY", "CORE_DEVICE_RESET", "CORE_DEVICE_RESET answered OK", "device status READY",
                "CORE_GET_DEVICE_INFO",
                "CORE_GET_DEVICE_INFO answered OK, UCI 2.0.0, MAC 2.0.0, PHY 2.0.0",
            ])
        #expect(texts.contains("SESSION_INIT 0x00000007"))
        #expect(texts.contains("SESSION_INIT answered OK, handle 0x00000001"))
        #expect(texts.contains("RANGE_START answered 0x15 (SESSION_NOT_CONFIGURED)"))
        #expect(texts.contains { $0.contains("DEVICE_MAC_ADDRESS=0x0000, DST_MAC_ADDRESS=0x0001, CHANNEL_NUMBER=9") })
        #expect(!texts.contains { $0.hasPrefix("malformed") })
    }

    @Test("a ranging round tells the distance, or why there is none")
    func round() {
        var decoder = MeaningDecoder()
        let good = TWRMeasurement(peer: ShortMACAddress(rawValue: 0x1122), distance: .metres(2.97), rawRSSI: 120)
        let bad = TWRMeasurement(peer: ShortMACAddress(rawValue: 0x3344), failure: .rangingRxTimeout, slotIndex: 2)
        let info = SessionInfo(
            sequenceNumber: 12, token: SessionToken(rawValue: 7), rangingIntervalMilliseconds: 200,
            measurements: [good, bad])
        let meaning = fromKit(UCINotification.sessionInfo(info).packet.encoded, &decoder)
        #expect(
            meaning.text
                == "ranging round 12 of 0x00000007: 0x1122 at 2.97 m, -60.0 dBm; "
                + "0x3344 failed: 0x21 (RANGING_RX_TIMEOUT)")
        #expect(meaning.kind == "ranging" && meaning.isRoutine)
    }

    @Test("packets mean the same however the line cuts them")
    func pieces() {
        let stream = UCINotification.deviceStatus(.ready).packet.encoded + UCIResponse.start(.ok).packet.encoded
        for pieces in feedings(of: stream) {
            var decoder = MeaningDecoder()
            let texts = pieces.map { fromKit($0, &decoder).text }.filter { $0 != "a part of a UCI packet" }
            #expect(texts.joined(separator: "; ") == "device status READY; RANGE_START answered OK", "\(pieces)")
        }
    }

    @Test("a refused configuration names the parameters and the reasons")
    func refusal() {
        var decoder = MeaningDecoder()
        let refused = RefusedParameter(id: AppConfigurationID.channelNumber, status: .invalidParameter)
        let response = UCIResponse.setAppConfig(.invalidParameter, [refused])
        #expect(
            fromKit(response.packet.encoded, &decoder).text
                == "SESSION_SET_APP_CONFIG answered 0x04 (INVALID_PARAM), refused CHANNEL_NUMBER: "
                + "0x04 (INVALID_PARAM)")
    }

    @Test("a packet that ends too early says where, and garbage how much")
    func malformed() {
        var decoder = MeaningDecoder()
        #expect(fromKit([0x62, 0x00, 0x00, 0x01, 0x00], &decoder).text.contains("malformed RANGE_START: byte 1"))
        #expect(
            fromKit([0xFF, 0xFF, 0x40, 0x00, 0x00, 0x01, 0x00], &decoder).text
                .hasPrefix("2 bytes that belong to no UCI packet were dropped, the first ff ff; CORE_DEVICE_RESET"))
    }
}
