import ScenarioKit
import Testing

@Suite struct RawMessageTests {
    private func writes(_ message: RawMessage) -> [[UInt8]] {
        message.writes { whole in
            switch whole {
            case .initialize: [0x0A]
            case .shareableConfiguration: [0x0B, 1, 2, 3]
            case .newShareableConfiguration: [0x0B, 4, 5, 6]
            case .stop: [0x0C]
            }
        }
    }

    @Test func wholeMessagesAreThoseOfThePhone() {
        #expect(writes(.initialize) == [[0x0A]])
        #expect(writes(.shareableConfiguration) == [[0x0B, 1, 2, 3]])
        #expect(writes(.newShareableConfiguration) == [[0x0B, 4, 5, 6]])
        #expect(writes(.stop) == [[0x0C]])
        #expect(writes(.empty) == [[]] && writes(.androidInitialize) == [[0xA5]])
        #expect(writes(.deviceStructureRequest) == [[0x20]])
    }

    @Test func cutsPadsAndChangesFollowEachOther() {
        #expect(writes(.cut(.shareableConfiguration, to: 2)) == [[0x0B, 1]])
        #expect(writes(.padded(.cut(.shareableConfiguration, to: 2), by: 2)) == [[0x0B, 1, 0, 0]])
        #expect(writes(.corrupted(.shareableConfiguration, byte: 1, xor: 0xFF)) == [[0x0B, 0xFE, 2, 3]])
        #expect(writes(.cut(.padded(.stop, by: 9), to: 3)) == [[0x0C, 0, 0]])
    }

    @Test func everyCutHasEachShorterLengthOnce() {
        #expect(writes(.everyCut(of: .shareableConfiguration)) == [[0x0B], [0x0B, 1], [0x0B, 1, 2]])
        #expect(writes(.everyCut(of: .stop)) == [])
        #expect(writes(.everyCut(of: .empty)) == [])
        #expect(
            writes(.padded(.everyCut(of: .cut(.shareableConfiguration, to: 3)), by: 1)) == [[0x0B, 0], [0x0B, 1, 0]])
    }

    @Test func nothingTrapsOnWhatAFileMaySay() {
        #expect(writes(.cut(.stop, to: .min)) == [[]] && writes(.cut(.stop, to: .max)) == [[0x0C]])
        #expect(writes(.padded(.stop, by: .min)) == [[0x0C]])
        #expect(writes(.padded(.stop, by: .max)).map(\.count) == [513])
        #expect(writes(.corrupted(.stop, byte: .max, xor: 1)) == [[0x0C]])
        #expect(writes(.corrupted(.stop, byte: -1, xor: 1)) == [[0x0C]])
    }
}
