import Ground

/// The device's end of USB/IP after the host has imported the device: it answers requests for transfers.
///
/// Bytes of the kernel's `vhci-hcd` go in, in pieces of any size, and bytes for it come out. Numbers are big-endian,
/// and every message begins with 48 bytes (the kernel's Documentation/usb/usbip_protocol.rst). A transfer to the host
/// waits until the device has data for it, or the host cancels it.
struct USBIPConversation<Function: USBFunction>: Sendable {
    /// The longest transfer; longer ones are malformed.
    static var longestTransfer: Int { 1 << 20 }
    /// The maximum number of pending transfers.
    static var mostWaiting: Int { 256 }

    private static var headerSize: Int { 48 }
    /// The kernel's EPIPE and ECONNRESET.
    private static var stalled: Int32 { -32 }
    private static var takenBack: Int32 { -104 }

    private struct Waiting: Sendable {
        let number: UInt32
        let endpoint: UInt8
        let most: Int
    }

    private(set) var function: Function
    /// The number of bytes up to the end of each message to the host, in the order in which they leave. The host acts
    /// on whole messages only, so a device that is unplugged within one did not send it.
    private(set) var ends: [Int] = []
    private var buffer: [UInt8] = []
    private var waiting: [Waiting] = []

    init(_ function: Function) { self.function = function }

    var deadline: Instant? { function.deadline }

    /// Receives bytes of the host, and returns bytes for it.
    mutating func receive(_ bytes: [UInt8], at now: Instant) throws(Malformed) -> [UInt8] {
        buffer += bytes
        var sent: [UInt8] = []
        while buffer.count >= Self.headerSize {
            let header = Array(buffer.prefix(Self.headerSize))
            func number(_ place: Int) -> UInt32 { header[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
            switch number(0) {
            case 1:
                let (isIn, length) = (number(12) == 1, Int(number(24)))
                guard length <= Self.longestTransfer else {
                    throw Malformed(at: 24, "a transfer of \(length) bytes is longer than \(Self.longestTransfer)")
                }
                let size = Self.headerSize + (isIn ? 0 : length)
                guard buffer.count >= size else { return sent }
                let data = Array(buffer[Self.headerSize..<size])
                buffer.removeFirst(size)
                guard waiting.count < Self.mostWaiting else {
                    throw Malformed(at: 4, "more than \(Self.mostWaiting) transfers wait")
                }
                let transfer = Waiting(
                    number: number(4), endpoint: UInt8(truncatingIfNeeded: number(16)) & 0x0F, most: length)
                sent += counted(submit(transfer, isIn: isIn, data, USBControlRequest(header[40...]), at: now))
            case 2:
                buffer.removeFirst(Self.headerSize)
                sent += counted(takeBack(number(20), asked: number(4)))
            case let other: throw Malformed(at: 0, "\(other) is no request of USB/IP")
            }
        }
        return sent + flush()
    }

    /// Lets time pass, and returns bytes for the host.
    mutating func advance(to now: Instant) -> [UInt8] {
        function.advance(to: now)
        return flush()
    }

    /// Changes the function from outside, as when a tag is held to a reader, and returns bytes for the host.
    mutating func change(_ body: (inout Function) -> Void) -> [UInt8] {
        body(&function)
        return flush()
    }

    private mutating func submit(
        _ transfer: Waiting, isIn: Bool, _ data: [UInt8], _ request: USBControlRequest, at now: Instant
    ) -> [UInt8] {
        if transfer.endpoint == 0 {
            let answer = request.isStandard ? standard(request) : function.answer(request, data, at: now)
            guard let answer else { return Self.result(of: transfer.number, Self.stalled, count: 0) }
            let told = isIn ? Array(answer.prefix(transfer.most)) : []
            return Self.result(of: transfer.number, 0, count: isIn ? told.count : data.count) + told
        }
        if isIn {
            waiting.append(transfer)
            return []
        }
        function.receive(data, on: transfer.endpoint, at: now)
        return Self.result(of: transfer.number, 0, count: data.count)
    }

    /// Returns the answer to a standard request (USB 2.0, section 9.4); nil if it stalls.
    private mutating func standard(_ request: USBControlRequest) -> [UInt8]? {
        switch request.code {
        case 0x00: [0x00, 0x00]
        case 0x01, 0x03, 0x05, 0x0B: []
        case 0x06: descriptor(UInt8(request.value >> 8), UInt8(truncatingIfNeeded: request.value))
        case 0x08: [0x01]
        case 0x09:
            configured()
        case 0x0A: [0x00]
        default: nil
        }
    }

    private mutating func configured() -> [UInt8] {
        function.configure()
        return []
    }

    private func descriptor(_ kind: UInt8, _ index: UInt8) -> [UInt8]? {
        switch (kind, index) {
        case (0x01, _): return function.device
        case (0x02, _): return function.configuration
        case (0x03, 0): return [0x04, 0x03, 0x09, 0x04]
        case (0x03, let index):
            guard Int(index) <= function.strings.count else { return nil }
            let text = function.strings[Int(index) - 1].utf16.prefix(126)
            return [UInt8(2 + 2 * text.count), 0x03]
                + text.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        default: return nil
        }
    }

    private mutating func takeBack(_ number: UInt32, asked: UInt32) -> [UInt8] {
        let place = waiting.firstIndex { $0.number == number }
        if let place { waiting.remove(at: place) }
        return Self.header(4, asked, place == nil ? 0 : Self.takenBack) + [UInt8](repeating: 0, count: 24)
    }

    private mutating func counted(_ message: [UInt8]) -> [UInt8] {
        if !message.isEmpty { ends.append((ends.last ?? 0) + message.count) }
        return message
    }

    /// Completes pending IN transfers for which data is available.
    private mutating func flush() -> [UInt8] {
        var sent: [UInt8] = []
        var place = 0
        while place < waiting.count {
            guard let bytes = function.next(on: waiting[place].endpoint) else {
                place += 1
                continue
            }
            let transfer = waiting.remove(at: place)
            let told = bytes.prefix(transfer.most)
            sent += counted(Self.result(of: transfer.number, 0, count: told.count) + told)
        }
        return sent
    }

    private static func result(of number: UInt32, _ status: Int32, count: Int) -> [UInt8] {
        header(3, number, status) + bytes(UInt32(clamping: count)) + [UInt8](repeating: 0, count: 20)
    }

    /// Returns command, number, three words that only requests use, and the status.
    private static func header(_ command: UInt32, _ number: UInt32, _ status: Int32) -> [UInt8] {
        bytes(command) + bytes(number) + [UInt8](repeating: 0, count: 12) + bytes(UInt32(bitPattern: status))
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
