import FirmwareIdentity
import Ground
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct ReadingTests {
    @Test("System ID and PnP ID are little-endian")
    func numbers() throws {
        #expect(
            try DeviceInformation.systemID.read(bytes("DE BC 9A FE FF 56 34 12"))
                == .systemID(manufacturer: 0xFF_FE9A_BCDE, organization: 0x123456))
        #expect(
            try DeviceInformation.productID.read(bytes("01 59 00 34 12 02 01"))
                == .product(source: 1, vendor: 0x0059, product: 0x1234, version: 0x0102))
        for field in [DeviceInformation.systemID, .productID] {
            #expect(throws: Malformed.self) { try field.read([1, 2, 3]) }
            #expect(throws: Malformed.self) { try field.read([UInt8](repeating: 0, count: 9)) }
        }
    }

    @Test("zeros at the end of a text are left out and counted; all else stays")
    func texts() throws {
        let field = DeviceInformation.firmwareRevision
        #expect(try field.read(Array("1.2.3\0\0".utf8)) == .text(field: field, text: "1.2.3", zeros: 2))
        #expect(try field.read(Array("1.2.3 ".utf8)) == .text(field: field, text: "1.2.3 ", zeros: 0))
        #expect(try field.read([]) == .text(field: field, text: "", zeros: 0))
        #expect(#expect(throws: Malformed.self) { try field.read([0x41, 0xC3, 0x28]) }?.offset == 1)
    }

    @Test("every characteristic is known by its UUID", arguments: DeviceInformation.allCases)
    func uuids(field: DeviceInformation) { #expect(DeviceInformation(uuid: field.uuid) == field) }

    @Test(
        "lines tell versions, hashes and build ids",
        arguments: [
            ("*** Booting My Door v1.2.3-4-gabcdef0 ***", .version(text: "v1.2.3-4-gabcdef0")),
            ("*** Booting Zephyr OS build v3.7.0 ***", nil), ("[00:00] fw version: 1.2.3", .version(text: "1.2.3")),
            ("Firmware 2.0.1+5", .version(text: "2.0.1+5")), ("firmware update failed", nil),
            ("app ver=0.9", .version(text: "0.9")),
            ("build id: 0102030405060708", .buildID(digits: "0102030405060708")), ("build id: 01", nil),
            // The published answer of Qorvo's CLI firmware to STAT; its first version is the firmware's.
            (
                """
                JS0109{"Info":{"Device":"DWM3001CDK","Current App":"STOP","Version":"1.1.0","Build":"Sep 11 2024",\
                "Driver":"Device Driver Version 08.19.02"}}
                """, .version(text: "1.1.0")
            ), ("Version 1.1.0", nil), ("Info: protocol Version 1.1", nil),
            ("UWB started, session 0x00000001", nil), ("distance 1.25 m", nil), ("", nil),
            (
                "image hash 8f13352035d7a6c88e2474d03365d9a1871fbb0dbed385eaa0151aa21e37822e",
                ImageHash(Vectors.reported).map { .imageHash(hash: $0) }
            ), ("sha256=8f13", nil),
        ] as [(String, IdentityClaim?)])
    func lines(line: String, claim: IdentityClaim?) { #expect(ConsoleIdentity.reading(line)?.claim == claim) }

    @Test("readings survive JSON, with their bytes in hexadecimal digits")
    func coding() throws {
        let hash = try #require(ImageHash(Vectors.hash))
        let claims: [IdentityClaim] = [
            .text(field: .modelNumber, text: "x", zeros: 1), .systemID(manufacturer: 1, organization: 2),
            .product(source: 1, vendor: 2, product: 3, version: 4), .raw(field: .certification),
            .images(slots: [ImageSlot(slot: 0, version: "1", hash: hash), ImageSlot(slot: 1, version: "2", hash: nil)]),
            .system(text: "z"), .version(text: "1"), .imageHash(hash: hash), .buildID(digits: "00"),
            .flashed(sha256: Vectors.fileHash, isVerified: true),
        ]
        let gaps: [IdentityGap] = [
            .absent, .incomplete, .refused(code: 5, field: .serialNumber), .error(error: SMPError(group: 1, code: 2)),
            .unanswered, .malformed(fault: Malformed(at: 1, "x"), field: nil), .foreign(sequence: 3), .interrupted,
        ]
        for claim in claims + gaps.map({ .nothing(gap: $0) }) {
            let reading = IdentityReading(.management, claim, bytes: [0, 0xAB])
            let json = try JSONEncoder().encode(reading)
            #expect(try JSONDecoder().decode(IdentityReading.self, from: json) == reading)
            #expect(String(decoding: json, as: UTF8.self).contains("\"00ab\""))
        }
        let candidate = try Vectors.candidate
        #expect(try JSONDecoder().decode(FirmwareCandidate.self, from: JSONEncoder().encode(candidate)) == candidate)
    }
}
