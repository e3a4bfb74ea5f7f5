/// The packets of an advertising accessory: the advertisement and the scan response.
///
/// The kernel prepends the flags element (general discoverable, no BR/EDR), which leaves 28 octets in the
/// advertisement.
public struct AdvertisingPackets: Hashable, Sendable {
    public static let advertisementLimit = 28
    public static let scanResponseLimit = 31

    public let advertisement: [UInt8]
    public let scanResponse: [UInt8]

    /// Creates packets from raw elements, even malformed ones; returns nil if they are too long.
    public init?(advertisement: [UInt8], scanResponse: [UInt8]) {
        guard advertisement.count <= AdvertisingPackets.advertisementLimit,
            scanResponse.count <= AdvertisingPackets.scanResponseLimit
        else { return nil }
        self.advertisement = advertisement
        self.scanResponse = scanResponse
    }

    /// Creates packets with the service UUIDs in the advertisement and the name in the scan response, as far as they
    /// fit.
    ///
    /// Each service is 4 or 32 hexadecimal digits, with or without dashes. Services that do not fit into the
    /// advertisement, and repeated ones, go into the scan response; the name then goes wherever there is room. If
    /// there is not enough room, repeated services are dropped first, and then the name is shortened and marked as
    /// such. Returns nil if a service is not a UUID, or if the services do not fit: two of 128 bits do.
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
                // No packet contains a UUID twice.
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

    /// Returns the lists of 16-bit and 128-bit UUIDs, marked as incomplete if the other packet contains more of them.
    private static func elements(of wires: some Collection<[UInt8]>, isComplete: Bool) -> [UInt8] {
        let lists = [(2, isComplete ? 0x03 : 0x02), (16, isComplete ? 0x07 : 0x06)] as [(Int, UInt8)]
        return lists.flatMap { length, type -> [UInt8] in
            let list = wires.filter { $0.count == length }.flatMap { $0 }
            return list.isEmpty ? [] : [UInt8(clamping: list.count + 1), type] + list
        }
    }

    /// Returns the name, shortened to whole characters if necessary; empty if there is no room at all.
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

/// Synchronizes the kernel's advertising with the desired state, one command at a time.
///
/// The kernel answers "busy" to a second Add Advertising before the first has completed, and a command occasionally
/// fails when it collides with the kernel's own resumption of advertising after a link's end. A change therefore
/// waits for the previous answer, and a failure is retried.
struct AdvertisingMachine: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        /// Send the command for the current desired state.
        case ask
        /// The command failed permanently.
        case failed(ManagementStatus)
    }

    /// The number of consecutive failures after which to give up.
    static let failuresBound = 3

    private var isAsked = false
    private var isChanged = false
    private var failures = 0

    /// Records that the desired state has changed.
    mutating func change() -> Effect? {
        guard !isAsked else {
            isChanged = true
            return nil
        }
        isAsked = true
        return .ask
    }

    /// Takes the kernel's answer; the refusal to remove absent advertising is ignored.
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
