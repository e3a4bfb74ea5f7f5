import Ground
import Synchronization
import Testing

/// The USB side of a Bluetooth dongle: the traffic between its endpoints and the controller.
@Suite struct BluetoothDongleTests {
    private final class Controller: Sendable {
        let heard = Mutex<[[UInt8]]>([])
    }

    private static func request(_ type: UInt8) -> USBControlRequest { USBControlRequest([type, 0, 0, 0, 0, 0, 3, 0]) }

    @Test("commands and data of the host reach the controller with the byte of their kind")
    func host() {
        let controller = Controller()
        var dongle = SimulatedBluetoothDongle { packet in controller.heard.withLock { $0.append(packet) } }
        #expect(dongle.answer(Self.request(0x20), [0x03, 0x0C, 0x00], at: .start) == [])
        #expect(dongle.answer(Self.request(0x40), [0x03, 0x0C, 0x00], at: .start) == nil)
        dongle.receive([0x40, 0x00, 0x01, 0x00, 0xAA], on: 2, at: .start)
        dongle.receive([0xFF], on: 3, at: .start)
        #expect(controller.heard.withLock { $0 } == [[1, 0x03, 0x0C, 0x00], [2, 0x40, 0x00, 0x01, 0x00, 0xAA]])
    }

    @Test("packets of the controller leave on their endpoints, however they were split")
    func controller() {
        let complete: [UInt8] = [0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]
        let long: [UInt8] = [0x3E, 100] + [UInt8](repeating: 5, count: 100)
        let data: [UInt8] = [0x40, 0x20, 0x2C, 0x01] + [UInt8](repeating: 6, count: 300)
        let stream = [4] + complete + [2] + data + [4] + long
        for split in 0...stream.count {
            var dongle = SimulatedBluetoothDongle { _ in }
            dongle.receive(fromController: Array(stream[..<split]))
            dongle.receive(fromController: Array(stream[split...]))
            #expect(dongle.trouble == nil && dongle.next(on: 3) == nil)
            #expect(dongle.next(on: 2) == data && dongle.next(on: 2) == nil)
            #expect(dongle.next(on: 1) == complete)
            // The host reassembles data that takes more than one USB packet.
            #expect(dongle.next(on: 1) == Array(long[..<64]) && dongle.next(on: 1) == Array(long[64...]))
            #expect(dongle.next(on: 1) == nil)
        }
    }

    @Test("a byte that begins no packet of a controller ends the stream", arguments: [0, 1, 3, 5, 0xFF])
    func malformed(first: UInt8) {
        var dongle = SimulatedBluetoothDongle { _ in }
        dongle.receive(fromController: [4, 0x0E, 0x00, first, 4, 0x0E, 0x00])
        #expect(dongle.trouble != nil)
        #expect(dongle.next(on: 1) == [0x0E, 0x00] && dongle.next(on: 1) == nil)
    }

    @Test("descriptors fit, and name a Bluetooth controller")
    func descriptors() {
        let dongle = SimulatedBluetoothDongle { _ in }
        #expect(dongle.device.count == 18 && dongle.device[4...6] == [0xE0, 0x01, 0x01])
        var (place, kinds) = (0, [UInt8]())
        while place < dongle.configuration.count {
            kinds.append(dongle.configuration[place + 1])
            place += Int(dongle.configuration[place])
        }
        #expect(place == Int(dongle.configuration[2]) && kinds == [2, 4, 5, 5, 5])
    }
}
