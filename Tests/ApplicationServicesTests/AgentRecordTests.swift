import ApplicationServices
import Ground
import Testing

private let pin = "00112233445566778899aabbccddeeff"

private func data(_ strings: [String]) -> [UInt8] {
    strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
}

@Suite struct AgentRecordTests {
    @Test func theBytesAreThoseOfTheSheet() throws {
        let record = AgentRecord(platform: .iOS, services: ["game", "chess"], pin: pin)
        let wanted = "03 76 3d 31 08 70 6c 61 74 3d 69 4f 53 0e 73 76 63 3d 67 61 6d 65 2c 63 68 65 73 73 23 69 64 3d"
        #expect(try Array(record.encoded().prefix(32)).hex == wanted)
        let reading = try AgentRecord.read(record.encoded())
        #expect(reading.record == record && reading.findings == [])
    }

    @Test func orderAndTheCaseOfKeysDoNotMatterAndOthersAreKept() throws {
        let strings = ["ID=\(pin)", "x", "Svc=a,B", "", "y=\u{1}", "PLAT=watchOS", "=z", "V=1"]
        let reading = try AgentRecord.read(data(strings))
        let others = [AgentRecord.Other(key: "x", value: nil), AgentRecord.Other(key: "y", value: [1])]
        #expect(
            reading.record == AgentRecord(platform: .watchOS, services: ["a", "B"], pin: pin, others: others))
        #expect(try AgentRecord.read(strings: strings.map { Array($0.utf8) }) == reading)
    }

    @Test func theFirstOfTwoCounts() throws {
        let reading = try AgentRecord.read(data(["v=1", "plat=iOS", "PLAT=iPadOS", "id=\(pin)"]))
        #expect(reading.record.platform == .iOS && reading.record.services == [])
        #expect(reading.findings.map(\.offset) == [14] && reading.findings.map(\.code) == ["services.record"])
    }

    @Test(
        "a mistake is reported at its byte",
        arguments: [
            (["v=2"], 3), (["v"], 2), ([], 0), (["v=1"], 4), (["v=1", "plat=ios"], 10), (["v=1", "plat=iOS"], 13),
            (["v=1", "plat=iOS", "id=00"], 17), (["v=1", "plat=iOS", "id=" + pin.uppercased()], 17),
            (["\u{E9}=1"], 1),
        ] as [([String], Int)])
    func wrong(strings: [String], offset: Int) {
        #expect { try AgentRecord.read(data(strings)) } throws: { ($0 as? Malformed)?.offset == offset }
    }

    @Test func aCutRecordOrAStringThatIsTooLongIsMalformed() throws {
        let whole = data(["v=1", "plat=iOS", "id=\(pin)"])
        for count in whole.indices {
            #expect(throws: Malformed.self) { try AgentRecord.read(Array(whole.prefix(count))) }
        }
        #expect(throws: Malformed.self) { try AgentRecord.read(strings: [[UInt8](repeating: 0x61, count: 256)]) }
        #expect(throws: Malformed.self) { try AgentRecord.read([6, 0x73, 0x76, 0x63, 0x3D, 0xFF, 0xFE] + whole) }
    }

    @Test func aLongRecordIsNoted() throws {
        let long = (0..<4).map { "k\($0)=" + String(repeating: "x", count: 100) }
        let reading = try AgentRecord.read(data(["v=1", "plat=iOS", "id=\(pin)"] + long))
        #expect(reading.findings.map(\.weight) == [.note] && reading.record.others.count == 4)
    }

    @Test func whatCannotBeWrittenIsRefused() {
        func refusal(_ services: [ServiceIdentifier], _ pin: String) -> AgentRecord.Refusal? {
            do throws(AgentRecord.Refusal) {
                _ = try AgentRecord(platform: .iOS, services: services, pin: pin).encoded()
                return nil
            } catch { return error }
        }
        #expect(refusal(["a,b"], pin) == .comma("a,b") && refusal(["a"], "x") == .pin && refusal([], pin) == nil)
        let long = ServiceIdentifier(String(repeating: "a", count: 252))
        #expect(refusal([long], pin) == .tooLong(key: "svc", count: 256))
        #expect(refusal([ServiceIdentifier(String(repeating: "a", count: 251))], pin) == nil)
    }
}
