import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import TestSupport
import Testing

@testable import Benches

/// The kernel's files for the power of USB ports, in a temporary folder.
@Suite("Power of USB ports")
struct USBPowerTests {
    private let clock = MonotonicClock()
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Creates a port as the kernel shows it, and returns the path of its `disable` file.
    @discardableResult private func port(_ folder: String) throws -> String {
        var path = scratch.path
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            try #require(mkdir(path, 0o755) == 0 || errno == EEXIST)
        }
        try Scratch.write("0\n", to: "\(path)/disable")
        try Scratch.write("0\n", to: "\(path)/over_current_count")
        return "\(path)/disable"
    }

    private func power(_ locations: String...) throws -> USBPower {
        USBPower(
            locations: try locations.map { try #require(USBLocation($0)) }, folder: scratch.path,
            pause: .milliseconds(100))
    }

    @Test("ports of root hubs and of others are switched off for a while, and then on")
    func cycles() throws {
        let files = [try port("1-0:1.0/usb1-port4"), try port("2-1.3:2.0/2-1.3-port7")]
        try #require(mkdir(scratch("2-1.3"), 0o755) == 0)
        try Scratch.write("2\n", to: scratch("2-1.3/bConfigurationValue"))
        let power = try power("1-4", "2-1.3.7")
        #expect(power.obstacle() == nil)
        let began = clock.now
        try power.cycle(clock: clock)
        #expect(clock.now - began >= .milliseconds(100))
        #expect(files.map { Scratch.text(of: $0) } == ["0\n", "0\n"])
    }

    @Test("the mailbox receives that the power was read back; a port cannot reset a firmware")
    func reports() throws {
        try port("1-0:1.0/usb1-port1")
        let (power, mailbox) = (try power("1-1"), Mailbox())
        _ = power.perform(.cycle, on: "door", mailbox: mailbox, clock: clock)
        for event in [StageEvent.readBack(.power("door")), .powered("door")] {
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
                Issue.record("nothing came")
                return
            }
            #expect(arrival.inbound == .stage(event))
        }
        _ = power.perform(.factoryReset, on: "door", mailbox: mailbox, clock: clock)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock),
            case .fault(.stage, _) = arrival.inbound
        else {
            Issue.record("no fault")
            return
        }
    }

    @Test("the reader's cable is out until it is put back, by the end of the bench at the latest")
    func cable() throws {
        let file = try port("1-0:1.0/usb1-port3")
        let mailbox = Mailbox()
        let cable = try CableSwitch(try power("1-3"), mailbox: mailbox, clock: clock)
        func waits(for text: String) -> Bool {
            let limit = clock.now + .seconds(20)
            while Scratch.text(of: file)?.first != text.first, clock.now < limit {
                _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(5))
            }
            return Scratch.text(of: file)?.first == text.first
        }
        cable.pull(true)
        #expect(waits(for: "1"))
        cable.pull(false)
        #expect(waits(for: "0"))
        cable.pull(true)
        #expect(waits(for: "1"))
        cable.close()
        #expect(Scratch.text(of: file)?.first == "0")
        let missing = try CableSwitch(try power("1-9"), mailbox: mailbox, clock: clock)
        missing.pull(true)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock),
            case .fault(.stage, _) = arrival.inbound
        else {
            Issue.record("no fault")
            return
        }
        missing.close()
    }

    @Test("a port that is missing or does not obey is the rig's fault, and the others get power again")
    func refuses() throws {
        let whole = try port("1-0:1.0/usb1-port4")
        #expect(try power("1-5").obstacle() != nil)
        #expect(throws: RigFault.self) { try power("1-4", "1-5").cycle(clock: clock) }
        let lying = try port("1-0:1.0/usb1-port6")
        try #require(unlink(lying) == 0 && symlink("/dev/null", lying) == 0)
        #expect(throws: RigFault.self) { try power("1-4", "1-6").cycle(clock: clock) }
        #expect(Scratch.text(of: whole) == "0\n")
    }

    @Test("a fault names every port that could not be switched on again")
    func leavesOff() throws {
        let whole = try port("1-0:1.0/usb1-port4")
        for number in [6, 7] {
            let lying = try port("1-0:1.0/usb1-port\(number)")
            try #require(unlink(lying) == 0 && symlink("/dev/null", lying) == 0)
        }
        let power = try power("1-4", "1-6", "1-7")
        let fault = #expect(throws: RigFault.self) { try power.cycle(clock: clock) }
        #expect(
            fault?.what.contains("1-6, 1-7") == true && fault?.what.contains("1-4") == false,
            "\(String(describing: fault))")
        #expect(Scratch.text(of: whole) == "0\n")
    }

    @Test("a port that was left off is a fault with the command that switches it on")
    func staysOff() throws {
        let file = try port("1-0:1.0/usb1-port4")
        let power = try power("1-4")
        #expect(power.offObstacle() == nil)
        try Scratch.write("1\n", to: file)
        #expect(power.offObstacle()?.remedy.contains("echo 0 > \(file)") == true)
        #expect(power.obstacle() == power.offObstacle())
        #expect(try self.power("1-5").offObstacle() == nil, "only switching needs a port that is there")
    }

    @Test("locations are those that the kernel writes", arguments: ["1-4", "1-1.4", "12-1.2.3.4.5.6"])
    func locations(_ text: String) { #expect(USBLocation(text)?.description == text) }

    @Test(
        "anything else is no location",
        arguments: ["", "1", "1-", "-1", "0-1", "1-0", "1-1.", "1-01", "usb1", "1-1.2.3.4.5.6.7", "1-1/..", "1-+1"])
    func noLocations(_ text: String) { #expect(USBLocation(text) == nil) }
}
