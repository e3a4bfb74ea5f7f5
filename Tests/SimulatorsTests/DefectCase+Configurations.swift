import Ground
import NearbyInteraction
import Simulators

// Configuration data in both directions.
extension DefectCase {
    /// Returns the faults that a strict phone finds in the configuration data, by offset.
    private static func findings(_ bench: inout AccessoryBench) -> String {
        bench.connect()
        _ = bench.initialize()
        guard let message = bench.messages.first else { return "nothing" }
        guard let data = try? AccessoryConfigurationData(decoding: Array(message.dropFirst())) else {
            return "\(message.count) bytes, malformed"
        }
        let faults = data.findings().filter { $0.weight == .fault }
        return faults.map { "fault at \($0.offset ?? -1)" }.joined(separator: ", ")
    }

    /// Returns the result of ranging with the accessory's own configuration data.
    private static func ranging(_ bench: inout AccessoryBench) -> String {
        bench.connect()
        let exchange = bench.start()
        return bench.ids + " " + bench.judge(exchange)
    }

    static let configurations: [DefectCase] = [
        DefectCase(.shortConfiguration, healthy: "", defective: "37 bytes, malformed", findings),
        DefectCase(.longConfiguration, healthy: "", defective: "fault at 15", findings),
        DefectCase(.wrongDeclaredLength, healthy: "", defective: "fault at 15, fault at 15", findings),
        DefectCase(.invalidRole, healthy: "", defective: "fault at 32", findings),
        DefectCase(.addressBeforeRole, healthy: "", defective: "fault at 32", findings),
        DefectCase(.broadcastAddress, healthy: "", defective: "fault at 33", findings),
        DefectCase(.reversedConfigurationAddress, healthy: "1 2 ranges", defective: "1 2 silent", ranging),
        DefectCase(.claimsOppositeRole, healthy: "1 2 ranges", defective: "1 2 silent", ranging),
        DefectCase(.sharedAddress, healthy: "false", defective: "true") { bench in
            bench.connect()
            let first = bench.initialize()?.address
            return "\(first == bench.initialize()?.address)"
        },
        DefectCase(.staleAddress, healthy: "ranges, then ranges", defective: "ranges, then silent") { bench in
            bench.connect()
            let first = bench.start()
            let before = bench.judge(first)
            bench.stop()
            let second = bench.start(seed: 4)
            return before + ", then " + bench.judge(second)
        },
    ]

    /// Returns the result of ranging with shareable configuration data modified by a test.
    private static func ranging(
        _ change: @escaping @Sendable (inout ShareableConfigurationData) -> Void
    ) -> @Sendable (inout AccessoryBench) -> String {
        { bench in
            bench.connect()
            let exchange = bench.start(seed: 3, change)
            return bench.ids + " " + bench.judge(exchange)
        }
    }

    /// Every field differs from its byte-swapped form.
    private static let asymmetric: @Sendable (inout ShareableConfigurationData) -> Void = { shareable in
        shareable.sessionID = 0x0102
        shareable.address = ShortAddress(rawValue: 0x1122)
        if let vector = StaticSTSInitialization([1, 2, 3, 4, 5, 6]) { shareable.initialization = vector }
    }

    /// Returns the identifiers of the answers to a payload made from valid shareable configuration data.
    private static func answers(
        _ make: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> @Sendable (inout AccessoryBench) -> String {
        { bench in
            bench.connect()
            guard let configuration = bench.initialize() else { return "nothing" }
            var generator = SeededGenerator(seed: 3)
            let shareable = ShareableConfigurationData.generate(for: configuration, using: &generator)
            bench.write(PhoneMessage.configureAndStart(make(shareable.encoded)).encoded())
            return bench.ids
        }
    }

    static let shareables: [DefectCase] = [
        DefectCase(.bigEndianSessionID, healthy: "1 2 ranges", defective: "1 2 silent", ranging(asymmetric)),
        DefectCase(.bigEndianAddress, healthy: "1 2 ranges", defective: "1 2 silent", ranging(asymmetric)),
        DefectCase(.bigEndianInterval, healthy: "1 2 ranges", defective: "1 2 silent", ranging(asymmetric)),
        DefectCase(.reversedIV, healthy: "1 2 ranges", defective: "1 2 silent", ranging(asymmetric)),
        DefectCase(
            .zeroSessionIDTreatedAsNone, healthy: "1 2 ranges", defective: "1 silent", ranging { $0.sessionID = 0 }),
        DefectCase(
            .sessionIDTruncatedTo8, healthy: "1 2 ranges", defective: "1 2 silent", ranging { $0.sessionID = 0x0102 }),
        DefectCase(
            .sessionIDTruncatedTo16, healthy: "1 2 ranges", defective: "1 2 silent",
            ranging { $0.sessionID = 0x0001_0002 }),
        DefectCase(.slotDurationFixed, healthy: "1 2 ranges", defective: "1 2 silent", ranging { _ in }),
        DefectCase(.refusesSlotDuration, healthy: "1 2 ranges", defective: "1 silent", ranging { _ in }),
        DefectCase(.wrongInterval, healthy: "1 2 ranges", defective: "1 2 silent", ranging { _ in }),
        DefectCase(.acceptsTruncatedShareable, healthy: "1", defective: "1 2", answers { Array($0.prefix(12)) }),
        DefectCase(.rejectsClockDrift, healthy: "1 2", defective: "1", answers { $0 }),
    ]
}
