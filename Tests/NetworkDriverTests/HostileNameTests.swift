import Ground
import Links
import TestSupport
import Testing

@testable import NetworkDriver

/// Service data from the network leads to a value or is ignored; published data is checked, with the offset of the
/// offending byte.
@Suite struct HostileNameTests {
    private static let browser = "/Client1/ServiceBrowser1"
    private static let interface = "org.freedesktop.Avahi.ServiceBrowser"

    private static func found(_ name: String, interface: Int32 = 3) -> [BusValue] {
        [
            .int32(interface), .int32(0), .text(name), .text("_trammel-agent._tcp"), .text("local"), .uint32(0),
        ]
    }

    private static var answer: [BusValue] {
        [
            .int32(3), .int32(0), .text("Phone"), .text("_trammel-agent._tcp"), .text("local"), .text("host.local"),
            .int32(1), .text("fe80::1"), .uint16(7_000), .strings([Array("v=1".utf8)]), .uint32(0),
        ]
    }

    private static func events(_ effects: [ServiceDirectory.Effect]) -> [NetworkEvent] {
        effects.compactMap { if case .tell(let event) = $0 { event } else { nil } }
    }

    /// Returns a directory with a search that the daemon has answered.
    private static func searching() throws -> ServiceDirectory {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let calls = directory.search(1, "_trammel-agent._tcp").compactMap {
            if case .call(let call) = $0 { call } else { nil as ServiceDirectory.Call? }
        }
        _ = directory.receive([.path(browser)], to: try #require(calls.first), at: .start)
        return directory
    }

    private static func resolved(_ values: [BusValue]) throws -> NetworkEvent {
        var directory = ServiceDirectory()
        _ = directory.begin()
        let instance = ServiceInstance(name: "Phone", type: "_trammel-agent._tcp", interface: 3, family: .v4)
        let calls = directory.resolve(1, instance).compactMap {
            if case .call(let call) = $0 { call } else { nil as ServiceDirectory.Call? }
        }
        _ = directory.receive([], to: try #require(calls.first), at: .start)
        let last = try #require(calls.last)
        let told = events(directory.receive(values, to: last, at: .start))
        return try #require(told.first)
    }

    // MARK: Names

    @Test(arguments: [0, 1, 63, 64, 65, 10_000]) func aNameHasOneTo63Octets(count: Int) throws {
        var directory = try Self.searching()
        let name = String(repeating: "n", count: count)
        let told = Self.events(
            directory.receive(signal: "ItemNew", interface: Self.interface, path: Self.browser, Self.found(name)))
        #expect(told.count == ((1...63).contains(count) ? 1 : 0))
        let publication = ServicePublication(name: name, type: "_a._tcp", port: 1)
        #expect((publication.trouble == nil) == (1...63).contains(count))
    }

    @Test(arguments: [("a\u{7F}", 1), ("\u{E9}\n", 2), ("\0", 0)])
    func aControlCharacterInANameHasItsByte(name: String, place: Int) {
        let trouble = ServicePublication(name: name, type: "_a._tcp", port: 1).trouble
        #expect(trouble?.contains("byte \(place) ") == true, "\(trouble ?? "none")")
    }

    @Test func aNetworkFullOfServicesTakesNoMemoryWithoutEnd() throws {
        var directory = try Self.searching()
        var told: [NetworkEvent] = []
        for number in 0..<20_000 {
            let values = Self.found("n\(number)")
            told += Self.events(
                directory.receive(signal: "ItemNew", interface: Self.interface, path: Self.browser, values))
        }
        let faults = told.count { if case .fault = $0 { true } else { false } }
        #expect(told.count == ServiceDirectory.mostFound + 1 && faults == 1)
        // One leaves, which makes room for one.
        for (member, name, count) in [("ItemRemove", "n0", 1), ("ItemRemove", "n19999", 0), ("ItemNew", "n5000", 1)] {
            let effects = directory.receive(
                signal: member, interface: Self.interface, path: Self.browser, Self.found(name))
            #expect(effects.count == count, "\(member) \(name)")
        }
    }

    // MARK: The daemon's values

    @Test func anAnswerOfAnyOtherTypeResolvesNothing() throws {
        #expect(try Self.resolved(Self.answer) != .unresolved(1))
        let wrong: [BusValue] = [
            .other, .text("x"), .boolean(true), .uint32(.max), .int32(-1), .array([], of: "s"),
            .array([.other], of: "s"), .array([.array([.text("v")], of: "s")], of: "as"),
            .strings([[UInt8](repeating: 0x61, count: 256)]),
        ]
        // Interface, host, address, port and TXT are used.
        let read = [
            (0, [0, 1, 4, 5]), (5, [0, 2, 3, 5]), (7, [0, 2, 4]), (8, [0, 1, 3, 4]), (9, [0, 1, 6, 7, 8]),
        ]
        for (place, refused) in read {
            for index in refused {
                var values = Self.answer
                values[place] = wrong[index]
                #expect(try Self.resolved(values) == .unresolved(1), "value \(place) is \(wrong[index])")
            }
        }
        for count in 0..<10 { #expect(try Self.resolved(Array(Self.answer.prefix(count))) == .unresolved(1)) }
    }

    @Test("100,000 answers and signals of any values are events within their bounds")
    func shuffledValues() throws {
        var generator = SeededGenerator(seed: 26)
        var directory = try Self.searching()
        let pool: [BusValue] =
            Self.answer + [
                .other, .byte(7), .boolean(true), .uint32(.max), .int32(-1), .path("/"), .text(""), .array([], of: "y"),
                .array([.array([.text("v")], of: "s")], of: "as"), .text(String(repeating: "n", count: 64)),
            ]
        let members = ["ItemNew", "ItemRemove", "Failure", "StateChanged"]
        var told = 0
        for _ in 0..<100_000 {
            var values = generator.chance(0.5) ? Self.answer : Self.found("n\(generator.next() % 50)")
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: values.indices, using: &generator)
                values[place] = pool.randomElement(using: &generator) ?? .other
                if generator.chance(0.2) { values = Array(values.prefix(place + 1)) }
            }
            let member = members.randomElement(using: &generator) ?? ""
            for event in Self.events(
                directory.receive(signal: member, interface: Self.interface, path: Self.browser, values))
            {
                told += 1
                guard case .found(1, let instance) = event else { continue }
                if !(1...63).contains(instance.name.utf8.count) { Issue.record("\(instance)") }
            }
        }
        #expect(told > 5_000, "\(told)")
    }

    @Test("of 100,000 mutated addresses only numeric ones are accepted, and no name is ever resolved")
    func mutatedAddresses() {
        var mutator = Mutator(
            seeds: ["fe80::1", "192.0.2.1", "::", "127.0.0.1%lo", "localhost"].map { Array($0.utf8) }, number: 27)
        var taken: [[UInt8]] = []
        for _ in 0..<100_000 {
            let bytes = mutator.next(limit: 80)
            let text = String(decoding: bytes, as: UTF8.self)
            // Digits, and anything after a percent sign.
            let isNumeric = text.prefix { $0 != "%" }.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
            if NetworkAddress(text, 1).isNumeric, !isNumeric { taken.append(bytes) }
        }
        #expect(taken.isEmpty, "\(taken.count) are addresses, as \(taken.first?.hex ?? "")")
        #expect(NetworkAddress("fe80::1%lo", 1).isNumeric && NetworkAddress("192.0.2.1", 1).isNumeric)
        for host in ["127.0.0.1%lo", "127.0.0.1%", "example%lo", "%lo", "", "%", "localhost", "::1\0"] {
            #expect(!NetworkAddress(host, 1).isNumeric, "\(host)")
        }
    }

    // MARK: TXT records

    @Test func aStringOfATXTRecordCutAtAnyLengthHasNoOtherValue() {
        let whole = Array("plat=watchOS".utf8)
        for count in 0...whole.count {
            let record = TXTRecord([Array(whole.prefix(count))])
            let wanted = count < 5 ? nil : String(decoding: whole[5..<count], as: UTF8.self)
            #expect(record.value(of: "PLAT") == wanted)
            // An empty string has no key.
            #expect((record.trouble == nil) == (count > 0))
        }
    }

    @Test(arguments: [(["v=1", "\u{212A}=1"], "byte 0 of string 2"), (["a\u{1}b=1"], "byte 1 of string 1")])
    func aKeyThatIsNoASCIIHasItsByte(strings: [String], place: String) {
        let record = TXTRecord(strings.map { Array($0.utf8) })
        #expect(record.trouble?.contains(place) == true && record.value(of: "k") == nil)
    }

    @Test("100,000 mutated TXT records keep their values, and are rejected exactly if they cannot be published")
    func mutatedRecords() {
        var mutator = Mutator(seeds: ["v=1", "plat=iOS", "svc=game,chess", "id=00"].map { Array($0.utf8) }, number: 28)
        var (good, bad) = (0, 0)
        for number in 0..<100_000 {
            let strings = (0..<(number % 4 + 1)).map { _ in mutator.next(limit: 300) }
            let record = TXTRecord(strings)
            let size = strings.reduce(0) { $0 + 1 + $1.count }
            let isGood =
                size <= TXTRecord.limit
                && strings.allSatisfy { string in
                    let key = string.prefix { $0 != 0x3D }
                    return string.count <= 255 && !key.isEmpty && key.allSatisfy { (0x20...0x7E).contains($0) }
                }
            if (record.trouble == nil) != isGood { Issue.record("\(strings): \(record.trouble ?? "valid")") }
            if isGood { good += 1 } else { bad += 1 }
            guard let value = record.value(of: "v") else { continue }
            let isThere = strings.contains { Array("v=\(value)".utf8) == $0 || Array("V=\(value)".utf8) == $0 }
            if !isThere { Issue.record("\(strings): \(value)") }
        }
        #expect(good > 10_000 && bad > 10_000, "\(good) good, \(bad) bad")
    }
}
