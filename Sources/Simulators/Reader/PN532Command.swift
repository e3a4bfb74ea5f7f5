/// The code of a command to a PN532; the answer carries the code plus one (NFC fact sheet 3.1).
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

/// The first byte of the chip's answer to an exchange (NFC fact sheet 2.5).
struct PN532Status: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    static let success = PN532Status(rawValue: 0x00)
    /// The tag did not answer.
    static let timeout = PN532Status(rawValue: 0x01)
    static let bufferTooSmall = PN532Status(rawValue: 0x07)
    /// A frame of four bits came, as a NAK is; what a real chip gives here is unverified (fact sheet, Q9).
    static let wrongData = PN532Status(rawValue: 0x13)
    static let authenticationFailed = PN532Status(rawValue: 0x14)
    /// The command does not fit the state: no such target.
    static let wrongContext = PN532Status(rawValue: 0x27)
    /// More of the answer is to be asked for.
    static let moreInformation = PN532Status(rawValue: 0x40)
}
