import Ground
import NearbyInteraction
import Phone
import Testing

@Suite struct NearbyConfigurationTests {
    @Test(arguments: [UWBVersion.v10, .v11, .v20]) func onlyTheRightLengthIsAnswered(version: UWBVersion) {
        let good = AccessoryConfigurationData(
            version: version, role: .responder, address: ShortAddress(rawValue: 0x1122)
        ).encoded
        for length in 0...64 {
            var bench = SessionBench()
            bench.start()
            let padding = [UInt8](repeating: 0, count: max(0, length - good.count))
            let words = bench.receive([0x01] + good.prefix(length) + padding)
            let fault = bench.findings.first { $0.weight == .fault }
            if length == good.count {
                #expect(words.hasPrefix("write configureAndStart") && fault == nil)
                #expect(bench.shareable?.version == version)
            } else if length == 0 {
                #expect(words == "fault" && fault?.offset == 1)
            } else {
                #expect(words.hasSuffix("threw -5888") && !words.contains("write"), "\(length) bytes")
                // Offsets count in the whole message: short data ends too early, and long data is at fault at byte 16.
                #expect(fault?.offset == (length < good.count ? length + 1 : 16), "\(length) bytes")
                #expect(bench.desk.deadline == nil)
            }
        }
    }

    @Test(arguments: [
        (offset: 0, byte: UInt8(0), found: 1), (4, 7, 5), (15, 20, 16), (16, 0, 17), (32, 2, 33), (33, 0xFF, 34),
    ]) func aWrongValueIsRefusedWithItsPlace(offset: Int, byte: UInt8, found: Int) {
        var payload = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0xFF00)).encoded
        payload[offset] = byte
        if offset == 33 { payload[34] = byte }
        var bench = SessionBench()
        bench.start()
        #expect(bench.receive([0x01] + payload).hasSuffix("threw -5888"))
        #expect(bench.findings.contains { $0.weight == .fault && $0.offset == found })
    }

    @Test(arguments: [UWBVersion(major: 1, minor: 2), UWBVersion(major: 3, minor: 0)])
    func aVersionThatNobodyKnowsIsAWarningAndGoesOn(version: UWBVersion) {
        let known: UWBVersion = version < .v20 ? .v11 : .v20
        var data = AccessoryConfigurationData(version: known, role: .responder, address: ShortAddress(rawValue: 7))
        data.version = version
        var bench = SessionBench()
        bench.start()
        #expect(bench.receive([0x01] + data.encoded).hasPrefix("write configureAndStart"))
        #expect(bench.findings.map(\.weight) == [.warning] && bench.findings.first?.offset == 17)
        #expect(bench.shareable?.version == known)
    }

    @Test func theAnswerIsTheFirstEffect() {
        var bench = SessionBench()
        bench.start()
        bench.receive(SessionBench.answer)
        guard case .write(.configureAndStart) = bench.effects.first else {
            Issue.record("the first effect is \(bench.words)")
            return
        }
    }
}
