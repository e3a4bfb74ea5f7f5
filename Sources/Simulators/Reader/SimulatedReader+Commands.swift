import Ground
import NDEF

extension SimulatedReader {
    /// The result of a command.
    enum Answer: Sendable {
        /// The bytes after the answer's code.
        case data([UInt8])
        case syntaxError
        case later(Pending)
    }

    static let txMode: UInt16 = 0x6302
    static let rxMode: UInt16 = 0x6303

    mutating func answer(_ command: PN532Command, _ data: [UInt8], at now: Instant) -> Answer {
        switch command {
        case .diagnose: return diagnose(data)
        case .getFirmwareVersion: return .data([0x32, 0x01, 0x06, 0x07])
        case .getGeneralStatus: return .data(generalStatus)
        case .readRegister: return readRegisters(data)
        case .writeRegister: return writeRegisters(data)
        case .readGPIO: return .data([0x00, 0x00, 0x00])
        case .writeGPIO, .setSerialBaudRate, .samConfiguration: return data.isEmpty ? .syntaxError : .data([])
        case .setParameters:
            guard let first = data.first else { return .syntaxError }
            parameters = first
            return .data([])
        case .powerDown:
            guard !data.isEmpty else { return .syntaxError }
            isAsleep = true
            field.turn(on: false)
            return .data([PN532Status.success.rawValue])
        case .rfConfiguration: return configureField(data)
        case .inListPassiveTarget: return listPassiveTargets(data, at: now)
        case .inAutoPoll: return autoPoll(data, at: now)
        case .inDataExchange: return exchange(data)
        case .inCommunicateThru: return communicateThru(data)
        case .inDeselect: return deselect(data, forgetting: false)
        case .inRelease: return deselect(data, forgetting: true)
        case .inSelect:
            guard let target = data.first else { return .syntaxError }
            return status(field.reselect(target) ? .success : .wrongContext)
        case .inPSL: return status(.success)
        case .inATR, .inJumpForDEP, .inJumpForPSL: return status(.timeout)  // no peer is ever there
        default: return .syntaxError
        }
    }

    func status(_ status: PN532Status) -> Answer { .data([status.rawValue]) }

    /// Test 0 returns the input; the other tests report a working chip.
    private func diagnose(_ data: [UInt8]) -> Answer {
        switch data.first {
        case .none: .syntaxError
        case 0x00: .data(data)
        case .some: .data([PN532Status.success.rawValue])
        }
    }

    private var generalStatus: [UInt8] {
        let targets = field.targets
        var status = [0x00, field.isOn ? 0x01 : 0x00, UInt8(clamping: targets.count)]
        for target in targets { status += [target, 0x00, 0x00, AutoPoll.mifare] }
        return status + [0x80]
    }

    private func readRegisters(_ data: [UInt8]) -> Answer {
        guard !data.isEmpty, data.count.isMultiple(of: 2) else { return .syntaxError }
        return .data(
            stride(from: 0, to: data.count, by: 2).map { registers[UInt16(data[$0]) << 8 | UInt16(data[$0 + 1])] ?? 0 })
    }

    private mutating func writeRegisters(_ data: [UInt8]) -> Answer {
        guard !data.isEmpty, data.count.isMultiple(of: 3) else { return .syntaxError }
        for index in stride(from: 0, to: data.count, by: 3) {
            registers[UInt16(data[index]) << 8 | UInt16(data[index + 1])] = data[index + 2]
        }
        return .data([])
    }

    private mutating func configureField(_ data: [UInt8]) -> Answer {
        switch (data.first, data.count) {
        case (0x01, 2):
            field.turn(on: data[1] & 0x01 != 0)
            chainedAnswer = []
        case (0x05, 4): passiveRetries = data[3]
        case (0x01, _), (0x05, _), (.none, _): return .syntaxError
        case (.some, _): break  // timings and analog settings have no effect here
        }
        return .data([])
    }

    private mutating func listPassiveTargets(_ data: [UInt8], at now: Instant) -> Answer {
        guard data.count >= 2, (1...2).contains(data[0]) else { return .syntaxError }
        let uid = data[1] == 0 ? Array(data[2...]) : []
        let poll = PassivePoll(most: Int(data[0]), modulation: data[1], uid: uid)
        chainedAnswer = []
        let end = passiveRetries == 0xFF ? nil : now + passiveTry * (Int(passiveRetries) + 1)
        return .later(.polling(poll, until: end))
    }

    private mutating func autoPoll(_ data: [UInt8], at now: Instant) -> Answer {
        guard data.count >= 3, data.count <= 17, data[0] != 0, (1...15).contains(data[1]) else { return .syntaxError }
        let types = Array(data[2...])
        chainedAnswer = []
        let turns = Int(data[0]) * Int(data[1]) * types.count
        return .later(
            .autoPolling(AutoPoll(types: types), until: data[0] == 0xFF ? nil : now + Self.autoPollUnit * turns))
    }

    private mutating func deselect(_ data: [UInt8], forgetting: Bool) -> Answer {
        guard let target = data.first else { return .syntaxError }
        chainedAnswer = []
        return status(field.deselect(target, forgetting: forgetting) ? .success : .wrongContext)
    }
}
