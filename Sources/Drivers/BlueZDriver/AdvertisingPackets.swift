/// What an accessory sends while it advertises: the advertisement, and the answer to a scan request.
///
/// The kernel puts the flags element (general discoverable, no BR/EDR) in front, so 28 octets are free in the first.
public struct AdvertisingPackets: Hashable, Sendable {
    public static let advertisementLimit = 28
    public static let scanResponseLimit = 31

    public let advertisement: [UInt8]
    public let scanResponse: [UInt8]

    /// Takes elements as they are, malformed ones too; nil when they are longer than the packets.
    public init?(advertisement: [UInt8], scanResponse: [UInt8]) {
        guard advertisement.count <= AdvertisingPackets.advertisementLimit,
            scanResponse.count <= AdvertisingPackets.scanResponseLimit
        else { return nil }
        self.advertisement = advertisement
        self.scanResponse = scanResponse
    }

    /// Puts the service UUIDs into the advertisement and the name into the scan response, as far as they fit.
    ///
    /// Each service is 4 or 32 hexadecimal digits, with or without dashes. Those that do not fit the advertisement, and
    /// those that come again, stand in the scan response; the name then stands where there is room for it. Where there
    /// is none for all, first what comes again is left away, and then the name is shortened and marked so. Nil when a
    /// service is no UUID, or when they do not fit: two of 128 bits do.
    public init?(name: String?, services: [String]) {
        var wires: [[UInt8]] = []
        for service in services {
            guard let wire = ServiceUUID.wire(of: service) else { return nil }
            wires.append(wire)
        }
        let once = wires.enumerated().filter { wires.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        let again = once.filter { wire in wires.count { $0 == wire } > 1 }
        let complete = name.map { AdvertisingPackets.element(ofName: $0, room: 255) } ?? []
        for repeated in again.isEmpty ? [[]] : [again, []] {
            for split in (0...once.count).reversed() {
                let first = AdvertisingPackets.elements(of: once[..<split], isComplete: split == once.count)
                // One packet has nothing twice.
                let others = once[split...] + repeated.filter { once[..<split].contains($0) }
                let second = AdvertisingPackets.elements(of: others, isComplete: split == 0)
                if let fitting = Self(advertisement: first, scanResponse: second + complete)
                    ?? Self(advertisement: first + complete, scanResponse: second)
                {
                    self = fitting
                    return
                }
            }
        }
        for split in (0...once.count).reversed() {
            let first = AdvertisingPackets.elements(of: once[..<split], isComplete: split == once.count)
            let second = AdvertisingPackets.elements(of: once[split...], isComplete: split == 0)
            let room = AdvertisingPackets.scanResponseLimit - second.count
            let shortened = name.map { AdvertisingPackets.element(ofName: $0, room: room) } ?? []
            if let fitting = Self(advertisement: first, scanResponse: second + shortened) {
                self = fitting
                return
            }
        }
        return nil
    }

    /// The lists of 16-bit and of 128-bit UUIDs; those of which others stand in the other packet say so.
    private static func elements(of wires: some Collection<[UInt8]>, isComplete: Bool) -> [UInt8] {
        let lists = [(2, isComplete ? 0x03 : 0x02), (16, isComplete ? 0x07 : 0x06)] as [(Int, UInt8)]
        return lists.flatMap { length, type -> [UInt8] in
            let list = wires.filter { $0.count == length }.flatMap { $0 }
            return list.isEmpty ? [] : [UInt8(clamping: list.count + 1), type] + list
        }
    }

    /// The name, shortened to whole characters where there is not so much room; nothing where there is none.
    private static func element(ofName name: String, room: Int) -> [UInt8] {
        var shortened = ""
        for character in name {
            guard shortened.utf8.count + character.utf8.count <= min(room - 2, 253) else { break }
            shortened.append(character)
        }
        if shortened.isEmpty, !name.isEmpty || room < 2 { return [] }
        let type: UInt8 = shortened == name ? 0x09 : 0x08
        return [UInt8(shortened.utf8.count + 1), type] + Array(shortened.utf8)
    }
}

/// Brings what the kernel advertises in line with what is wanted, one command at a time.
///
/// The kernel answers "busy" to a second Add Advertising before the first is done, and one fails now and then when it
/// meets the kernel's own advertising again after a link's end; so a change waits for the answer before it, and a
/// failure is tried again.
struct AdvertisingMachine: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        /// Send the command for what is wanted now.
        case ask
        /// It failed for good.
        case failed(ManagementStatus)
    }

    /// How many failures one after the other are too many.
    static let failuresBound = 3

    private var isAsked = false
    private var isChanged = false
    private var failures = 0

    /// Something else is wanted from now on.
    mutating func change() -> Effect? {
        guard !isAsked else {
            isChanged = true
            return nil
        }
        isAsked = true
        return .ask
    }

    /// The kernel answered; to remove what is not there is refused, and means nothing.
    mutating func receive(_ status: ManagementStatus, isRemoval: Bool) -> Effect? {
        isAsked = false
        if status == .success || isRemoval {
            failures = 0
        } else {
            failures += 1
            guard failures < AdvertisingMachine.failuresBound else { return .failed(status) }
            isChanged = true
        }
        guard isChanged else { return nil }
        isChanged = false
        return change()
    }
}
