import NDEF

extension SimulatedReader {
    /// InDataExchange: a command for a target, with the chip's help in block protocol and check sums.
    ///
    /// The host's own chaining (bit 40 of the target number) is refused: libnfc does not use it.
    mutating func exchange(_ data: [UInt8]) -> Answer {
        guard let target = data.first else { return .syntaxError }
        guard let platform = field.platform(of: target) else { return status(.wrongContext) }
        let command = Array(data.dropFirst())
        guard !command.isEmpty else { return chainedAnswer.isEmpty ? status(.wrongContext) : nextPiece() }
        chainedAnswer = []
        if platform == .type2 {
            // The chip takes these two for the authentication of a MIFARE Classic, which this tag is not.
            if command[0] == 0x60 || command[0] == 0x61 { return status(.authenticationFailed) }
            guard let answer = field.exchange(command, with: target) else { return status(.timeout) }
            if answer.count == 1 { return status(answer == SimulatedType2.ack ? .success : .wrongData) }
            guard answer.count <= Self.mostAnswerBytes else { return status(.bufferTooSmall) }
            return .data([PN532Status.success.rawValue] + answer)
        }
        guard let answer = field.exchange(command, with: target) else { return status(.timeout) }
        chainedAnswer = answer
        return nextPiece()
    }

    private mutating func nextPiece() -> Answer {
        let piece = Array(chainedAnswer.prefix(largestAnswer))
        chainedAnswer.removeFirst(piece.count)
        let status: PN532Status = chainedAnswer.isEmpty ? .success : .moreInformation
        return .data([status.rawValue] + piece)
    }

    /// InCommunicateThru: raw bytes for the selected tag, with check sums only where the registers ask for them.
    ///
    /// Of the block protocol of Type 4 tags only R(NAK), which asks whether the tag is there, and DESELECT are
    /// known here.
    mutating func communicateThru(_ data: [UInt8]) -> Answer {
        // Without a selected tag nobody answers; a real chip then runs into its timeout.
        guard let target = field.targets.min(), let platform = field.platform(of: target) else {
            return status(.timeout)
        }
        var command = data
        if (registers[Self.txMode] ?? 0) & 0x80 == 0 {
            guard command.count > 2, Self.checkSumA(command.dropLast(2)) == Array(command.suffix(2)) else {
                return status(.timeout)
            }
            command.removeLast(2)
        }
        guard var answer = answer(toRaw: command, of: target, platform) else { return status(.timeout) }
        if answer.count == 1, platform == .type2 {
            guard answer == SimulatedType2.ack else { return status(.wrongData) }
        } else if (registers[Self.rxMode] ?? 0) & 0x80 == 0 {
            answer += Self.checkSumA(answer[...])
        }
        guard answer.count <= Self.mostAnswerBytes else { return status(.bufferTooSmall) }
        return .data([PN532Status.success.rawValue] + answer)
    }

    private mutating func answer(toRaw command: [UInt8], of target: UInt8, _ platform: TagPlatform) -> [UInt8]? {
        if platform == .type2 {
            let answer = field.exchange(command, with: target)
            if command == [0x50, 0x00] { _ = field.deselect(target, forgetting: false) }
            return answer
        }
        guard command.count == 1, field.isAnswering(target) else { return nil }
        switch command[0] {
        case 0xB2, 0xB3: return [command[0] & 0x0F | 0xA0]
        case 0xC2:
            _ = field.deselect(target, forgetting: false)
            return [0xC2]
        default: return nil
        }
    }

    /// CRC_A of ISO 14443-3, low byte first.
    static func checkSumA(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var value: UInt16 = 0x6363
        for byte in bytes {
            var step = byte ^ UInt8(truncatingIfNeeded: value)  // the low byte takes part
            step ^= step << 4
            value = value >> 8 ^ UInt16(step) << 8 ^ UInt16(step) << 3 ^ UInt16(step) >> 4
        }
        return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]  // its two bytes
    }
}
