import Benches
import Ground
import Links
import OperatingSystem
import TestSupport
import Testing
import UWB

@testable import USBDriver

/// A simulated board with CLI firmware on a pseudo-terminal, and the host connected to it.
private struct CLILine {
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let terminal: PseudoTerminal
    let kit: SerialKit
    var host: any UWBHost
    var device = CLIDevice()
    var told: [UWBHostEffect] = []
    var isActive = false

    init(_ name: String, host: any UWBHost = CLIHost()) throws {
        terminal = try PseudoTerminal(link: temporaryPath(name))
        kit = SerialKit(path: terminal.path, mailbox: mailbox, clock: clock)
        self.host = host
        _ = kit.send(.open)
    }

    /// Moves bytes and time until a condition holds, or for 30 s.
    mutating func go(until isReached: (CLILine) -> Bool) throws {
        let limit = clock.now + .seconds(30)
        while !isReached(self), clock.now < limit {
            if let bytes = try terminal.master.read(upTo: 7), !bytes.isEmpty {
                try take(device.receive(bytes, at: clock.now))
            }
            try take(device.advance(to: clock.now))
            if case .arrival(let arrival) = mailbox.take(until: clock.now + .milliseconds(2), clock: clock) {
                switch arrival.inbound {
                case .kit(.opened): take(host.begin(at: clock.now))
                case .kit(.bytes(let bytes)): take(host.receive(bytes, at: clock.now))
                default: Issue.record("\(arrival.inbound)")
                }
            }
            take(host.advance(to: clock.now))
        }
        #expect(isReached(self))
    }

    mutating func take(_ effects: [UWBHostEffect]) {
        for effect in effects {
            if case .send(let bytes) = effect { _ = kit.send(.bytes(bytes)) } else { told.append(effect) }
        }
    }

    mutating func take(_ effects: [CLIDeviceEffect]) throws {
        for effect in effects {
            switch effect {
            case .print(let message): _ = try terminal.master.write(Array(message.text.utf8))
            case .sessionActive: isActive = true
            case .sessionInactive: isActive = false
            }
        }
    }

    func close() {
        kit.close()
        terminal.close()
    }
}

@Suite("A kit with CLI firmware behind a serial device", .onASteadyMachine)
struct SerialCLITests {
    @Test("It is brought up, ranges, and is stopped, with junk in its line buffer from before")
    func session() throws {
        var line = try CLILine("cli")
        defer { line.close() }
        // The remains of a program that probed every serial line.
        _ = line.device.receive(Array("AT+CGMM".utf8), at: line.clock.now)
        try line.go { if case .ready? = $0.told.last { true } else { false } }
        let parameters = RangingParameters(
            sessionID: 7, deviceType: .controlee, role: .responder, address: ShortMACAddress(rawValue: 0x7570),
            peers: [ShortMACAddress(rawValue: 0xD711)], staticSTSIV: StaticSTSIV([1, 2, 3, 4, 5, 6]))
        line.take(line.host.startSession(parameters, at: line.clock.now))
        try line.go { $0.told.last == .sessionStarted(7) && $0.isActive }
        try line.take(
            line.device.report([.init(address: 0xD711, status: "SUCCESS", centimetres: 123)], at: line.clock.now))
        let measured = RangingMeasurement(peer: ShortMACAddress(rawValue: 0xD711), distance: .metres(1.23))
        try line.go { $0.told.last == .measurements(7, [measured]) }
        line.take(line.host.stopSession(7, at: line.clock.now))
        try line.go { $0.told.last == .sessionStopped(7, .hostCommand) && !$0.isActive }
    }
}
