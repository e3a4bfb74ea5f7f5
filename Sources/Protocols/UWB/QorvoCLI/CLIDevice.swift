public import Ground

/// The device's side of Qorvo's CLI, for simulated kits: prints what a DWM3001CDK with firmware 1.1 prints.
///
/// Each line is echoed. One application runs at a time; STOP takes 0.3 s, during which every other application is
/// refused. The device has no clock and no radio: its owner calls `report` once per block of the active session (fact
/// sheet 4.5).
public struct CLIDevice: Sendable {
    private enum State: Sendable {
        case idle
        case ranging(RangingParameters, sequence: UInt32)
        /// STOP was received.
        case stopping(until: Instant)
    }

    private static let stoppingTime = Lapse.milliseconds(300)
    private static let management = "State change with session management commands"

    private var state = State.idle
    private var lines = TextLineReader()

    public init() {}

    /// The next instant at which `advance(to:)` has work to do; nil if there is none.
    public var deadline: Instant? { if case .stopping(let until) = state { until } else { nil } }

    /// Powers the device up: it forgets everything and stays silent until queried.
    public mutating func powerUp(at now: Instant) -> [CLIDeviceEffect] {
        defer { self = CLIDevice() }
        return stopRanging()
    }

    /// Takes bytes from the host, split in any way.
    public mutating func receive(_ bytes: [UInt8], at now: Instant) -> [CLIDeviceEffect] {
        var ended: [TextLine] = []
        lines.receive(bytes[...], into: &ended)
        return ended.flatMap { receive($0, at: now) }
    }

    public mutating func advance(to now: Instant) -> [CLIDeviceEffect] {
        guard case .stopping(let until) = state, until <= now else { return [] }
        state = .idle
        return []
    }

    /// Prints the result of a ranging round; does nothing if no session is ranging.
    public mutating func report(_ measurements: [CLIMessage.Measurement], at now: Instant) -> [CLIDeviceEffect] {
        guard case .ranging(let parameters, let sequence) = state else { return [] }
        state = .ranging(parameters, sequence: sequence &+ 1)
        let heading = [
            ("session_handle", "1"), ("sequence_number", "\(sequence)"), ("block_index", "\(sequence)"),
            ("n_measurements", "\(measurements.count)"),
        ].map { CLIMessage.Parameter(name: $0.0, value: $0.1) }
        return [.print(.round(CLIMessage.Round(heading: heading, measurements: measurements)))]
    }

    /// Ends ranging as if by the peer over the air: the session becomes idle, and the application does not restart.
    public mutating func stopInBand(at now: Instant) -> [CLIDeviceEffect] {
        let stopped = stopRanging()
        return stopped.isEmpty ? [] : stopped + [.print(.state("IDLE", reason: "Session stopped due to inband signal"))]
    }

    private mutating func stopRanging() -> [CLIDeviceEffect] {
        guard case .ranging(let parameters, _) = state else { return [] }
        state = .idle
        return [.sessionInactive(parameters.sessionID)]
    }

    private mutating func receive(_ line: TextLine, at now: Instant) -> [CLIDeviceEffect] {
        let text = String(decoding: line.bytes.filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        let echo = CLIDeviceEffect.print(.other(text))
        do throws(CLICommand.Refusal) {
            return [echo] + carryOut(try CLICommand(line: Substring(text)), at: now)
        } catch {
            return [echo, .print(.refused(error.text))]
        }
    }

    private mutating func carryOut(_ command: CLICommand, at now: Instant) -> [CLIDeviceEffect] {
        switch (command, state) {
        case (.status, _): return [.print(.status(status)), .print(.other("")), .print(.ok)]
        case (.stop, .ranging):
            let stopped = stopRanging()
            state = .stopping(until: now + Self.stoppingTime)
            return stopped + stopAnswer
        case (.stop, .idle), (.stop, .stopping): return stopAnswer
        case (.range(let parameters), .idle):
            state = .ranging(parameters, sequence: 0)
            let states = ["INIT", "IDLE", "ACTIVE"].map {
                CLIDeviceEffect.print(.state($0, reason: Self.management))
            }
            return [.print(.parameters(CLIMessage.parameters(of: parameters))), .print(.ok)] + states
                + [.sessionActive(parameters)]
        case (.range, .ranging), (.range, .stopping): return [.print(.refused("error: incompatible mode"))]
        }
    }

    /// Two empty lines and `ok`, with or without a session, and no line about its state.
    private var stopAnswer: [CLIDeviceEffect] { [.print(.other("")), .print(.other("")), .print(.ok)] }

    private var status: [CLIMessage.Parameter] {
        let application = if case .ranging(let parameters, _) = state { parameters.application } else { "NONE" }
        return [
            ("Device", "DWM3001CDK"), ("Current App", application), ("Version", "1.1.0"),
            ("Driver", "DW3000 Device Driver Version 08.19.02"), ("UWB stack", "R12.7.0-405-gb33c5c4272"),
        ].map { CLIMessage.Parameter(name: $0.0, value: $0.1) }
    }
}

/// An output of a device.
public enum CLIDeviceEffect: Hashable, Sendable {
    /// Lines for the host.
    case print(CLIMessage)
    /// The host started ranging; one `report` per block is expected.
    case sessionActive(RangingParameters)
    /// Ranging ended, for any reason.
    case sessionInactive(UInt32)
}
