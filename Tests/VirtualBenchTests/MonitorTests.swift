import Foundation
import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

/// The kernel's view, in the traces of runs on the virtual rig.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(10)), .onASteadyMachine) struct MonitorTests {
        private static let scenarios = ["configurationExchange", "pairsAndComesBack", "twoAccessories"]

        @Test(
            "each ATT frame of a run is among what the kernel saw, in order; tshark reads all of it as it was written")
        func all() throws {
            let scratch = try Scratch()
            let program = try Program(["run"] + Self.scenarios + ["--rig", "virtual", "--output", scratch("out")])
            let status = try program.end(within: .seconds(200))
            // A machine short of processor time turns a run into an error; its trace is complete nevertheless.
            #expect(status == 0 || status == 3, "\(program.output)")
            for (index, scenario) in Self.scenarios.enumerated() {
                let path = scratch("out/00\(index + 1)-\(scenario)-seed1/trace.pcapng")
                let file = try #require(FileManager.default.contents(atPath: path), "\(program.output)")
                let (events, error) = TraceReader.read(Array(file))
                #expect(error == nil)
                let kernel = events.compactMap { if case .kernel(let packet) = $0 { packet } else { nil } }
                try Self.compare(events, kernel, scenario)
                if let tshark = WiresharkProgram.tshark { try Self.read(path, kernel, with: tshark) }
                print("\(scenario): \(kernel.count) packets of the kernel's, \(file.count) bytes")
            }
        }

        /// Checks that each accessory's frames are those of one adapter of the kernel, at about the same time.
        private static func compare(_ events: [TraceEvent], _ kernel: [CapturedPacket], _ scenario: String) throws {
            let header = try #require(
                events.first.flatMap { if case .began(let header) = $0 { header } else { nil } }, "\(scenario)")
            #expect(kernel.count > 100 && kernel.allSatisfy { $0.linkType == .bluetoothLinuxMonitor })
            var decoder = BluetoothDecoder()
            var seen: [CapturedBluetoothEvent] = []
            for packet in kernel { decoder.receive(packet, into: &seen) }
            // The capture extends from before the adapters existed until the links were given back.
            #expect(kernel.first?.instant.map { $0 < header.wallClock } == true)
            #expect(seen.contains { if case .disconnected = $0.kind { true } else { false } })
            var accessories = 0
            for name in header.accessories {
                let frames = events.compactMap { Frame($0, of: name, header) }
                guard !frames.isEmpty else { continue }
                accessories += 1
                let found = Set(seen.map(\.adapter)).contains { adapter in
                    let others = seen.filter { $0.adapter == adapter }.compactMap { Frame($0) }
                    return [FrameDirection.inbound, .outbound].allSatisfy { direction in
                        let ours = frames.filter { $0.direction == direction }
                        let theirs = others.filter { $0.direction == direction }
                        return ours.map(\.bytes) == theirs.map(\.bytes)
                            && areAlike(zip(ours, theirs).map { $0.wall - $1.wall }, direction)
                    }
                }
                #expect(found, "\(scenario): the frames of \(name) are those of no adapter")
            }
            #expect(accessories == (scenario == "twoAccessories" ? 2 : 1))
        }

        /// Returns whether our clock agreed with the kernel's, judging by how much later we stamped each frame of a
        /// direction.
        ///
        /// A standstill of the machine delays a few of them by that much. The kernel has a frame before we have it,
        /// within the accuracy of reading two clocks.
        private static func areAlike(_ delays: [Lapse], _ direction: FrameDirection) -> Bool {
            guard let usual = delays.sorted().dropFirst(delays.count / 2).first else { return true }
            return abs(usual.seconds) < 1 && (direction == .outbound || delays.allSatisfy { $0 >= .milliseconds(-5) })
        }

        /// Checks that tshark reads our count, directions and time stamps, and nothing of Bluetooth as malformed.
        private static func read(_ path: String, _ kernel: [CapturedPacket], with tshark: WiresharkProgram) throws {
            let fields = ["frame.time_epoch", "frame.packet_flags_direction", "hci_mon.adapter_id", "_ws.malformed"]
            let table = try tshark.output(
                ["-n", "-r", path, "-Y", "hci_mon", "-T", "fields"] + fields.flatMap { ["-e", $0] })
            let rows = table.split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
            #expect(rows.count == kernel.count)
            for (row, packet) in zip(rows, kernel) {
                try #require(row.count == 4)
                #expect(row[0] == packet.instant?.description && row[3].isEmpty, "\(row)")
                let direction = packet.direction.map { $0 == .inbound ? 1 : 2 } ?? 0
                #expect((Int(row[1].dropFirst(2), radix: 16) ?? 0) == direction, "\(row)")
                #expect(Int(row[2]) == Int(packet.bytes[0]) << 8 | Int(packet.bytes[1]), "\(row)")
            }
            let malformed = try tshark.output(["-n", "-r", path, "-Y", "_ws.malformed && (hci_mon || bthci_acl)"])
            #expect(malformed.isEmpty, "\(malformed)")
        }
    }
}

/// An ATT PDU, seen from the phone, with its wall-clock time.
private struct Frame {
    let bytes: [UInt8]
    let direction: FrameDirection
    let wall: WallInstant

    /// Creates a frame from the run's event, if it is one exchanged with the accessory.
    init?(_ event: TraceEvent, of name: AccessoryName, _ header: TraceHeader) {
        switch event {
        case .received(let arrival, _, _):
            guard case .bluetooth(name, .frame(let bytes)) = arrival.inbound else { return nil }
            (self.bytes, direction, wall) = (bytes, .inbound, header.wallInstant(at: arrival.instant))
        case .sent(.bluetooth(name, .frame(let bytes)), let instant, _):
            (self.bytes, direction, wall) = (bytes, .outbound, header.wallInstant(at: instant))
        default: return nil
        }
    }

    /// Creates a frame from the kernel's event, if it is one on the ATT channel.
    init?(_ event: CapturedBluetoothEvent) {
        guard case .att(let frame) = event.kind, let direction = frame.direction, let wall = event.instant else {
            return nil
        }
        (bytes, self.direction, self.wall) = (frame.payload, direction, wall)
    }
}
