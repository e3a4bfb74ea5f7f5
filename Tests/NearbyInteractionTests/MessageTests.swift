import Ground
import NearbyInteraction
import TestSupport
import Testing

@Suite struct MessageTests {
    @Test(arguments: [
        (AccessoryMessage.uwbDidStart, "02"), (.uwbDidStop, "03"), (.accessoryPaired, "04"),
        (.accessoryConfigurationData([1, 2]), "01 01 02"), (.deviceStructure([9]), "20 09"),
        (.deviceStructureWritten, "22"), (.other(id: 0x55, payload: [7]), "55 07"),
    ])
    func accessoryMessagesHaveTheSampleAppsIds(message: AccessoryMessage, hex: String) throws {
        #expect(message.encoded() == bytes(hex))
        #expect(try AccessoryMessage(decoding: bytes(hex)) == message)
    }

    @Test(arguments: [
        (PhoneMessage.initialize, "0A"), (.configureAndStart([1, 2]), "0B 01 02"), (.stop, "0C"),
        (.getDeviceStructure, "20"), (.setDeviceStructure([5]), "21 05"), (.other(id: 0x2F, payload: []), "2F"),
        (.other(id: 0xA5, payload: []), "A5"),
    ])
    func phoneMessagesHaveTheSampleAppsIds(message: PhoneMessage, hex: String) throws {
        #expect(message.encoded() == bytes(hex))
        #expect(try PhoneMessage(decoding: bytes(hex)) == message)
    }

    @Test func whatCrashesAppsIsToldApart() {
        func meaning(_ hex: String) -> String? {
            do throws(Malformed) { _ = try AccessoryMessage(decoding: bytes(hex)) } catch { return error.meaning }
            return nil
        }
        #expect(meaning("") == "the accessory's message is empty")
        #expect(meaning("0A") == "the accessory sent 0x0a, initialize, which only the phone may send")
        #expect(meaning("0B 01") == "the accessory sent 0x0b, configureAndStart, which only the phone may send")
        #expect(meaning("0C") == "the accessory sent 0x0c, stop, which only the phone may send")
        #expect(meaning("01") == "the accessory configuration data message has no payload")
    }

    @Test(arguments: ["", "01 00", "02", "03", "0B"])
    func anAccessoryRefusesWhatNoPhoneSends(hex: String) {
        #expect(throws: Malformed.self) { _ = try PhoneMessage(decoding: bytes(hex)) }
    }

    @Test func bytesAfterAMessageWithoutPayloadAreToleratedAndReported() throws {
        #expect(try AccessoryMessage(decoding: [2, 0]) == .uwbDidStart)
        #expect(AccessoryMessage.findings(in: [2, 0]).map(\.weight) == [.warning])
        #expect(AccessoryMessage.findings(in: [0x99]).map(\.weight) == [.note])
        #expect(AccessoryMessage.findings(in: [2]).isEmpty)
        #expect(try PhoneMessage(decoding: [0x0A, 0, 0]) == .initialize)
    }

    @Test func notificationTextCarriesItsLengthPlusTwo() throws {
        let text = try #require(NotificationText(distance: 3, text: "near"))
        let encoded = AccessoryMessage.iOSNotify(text).encoded()
        #expect(encoded.hex == "2f 06 03 6e 65 61 72")
        #expect(try AccessoryMessage(decoding: encoded) == .iOSNotify(text))
        #expect(throws: Malformed.self) { _ = try AccessoryMessage(decoding: bytes("2F 05 03 6E 65 61 72")) }
        #expect(throws: Malformed.self) { _ = try AccessoryMessage(decoding: bytes("2F 03 03 FF")) }
        #expect(NotificationText(distance: 0, text: String(repeating: "x", count: 254)) == nil)
    }

    @Test func anotherTableOfIdsIsObeyedInBothDirections() throws {
        var ids = MessageIdentifiers.appleSample
        ids.initialize = 0x1A
        ids.uwbDidStart = 0x0A
        #expect(PhoneMessage.initialize.encoded(using: ids) == [0x1A])
        #expect(try AccessoryMessage(decoding: [0x0A], using: ids) == .uwbDidStart)
        #expect(throws: Malformed.self) { _ = try AccessoryMessage(decoding: [0x1A], using: ids) }
        #expect(ids.clashes.isEmpty)
        ids.stop = 0x1A
        #expect(ids.clashes == [0x1A])
    }

    @Test func profilesHaveTheirPublishedUUIDs() {
        #expect(DataChannelProfile.nordicUART.rx.hasPrefix("6E400002-"))
        #expect(DataChannelProfile.qorvoQNIS.tx == "2E939AF2-6A61-11ED-A1EB-0242AC120002")
        for profile in DataChannelProfile.presets {
            for uuid in [profile.service, profile.rx, profile.tx, profile.secure].compactMap({ $0 }) {
                #expect(uuid.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12])
            }
        }
    }

    @Test func hostileMessagesNeitherTrapNorChangeInTheRoundTrip() throws {
        let good = (vectors("accessory-messages.txt") + vectors("configure-messages.txt")).map { bytes($0.last!) }
        var mutator = Mutator(seeds: good + [[2], [3], [0x0A], bytes("2F 06 03 6E 65 61 72")])
        var accepted = 0
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 80)
            if let message = try? AccessoryMessage(decoding: input) {
                accepted += 1
                if AccessoryMessage.findings(in: input).isEmpty, message.encoded() != input {
                    Issue.record("\(input.hex) changed to \(message.encoded().hex)")
                }
            }
            if let message = try? PhoneMessage(decoding: input),
                (try? PhoneMessage(decoding: message.encoded())) != message
            {
                Issue.record("\(input.hex) does not survive the round trip")
            }
        }
        #expect(accepted > 10_000)
    }
}
