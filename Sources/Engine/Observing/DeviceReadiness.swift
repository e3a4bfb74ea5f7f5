import Phone
import ScenarioKit

/// Whether the kit and the reader that a scenario needs are ready.
struct DeviceReadiness: Sendable {
    let needsKit: Bool
    let needsReader: Bool
    private(set) var isKitReady: Bool
    private(set) var isReaderReady: Bool

    init(of needs: [Need]) {
        needsKit = needs.contains(.uwb)
        needsReader = needs.contains(.nfc)
        (isKitReady, isReaderReady) = (!needsKit, !needsReader)
    }

    mutating func note(_ event: PhoneEvent) {
        if case .kitReady = event { isKitReady = true }
        if case .tag(.readerReady) = event { isReaderReady = true }
    }
}
