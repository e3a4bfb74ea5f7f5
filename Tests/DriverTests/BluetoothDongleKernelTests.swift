import BlueZDriver
import Ground
import Links
import OperatingSystem
import Testing

@Suite(
    "A Bluetooth dongle on USB behind the kernel's own driver", .serialized,
    .enabled(if: DongleBench.obstacle == nil, Comment(rawValue: DongleBench.obstacle ?? "")))
struct BluetoothDongleKernelTests {
    @Test("a link over it exchanges frames, and its loss is the rig's fault")
    func link() throws {
        let bench = try DongleBench()
        defer { bench.close() }
        let adapter = try #require(try bench.adapter())
        let central = try BluetoothCentral(
            adapter: adapter, targets: [("door", .name("Door"))], mailbox: bench.mailbox, clock: bench.clock)
        defer { central.close() }
        _ = central.send("door", .connect(within: .seconds(10)))
        guard case .bluetooth(_, .discovered)? = bench.next(), case .bluetooth(_, .connected)? = bench.next() else {
            Issue.record("no link came")
            return
        }
        _ = central.send("door", .frame([0x02, 0xF7, 0x00]))
        #expect(bench.next() == .bluetooth("door", .frame([0x03, 0xF7, 0x00])))
        for number in 0..<100 {
            let frame: [UInt8] = [0x12, UInt8(number), 0] + [UInt8](repeating: 7, count: 200)
            _ = central.send("door", .frame(frame))
            #expect(bench.next() == .bluetooth("door", .frame([0x0B] + frame)))
        }
        bench.unplug()
        guard case .fault(.bluetooth, _)? = bench.next() else {
            Issue.record("the loss of the dongle was not reported as a fault of the rig")
            return
        }
    }

    /// The maximum number of messages that are cut; the kernel's set-up of a controller alone takes a hundred.
    private static let most = 12

    /// Connects, and exchanges some frames; returns the ends of the dongle's messages until its adapter was ready, and
    /// after that.
    private func recordedSession() throws -> (setUp: [Int], link: [Int]) {
        let bench = try DongleBench()
        defer { bench.close() }
        let adapter = try #require(try bench.adapter())
        let setUp = bench.ends
        let central = try BluetoothCentral(
            adapter: adapter, targets: [("door", .name("Door"))], mailbox: bench.mailbox, clock: bench.clock)
        defer { central.close() }
        _ = central.send("door", .connect(within: .seconds(10)))
        guard case .bluetooth(_, .discovered)? = bench.next(), case .bluetooth(_, .connected)? = bench.next() else {
            Issue.record("no link came")
            return ([], [])
        }
        for _ in 0..<3 {
            _ = central.send("door", .frame(Self.frame))
            #expect(bench.next() == .bluetooth("door", .frame([0x0B] + Self.frame)))
        }
        return (setUp, Array(bench.ends.dropFirst(setUp.count)))
    }

    private static let frame: [UInt8] = [0x12, 1, 0] + [UInt8](repeating: 7, count: 100)

    @Test("unplugged at any byte it is never the accessory that is blamed")
    func unplugged() throws {
        let (setUp, link) = try recordedSession()
        let points =
            UnpluggingPoints.of(setUp, atMost: Self.most / 3)
            + UnpluggingPoints.of(link, after: setUp, atMost: Self.most)
        #expect(setUp.count > 20 && link.count > 10 && points.count > 2 * Self.most, "\(setUp) \(link)")
        for point in points { try unplug(after: point) }
    }

    private func unplug(after bytes: Int) throws {
        let bench = try DongleBench(unpluggedAfter: bytes)
        defer { bench.close() }
        // If it disappears early there is no adapter to open, or opening it fails with the reason.
        guard let adapter = try bench.adapter() else { return }
        let central: BluetoothCentral
        do throws(RigFault) {
            central = try BluetoothCentral(
                adapter: adapter, targets: [("door", .name("Door"))], mailbox: bench.mailbox, clock: bench.clock)
        } catch { return }
        defer { central.close() }
        _ = central.send("door", .connect(within: .seconds(10)))
        for _ in 0..<200 {
            switch bench.next() {
            case .fault(.bluetooth, _): return
            case .bluetooth(_, .disconnected(let reason)):
                #expect(reason == .local, "after \(bytes) bytes the accessory is blamed: \(reason)")
            case .bluetooth(_, .connected), .bluetooth(_, .frame): _ = central.send("door", .frame(Self.frame))
            case .bluetooth: break
            case let other:
                Issue.record("after \(bytes) bytes: \(String(describing: other))")
                return
            }
        }
        Issue.record("after \(bytes) bytes nothing was lost")
    }
}
