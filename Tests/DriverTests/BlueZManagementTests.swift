import Ground
import Links
import TestSupport
import Testing

@testable import BlueZDriver

@Suite("The kernel's Bluetooth management channel")
struct BlueZManagementTests {
    private let door = BluetoothAddress(value: 0xC0FF_EE01_0203, kind: .random)

    private func hex(_ command: ManagementCommand) -> String { command.packet(for: 1).bytes.hex }

    // Layouts: facts/bluez.md, 2 and 2.1 (BlueZ doc/mgmt-api.txt).
    @Test func `commands have the layout of the management API`() throws {
        #expect(hex(.readIndexList) == "03 00 ff ff 00 00")
        #expect(hex(.readInfo) == "04 00 01 00 00 00")
        #expect(hex(.setPowered(true)) == "05 00 01 00 01 00 01")
        #expect(hex(.setConnectable(false)) == "07 00 01 00 01 00 00")
        #expect(hex(.setBondable(true)) == "09 00 01 00 01 00 01")
        #expect(hex(.setLowEnergy(true)) == "0d 00 01 00 01 00 01")
        #expect(hex(.loadNoLongTermKeys) == "13 00 01 00 02 00 00 00")
        #expect(hex(.disconnect(door)) == "14 00 01 00 07 00 03 02 01 ee ff c0 02")
        #expect(hex(.setIOCapability(.noInputNoOutput)) == "18 00 01 00 01 00 03")
        #expect(hex(.pair(door)) == "19 00 01 00 08 00 03 02 01 ee ff c0 02 03")
        #expect(hex(.unpair(door)) == "1b 00 01 00 08 00 03 02 01 ee ff c0 02 00")
        #expect(hex(.confirm(door)) == "1c 00 01 00 07 00 03 02 01 ee ff c0 02")
        #expect(hex(.refusePasskey(door)) == "1f 00 01 00 07 00 03 02 01 ee ff c0 02")
        #expect(hex(.startDiscovery) == "23 00 01 00 01 00 06")
        #expect(hex(.stopDiscovery) == "24 00 01 00 01 00 06")
        #expect(hex(.setBREDR(false)) == "2a 00 01 00 01 00 00")
        #expect(hex(.setSecureConnections(true)) == "2d 00 01 00 01 00 01")
        #expect(hex(.loadNoIdentityKeys) == "30 00 01 00 02 00 00 00")
        #expect(hex(.removeAdvertising) == "3f 00 01 00 01 00 01")
        let packets = try #require(AdvertisingPackets(advertisement: [2, 0x0A, 4], scanResponse: [2, 9, 0x44]))
        #expect(
            hex(.addAdvertising(packets))
                == "3e 00 01 00 11 00 01 03 00 00 00 00 00 00 00 03 03 02 0a 04 02 09 44")
        #expect(
            hex(.setDefaultConfiguration(.iPhone))
                == "4c 00 01 00 14 00 17 00 02 18 00 18 00 02 18 00 19 00 02 00 00 1a 00 02 48 00")
    }

    static let events: [(String, ManagementEvent)] = {
        let door = BluetoothAddress(value: 0xC0FF_EE01_0203, kind: .random)
        let parameters = ConnectionParameters(
            minimumInterval: 24, maximumInterval: 40, latency: 1, supervisionTimeout: 72)
        return [
            ("01 00 00 00 07 00 05 00 00 01 02 00 00", .complete(.setPowered, .success, [1, 2, 0, 0])),
            ("02 00 00 00 03 00 23 00 0a", .status(.startDiscovery, .busy)),
            ("04 00 00 00 00 00", .indexAdded),
            ("05 00 00 00 00 00", .indexRemoved),
            ("06 00 00 00 04 00 01 02 00 00", .newSettings([.powered, .lowEnergy])),
            (
                "0b 00 00 00 10 00 03 02 01 ee ff c0 02 00 00 00 00 03 00 02 09 44",
                .connected(door, advertisement: [2, 9, 0x44])
            ),
            ("0c 00 00 00 08 00 03 02 01 ee ff c0 02 03", .disconnected(door, .remote)),
            ("0d 00 00 00 08 00 03 02 01 ee ff c0 02 04", .connectFailed(door, ManagementStatus(rawValue: 4))),
            (
                "0a 00 00 00 25 00 01 03 02 01 ee ff c0 02 02 01 10 00 00" + String(repeating: " 00", count: 24),
                .newKey(door, LinkSecurity(isSecureConnections: true, isBonded: false))
            ),
            (
                "0a 00 00 00 25 00 01 03 02 01 ee ff c0 02 01 01 07 00 00" + String(repeating: " 00", count: 24),
                .newKey(door, LinkSecurity(isSecureConnections: false, isBonded: false, keySize: 7))
            ),
            (
                "18 00 00 00 1e 00 01 06 05 04 03 02 41 03 02 01 ee ff c0 02" + String(repeating: " 00", count: 16),
                .identified(BluetoothAddress(value: 0x4102_0304_0506, kind: .random), as: door)
            ),
            ("0f 00 00 00 0c 00 03 02 01 ee ff c0 02 01 00 00 00 00", .confirmationRequested(door)),
            ("10 00 00 00 07 00 03 02 01 ee ff c0 02", .passkeyRequested(door)),
            (
                "11 00 00 00 08 00 03 02 01 ee ff c0 02 05",
                .authenticationFailed(door, ManagementStatus(rawValue: 5))
            ),
            (
                "12 00 00 00 11 00 03 02 01 ee ff c0 02 ce 04 00 00 00 03 00 02 09 44",
                .found(door, rssi: -50, connectable: false, advertisement: [2, 9, 0x44])
            ),
            (
                "12 00 00 00 0e 00 03 02 01 ee ff c0 02 7f 00 00 00 00 00 00",
                .found(door, rssi: nil, connectable: true, advertisement: [])
            ),
            ("13 00 00 00 02 00 06 01", .discovering(true)),
            (
                "1c 00 00 00 10 00 03 02 01 ee ff c0 02 00 18 00 28 00 01 00 48 00",
                .newConnectionParameters(door, parameters)
            ),
            ("0c 00 00 00 08 00 03 02 01 ee ff c0 00 03", .other(0x0C)),
            ("99 00 00 00 01 00 07", .other(0x99)),
        ]
    }()

    @Test(arguments: events)
    func `events are read as the management API lays them out`(hex: String, event: ManagementEvent) throws {
        #expect(try ManagementEvent(ManagementPacket(decoding: bytes(hex))) == event)
    }

    @Test(arguments: events)
    func `a datagram that was cut is refused`(hex: String, event: ManagementEvent) {
        let whole = bytes(hex)
        for count in whole.indices {
            #expect(throws: Malformed.self) { try ManagementPacket(decoding: Array(whole[..<count])) }
        }
        #expect(throws: Malformed.self) { try ManagementPacket(decoding: whole + [0]) }
    }

    @Test func `parameters that are too short for their event are refused at the byte where they end`() {
        let packet = ManagementPacket(code: 0x0C, index: 0, parameters: [3, 2, 1])
        #expect(throws: Malformed(at: 9, "device address needs 6 bytes, of which 3 are there")) {
            try ManagementEvent(packet)
        }
    }

    @Test func `a packet survives its own bytes`() throws {
        for event in BlueZManagementTests.events {
            #expect(try ManagementPacket(decoding: bytes(event.0)).bytes == bytes(event.0))
        }
    }

    @Test func `a controller's description tells its address and what it can do`() throws {
        var answer = bytes("03 02 01 ee ff c0 09 f1 05 93 0a 00 00 01 02 00 00")
        answer += [UInt8](repeating: 0, count: 3 + 249 + 11)
        let info = try ControllerInfo(decoding: answer)
        #expect(info.address == BluetoothAddress(value: 0xC0FF_EE01_0203))
        #expect(info.supported.contains([.bredr, .lowEnergy, .secureConnections]))
        #expect(info.current == [.powered, .lowEnergy])
        #expect(try ControllerInfo.indices(decoding: [2, 0, 1, 0, 5, 0]) == [1, 5])
        #expect(throws: Malformed.self) { try ControllerInfo.indices(decoding: [2, 0, 1, 0, 5]) }
    }

    @Test func `hostile datagrams are refused or read, and never trap`() {
        var mutator = Mutator(seeds: BlueZManagementTests.events.map { bytes($0.0) })
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let input = mutator.next(limit: 80)
            do throws(Malformed) {
                let packet = try ManagementPacket(decoding: input)
                #expect(packet.bytes == input)
                _ = try ManagementEvent(packet)
                read += 1
            } catch { refused += 1 }
            // The header's length rarely survives mutation, so the parameters are also tried alone.
            if let code = input.first {
                let parameters = Array(input.dropFirst(6))
                _ = try? ManagementEvent(ManagementPacket(code: UInt16(code), index: 0, parameters: parameters))
                _ = try? ControllerInfo(decoding: parameters)
                _ = try? ControllerInfo.indices(decoding: parameters)
            }
        }
        #expect(read > 1000 && refused > 1000)
    }

    @Test func `names and numbers of codes are both told`() {
        #expect("\(ManagementStatus.busy)" == "busy (0x0a)")
        #expect("\(ManagementStatus(rawValue: 0x77))" == "status 0x77")
        #expect("\(ManagementOpcode.setPowered)" == "Set Powered")
        #expect("\(ManagementOpcode(rawValue: 0x0777))" == "management command 0x0777")
    }
}
