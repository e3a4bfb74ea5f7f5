import Ground

/// A connection string of libnfc's: which driver, and where its reader is (NFC fact sheet 2.6).
///
/// libnfc itself says of a wrong one only that no device was found. Only the drivers of Debian's build are known; of
/// them `pn532_uart` was run, on simulated chips, and the others were not run on hardware.
public struct ReaderConnection: Hashable, Sendable {
    public enum Driver: String, CaseIterable, Sendable {
        case pn532UART = "pn532_uart"
        case pn53xUSB = "pn53x_usb"
        case acr122USB = "acr122_usb"
        case pn532I2C = "pn532_i2c"
        case pn532SPI = "pn532_spi"
        case acr122s
        case arygon

        /// What stands behind the driver's name.
        var form: Form {
            switch self {
            case .pn532UART, .acr122s, .arygon: .port(number: "baud rate")
            case .pn532I2C: .port(number: nil)
            case .pn532SPI: .port(number: "clock rate")
            case .pn53xUSB, .acr122USB: .bus
            }
        }

        /// As a person would write it.
        var example: String {
            switch self {
            case .pn532UART: "pn532_uart:/dev/ttyUSB0"
            case .pn53xUSB: "pn53x_usb"
            case .acr122USB: "acr122_usb"
            case .pn532I2C: "pn532_i2c:/dev/i2c-1"
            case .pn532SPI: "pn532_spi:/dev/spidev0.0:500000"
            case .acr122s: "acr122s:/dev/ttyUSB0"
            case .arygon: "arygon:/dev/ttyUSB0"
            }
        }
    }

    enum Form {
        /// A device node, and perhaps a number behind it.
        case port(number: String?)
        /// A USB bus and a device on it, or the bus alone, or nothing: the first reader that there is.
        case bus
    }

    /// What serial ports take (NFC fact sheet 2.6).
    static let baudRates = [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800]

    public let driver: Driver
    /// As libnfc takes it.
    public let text: String

    /// Checks a connection string; says what is wrong with it and what to write.
    public init(_ text: String) throws(PortError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? ""
        guard let driver = Driver(rawValue: name) else {
            let names = Driver.allCases.map(\.rawValue)
            let couldBeOne =
                (4...16).contains(name.count)
                && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            let hint = couldBeOne ? suggestion(for: name, in: names) : ""
            throw PortError(
                text,
                "write a reader as libnfc does, pn532_uart:/dev/ttyUSB0, or simulated, or none"
                    + (hint.isEmpty ? "; its drivers are \(names.joined(separator: ", "))" : hint))
        }
        switch driver.form {
        case .port(let number): try Self.check(port: parts.dropFirst(), number, of: driver, in: text)
        case .bus: try Self.check(bus: parts.dropFirst(), of: driver, in: text)
        }
        self.driver = driver
        self.text = text
    }

    private static func check(
        port parts: ArraySlice<String>, _ number: String?, of driver: Driver, in text: String
    ) throws(PortError) {
        guard let path = parts.first, path.hasPrefix("/"), path.count > 1 else {
            throw PortError(text, "write the whole path of the port behind \(driver.rawValue), as in \(driver.example)")
        }
        guard path.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw PortError(text, "a port's path has neither spaces nor control characters")
        }
        let rest = parts.dropFirst()
        guard let last = rest.first else { return }
        guard let number, rest.count == 1 else {
            throw PortError(
                text, "nothing follows the port's path, which itself cannot have a colon: \(driver.example)")
        }
        guard let rate = Int(last), last.allSatisfy(\.isNumber), (1...100_000_000).contains(rate) else {
            throw PortError(text, "the \(number) is a number, as in \(driver.example)")
        }
        if number == "baud rate", !baudRates.contains(rate) {
            let known = baudRates.map(\.description).joined(separator: ", ")
            throw PortError(text, "the baud rate is one of \(known)")
        }
    }

    private static func check(bus parts: ArraySlice<String>, of driver: Driver, in text: String) throws(PortError) {
        let areNumbers = parts.allSatisfy { part in
            (1...3).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
        }
        guard parts.count <= 2, areNumbers else {
            throw PortError(
                text,
                "write \(driver.rawValue), or with bus and device as lsusb shows them: "
                    + "\(driver.rawValue):001:004")
        }
    }
}
