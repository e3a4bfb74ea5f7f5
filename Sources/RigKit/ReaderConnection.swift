import Ground

/// The drivers of libnfc that a reader can be named by, each with the form of its address (nfc.md 2.6).
enum ReaderConnection: String, CaseIterable {
    case pn532UART = "pn532_uart"
    case pn532I2C = "pn532_i2c"
    case pn532SPI = "pn532_spi"
    case pn53xUSB = "pn53x_usb"
    case acr122USB = "acr122_usb"
    case acr122s
    case arygon
    /// Any reader on USB, with any driver.
    case usb

    private enum Place {
        /// `/dev/ttyUSB0`, optionally followed by a colon and a rate.
        case serialLine
        case bus
        /// `/dev/spidev0.0`, optionally followed by a colon and a speed.
        case fastBus
        /// Nothing, or a bus and a device: `001:004`.
        case usbAddress
    }

    private var place: Place {
        switch self {
        case .pn532UART, .acr122s, .arygon: .serialLine
        case .pn532I2C: .bus
        case .pn532SPI: .fastBus
        case .pn53xUSB, .acr122USB, .usb: .usbAddress
        }
    }

    private var example: String {
        switch place {
        case .serialLine: "\(rawValue):/dev/ttyUSB0"
        case .bus: "\(rawValue):/dev/i2c-1"
        case .fastBus: "\(rawValue):/dev/spidev0.0:500000"
        case .usbAddress: "\(rawValue), or \(rawValue):001:004 where several are plugged in"
        }
    }

    private static let rates = ["9600", "19200", "38400", "57600", "115200", "230400", "460800"]

    /// Checks a text. Throws an error that says what to write if libnfc could not use it.
    static func check(_ text: String) throws(PortError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let name = parts.first, !name.isEmpty else { throw unknown(text) }
        guard let driver = Self(rawValue: name) else {
            if ["pcsc", "acr122_pcsc"].contains(name) {
                throw PortError(text, "Debian's libnfc has no driver \(name): write acr122_usb, and stop pcscd")
            }
            throw unknown(text, near: name)
        }
        try driver.check(Array(parts.dropFirst()), in: text)
    }

    private static func unknown(_ text: String, near name: String = "") -> PortError {
        let known = allCases.map(\.rawValue)
        let hint = suggestion(for: name, in: known)
        let help = hint.isEmpty ? " (the drivers are \(known.joined(separator: ", ")))" : hint
        return PortError(text, "write a reader as libnfc does, pn532_uart:/dev/ttyUSB0, or simulated, or none\(help)")
    }

    private func check(_ rest: [String], in text: String) throws(PortError) {
        switch place {
        case .serialLine:
            guard isPath(rest.first), rest.count < 3 else { throw shape(text) }
            if rest.count == 2, !Self.rates.contains(rest[1]) {
                throw PortError(text, "the rate is one of \(Self.rates.joined(separator: ", "))")
            }
        case .bus:
            guard isPath(rest.first), rest.count == 1 else { throw shape(text) }
        case .fastBus:
            guard isPath(rest.first), rest.count < 3 else { throw shape(text) }
            if rest.count == 2, UInt32(rest[1]).map({ "\($0)" }) != rest[1] || rest[1] == "0" {
                throw PortError(text, "the speed is a number of hertz: \(rawValue):/dev/spidev0.0:500000")
            }
        case .usbAddress:
            let areNumbers = rest.allSatisfy { (1...3).contains($0.count) && UInt16($0) != nil && $0.first != "+" }
            guard rest.count < 3, areNumbers else { throw shape(text) }
        }
    }

    private func isPath(_ text: String?) -> Bool { text.map { $0.hasPrefix("/") && $0.count > 1 } ?? false }

    private func shape(_ text: String) -> PortError {
        PortError(text, "write a reader as libnfc does, here \(example); a path holds no colon")
    }
}
