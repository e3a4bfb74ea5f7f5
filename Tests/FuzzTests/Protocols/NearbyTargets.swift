import Ground
import NearbyInteraction

/// The data channel of Nearby Interaction: its messages and the two configuration blobs.
enum NearbyTargets {
    static let all = [
        FuzzTarget("accessory-message", seeds: { messages }, take: message),
        FuzzTarget("accessory-configuration", seeds: { blobs("accessory-messages.txt") }, take: accessory),
        FuzzTarget("shareable-configuration", seeds: { blobs("configure-messages.txt") }, take: shareable),
        FuzzTarget("phone-message", seeds: { phoneMessages }, take: phoneMessage),
    ]

    private static var phoneMessages: [[UInt8]] {
        let token = TokenArchive(generation: 1, address: ShortAddress(rawValue: 0x1122), number: 7)
        return [PeerMessage.token(token.encoded).encoded, PeerMessage.distance(.metres(2)).encoded, [9, 1, 2]]
    }

    private static func phoneMessage(_ input: [UInt8]) {
        guard let message = try? PeerMessage(decoding: input) else { return }
        must(message.encoded == input, "\(input.hex) changed to \(message.encoded.hex)")
        guard case .token(let archive) = message else { return }
        do throws(Malformed) {
            let token = try TokenArchive(decoding: archive)
            must(token.encoded == archive, "\(archive.hex) changed to \(token.encoded.hex)")
        } catch {
            must(error.offset <= archive.count, "the error's offset is past the end of \(archive.hex)")
        }
    }

    private static var messages: [[UInt8]] {
        vectors("accessory-messages.txt") + vectors("configure-messages.txt")
            + [[2], [3], [0x0A], Seeds.bytes("2F 06 03 6E 65 61 72")]
    }

    private static func vectors(_ name: String) -> [[UInt8]] {
        Seeds.lines("NearbyInteraction/\(name)").compactMap { line in
            line.split(separator: "|").last.flatMap { [UInt8](hex: $0) }
        }
    }

    private static func blobs(_ name: String) -> [[UInt8]] { vectors(name).map { Array($0.dropFirst()) } }

    private static func message(_ input: [UInt8]) {
        if let message = try? AccessoryMessage(decoding: input), AccessoryMessage.findings(in: input).isEmpty {
            must(message.encoded() == input, "\(input.hex) changed to \(message.encoded().hex)")
        }
        if let message = try? PhoneMessage(decoding: input) {
            must((try? PhoneMessage(decoding: message.encoded())) == message, "\(input.hex) does not survive")
        }
    }

    private static func accessory(_ input: [UInt8]) {
        guard let data = try? AccessoryConfigurationData(decoding: input) else { return }
        must(data.encoded == input, "\(input.hex) changed to \(data.encoded.hex)")
        must(data.findings().allSatisfy { ($0.offset ?? 0) <= input.count }, "a finding's offset is past the end")
        var generator = SeededGenerator(seed: 1)
        let answer = ShareableConfigurationData.generate(for: data, using: &generator)
        must((try? ShareableConfigurationData(decoding: answer.encoded)) == answer, "the answer cannot be read")
    }

    private static func shareable(_ input: [UInt8]) {
        guard let data = try? ShareableConfigurationData(decoding: input) else { return }
        must(data.encoded == input, "\(input.hex) changed to \(data.encoded.hex)")
        must(data.findings().allSatisfy { ($0.offset ?? 0) <= input.count }, "a finding's offset is past the end")
    }
}
