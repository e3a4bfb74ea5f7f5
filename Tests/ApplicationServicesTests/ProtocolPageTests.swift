import Foundation
import Testing

@testable import ApplicationServices

/// The protocol page, from which others write a screen or an agent, compared with the actual bytes.
@Suite struct ProtocolPageTests {
    /// Returns the bytes of lines that contain only hexadecimal digits.
    private func examples() throws -> [[UInt8]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Scenarios/Companions/README.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("    ") }.compactMap { line in
            let words = line.split(separator: " ")
            let bytes = words.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
            return bytes.isEmpty || bytes.count != words.count ? nil : bytes
        }
    }

    @Test func itsExamplesAreWhatIsSent() throws {
        let digest = ServiceParameters.standard.digest
        let token = ServiceToken(rawValue: 0x0102_0304_0506_0708)
        let messages: [ControlMessage] = [
            .invite("game", .iPadOS, digest), .connect(token, digest), .refused(ServiceRefusal(differing: [.framer])),
        ]
        #expect(try examples() == [digest.encoded] + messages.map(\.encoded))
    }
}
