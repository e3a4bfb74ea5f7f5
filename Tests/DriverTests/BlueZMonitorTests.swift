import Ground
import Links
import OperatingSystem
import TestSupport
import Testing

@testable import BlueZDriver

@Suite(
    "The kernel's Bluetooth monitor", .serialized, .onASteadyMachine,
    .enabled(if: VirtualAdapters.obstacle == nil, Comment(rawValue: VirtualAdapters.obstacle ?? "")))
struct BlueZMonitorTests {
    private let clock = MonotonicClock()
    private let mailbox = Mailbox()

    private func all(of monitor: BluetoothMonitor) -> [MonitorPacket] {
        var packets: [MonitorPacket] = []
        while true {
            let more = monitor.take(atMost: 7)
            packets += more
            if more.count < 7 { return packets }
        }
    }

    @Test("adapters come up and exchange frames, and the monitor reports all of it in order, at the rig's time")
    func link() throws {
        let before = clock.now
        let monitor = try BluetoothMonitor(clock: clock)
        let adapters = try VirtualAdapters(clock: clock)
        let packets = try #require(AdvertisingPackets(name: "Door", services: []))
        let accessory = try EchoAccessory(on: adapters.accessories[0], packets, clock: clock)
        let central = try BluetoothCentral(
            adapter: adapters.phone, targets: [("door", .name("Door"))], mailbox: mailbox, clock: clock)
        #expect(central.index == adapters.phone)
        _ = central.send("door", .connect(within: .seconds(5)))
        var sent: [(frame: [UInt8], instant: Instant)] = []
        var received: [(frame: [UInt8], instant: Instant)] = []
        while received.count < 20 {
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(10), clock: clock) else {
                break
            }
            switch arrival.inbound {
            case .bluetooth(_, .frame(let frame)): received.append((frame, arrival.instant))
            case .bluetooth(_, .connected): break
            default: continue
            }
            let frame: [UInt8] = [0x12, UInt8(sent.count), 0x00, 0xA5]
            sent.append((frame, central.send("door", .frame(frame))))
        }
        #expect(received.count == 20)
        // The answer to the last frame is still on its way and may be reported as well.
        let seen = all(of: monitor)
        let now = clock.now
        central.close()
        accessory.end()
        adapters.unplug()
        #expect(monitor.lost == 0 && monitor.failure == nil)

        for index in [adapters.phone, adapters.accessories[0]] {
            // New adapter, a command, an event.
            for opcode in [0, 2, 3] as [UInt16] {
                #expect(seen.contains { $0.adapter == index && $0.opcode == opcode }, "\(index), \(opcode)")
            }
        }
        #expect(seen.allSatisfy { $0.instant >= before && $0.instant <= now })
        // ACL and L2CAP headers of four octets each precede the ATT channel's payload.
        func frames(_ opcode: UInt16) -> [(frame: [UInt8], instant: Instant)] {
            seen.filter { $0.adapter == adapters.phone && $0.opcode == opcode && $0.payload.dropFirst(6).first == 4 }
                .map { (Array($0.payload.dropFirst(8)), $0.instant) }
        }
        #expect(frames(4).map(\.frame).starts(with: sent.prefix(20).map(\.frame)))
        #expect(frames(5).map(\.frame).starts(with: received.map(\.frame)))
        // The kernel has a frame before the rig does, and after the previous one, which it answers, within the
        // precision of reading two clocks.
        let exactness = Lapse.milliseconds(5)
        for (frame, arrival) in zip(frames(5), received) { #expect(frame.instant <= arrival.instant + exactness) }
        for (frame, earlier) in zip(frames(5).dropFirst(), received) {
            #expect(frame.instant + exactness >= earlier.instant)
        }
    }

    @Test("datagrams that the kernel dropped are counted, and later ones are reported again")
    func lost() throws {
        let monitor = try BluetoothMonitor(clock: clock, room: 1)
        let commands = try ManagementSocket()
        for _ in 0..<200 { _ = try Adapter.listed(commands, clock) }
        let lost = monitor.lost
        #expect(lost > 0)
        #expect(!all(of: monitor).isEmpty && all(of: monitor).isEmpty)
        _ = try Adapter.listed(commands, clock)
        // A management command and its answer.
        #expect(all(of: monitor).map(\.opcode).suffix(2) == [16, 17] && monitor.lost == lost)
    }

    @Test("a closed monitor gives nothing and says why")
    func closed() throws {
        let monitor = try BluetoothMonitor(clock: clock)
        monitor.close()
        monitor.close()
        #expect(monitor.take(atMost: 10).isEmpty && monitor.failure != nil && monitor.take(atMost: 10).isEmpty)
    }
}
