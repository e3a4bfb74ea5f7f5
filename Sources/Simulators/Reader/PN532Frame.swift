import Ground

/// The frames of a PN532 on its serial port (nfc.md 3.1).
enum PN532Frame {
    static let acknowledgement: [UInt8] = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
    static let negativeAcknowledgement: [UInt8] = [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
    /// The chip did not understand the command.
    static let syntaxError: [UInt8] = [0x00, 0x00, 0xFF, 0x01, 0xFF, 0x7F, 0x81, 0x00]
    static let hostToChip: UInt8 = 0xD4
    static let chipToHost: UInt8 = 0xD5
    /// The longest body of a frame: the direction byte and at most 264 bytes after it.
    static let longestBody = 265

    /// Returns a frame around a direction byte and data, in the extended form if the body has more than 255 bytes.
    static func encode(_ direction: UInt8, _ data: [UInt8]) -> [UInt8] {
        let body = [direction] + data
        precondition(body.count <= longestBody, "a frame of the chip carries at most \(longestBody) bytes")
        var frame: [UInt8] = [0x00, 0x00, 0xFF]
        if body.count <= 255 {
            let length = UInt8(clamping: body.count)
            frame += [length, 0 &- length]
        } else {
            let high = UInt8(clamping: body.count >> 8)
            let low = UInt8(truncatingIfNeeded: body.count)  // takes the lowest byte on purpose
            frame += [0xFF, 0xFF, high, low, 0 &- (high &+ low)]
        }
        return frame + body + [0 &- checkSum(body), 0x00]
    }

    static func checkSum(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }
}

/// Finds the host's frames in the bytes from the serial port, and skips everything else.
///
/// A frame begins at `00 FF`, whatever precedes it. One with a wrong check sum is silently skipped, and the search
/// continues after its start code. The buffer never holds more than one unfinished frame.
struct PN532FrameParser: Sendable {
    enum Input: Hashable, Sendable {
        /// `55` outside a frame: rising edges that wake a sleeping chip.
        case wakeUp
        case acknowledgement
        case negativeAcknowledgement
        /// The bytes after the direction byte; at least one, the command's code.
        case command([UInt8])
        /// A valid frame that is not a command.
        case noCommand
    }

    private var buffer: [UInt8] = []

    mutating func receive(_ bytes: [UInt8]) -> [Input] {
        buffer += bytes
        var inputs: [Input] = []
        var place = 0
        while let input = next(&place) {
            if let input { inputs.append(input) }
        }
        buffer.removeFirst(place)
        return inputs
    }

    /// Advances `place`. Returns nil if more bytes are needed, and an inner nil if there was nothing to report.
    private func next(_ place: inout Int) -> Input?? {
        let rest = buffer[place...]
        guard let start = startCode(in: rest) else {
            // The last zero may be the first half of a start code.
            let end = rest.last == 0x00 ? rest.endIndex - 1 : rest.endIndex
            let wakes = rest[..<end].contains(0x55)
            place = end
            return wakes ? .some(.wakeUp) : nil
        }
        if start > place {
            let wakes = rest[..<start].contains(0x55)
            place = start
            return .some(wakes ? .wakeUp : nil)
        }
        guard rest.count >= 4 else { return nil }
        let (length, check) = (buffer[start + 2], buffer[start + 3])
        switch (length, check) {
        case (0x00, 0xFF):
            place = start + 4
            return .some(.acknowledgement)
        case (0xFF, 0x00):
            place = start + 4
            return .some(.negativeAcknowledgement)
        case (0xFF, 0xFF):
            guard rest.count >= 7 else { return nil }
            let (high, low) = (buffer[start + 4], buffer[start + 5])
            let isGood = high &+ low &+ buffer[start + 6] == 0
            return body(at: start + 7, length: isGood ? Int(high) << 8 | Int(low) : 0, &place)
        default:
            return body(at: start + 4, length: length &+ check == 0 ? Int(length) : 0, &place)
        }
    }

    /// Reads the body that begins at `start`; a length of 0 indicates an invalid header.
    private func body(at start: Int, length: Int, _ place: inout Int) -> Input?? {
        guard length > 0, length <= PN532Frame.longestBody else {
            place += 2
            return .some(nil)
        }
        guard buffer.count > start + length else { return nil }
        let body = buffer[start..<(start + length)]
        guard PN532Frame.checkSum(body) &+ buffer[start + length] == 0 else {
            place += 2
            return .some(nil)
        }
        place = start + length + 1
        guard body.first == PN532Frame.hostToChip, body.count > 1 else { return .some(.noCommand) }
        return .some(.command(Array(body.dropFirst())))
    }

    private func startCode(in bytes: ArraySlice<UInt8>) -> Int? {
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            if bytes[index] == 0x00, bytes[index + 1] == 0xFF { return index }
            index += 1
        }
        return nil
    }
}

/// The code of a command to a PN532; the answer carries the code plus one (nfc.md 3.1).
public struct PN532Command: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let diagnose = PN532Command(rawValue: 0x00)
    public static let getFirmwareVersion = PN532Command(rawValue: 0x02)
    public static let getGeneralStatus = PN532Command(rawValue: 0x04)
    public static let readRegister = PN532Command(rawValue: 0x06)
    public static let writeRegister = PN532Command(rawValue: 0x08)
    public static let readGPIO = PN532Command(rawValue: 0x0C)
    public static let writeGPIO = PN532Command(rawValue: 0x0E)
    public static let setSerialBaudRate = PN532Command(rawValue: 0x10)
    public static let setParameters = PN532Command(rawValue: 0x12)
    public static let samConfiguration = PN532Command(rawValue: 0x14)
    public static let powerDown = PN532Command(rawValue: 0x16)
    public static let rfConfiguration = PN532Command(rawValue: 0x32)
    public static let inDataExchange = PN532Command(rawValue: 0x40)
    public static let inCommunicateThru = PN532Command(rawValue: 0x42)
    public static let inDeselect = PN532Command(rawValue: 0x44)
    public static let inJumpForPSL = PN532Command(rawValue: 0x46)
    public static let inListPassiveTarget = PN532Command(rawValue: 0x4A)
    public static let inPSL = PN532Command(rawValue: 0x4E)
    public static let inATR = PN532Command(rawValue: 0x50)
    public static let inRelease = PN532Command(rawValue: 0x52)
    public static let inSelect = PN532Command(rawValue: 0x54)
    public static let inJumpForDEP = PN532Command(rawValue: 0x56)
    public static let inAutoPoll = PN532Command(rawValue: 0x60)
}

/// The first byte of the chip's answer to an exchange (nfc.md 2.5).
struct PN532Status: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    static let success = PN532Status(rawValue: 0x00)
    /// The tag did not answer.
    static let timeout = PN532Status(rawValue: 0x01)
    static let bufferTooSmall = PN532Status(rawValue: 0x07)
    /// A frame of four bits arrived, such as a NAK; a real chip's status here is unverified (nfc.md, Q9).
    static let wrongData = PN532Status(rawValue: 0x13)
    static let authenticationFailed = PN532Status(rawValue: 0x14)
    /// The command does not fit the state: no such target.
    static let wrongContext = PN532Status(rawValue: 0x27)
    /// More of the answer must be requested.
    static let moreInformation = PN532Status(rawValue: 0x40)
}
