import Ground
import Testing

@testable import BlueZDriver

@Suite("Links that were never accepted") struct BlueZUntakenLinkTests {
    private static let phone = BluetoothAddress(value: 0x00AA_0101_0000)
    private static let other = BluetoothAddress(value: 0x00AA_0101_0002)

    private enum Step {
        case began, taken, closed
        case ended(with: BluetoothAddress)
    }

    /// Returns the classification of each end of a link.
    private func missed(_ steps: [Step]) -> [Bool] {
        var link = UnacceptedLink()
        return steps.compactMap { step in
            switch step {
            case .began: link.began(with: Self.phone)
            case .taken: link.taken(from: Self.phone)
            case .closed: link.closed(with: Self.phone)
            case .ended(let phone): return link.ended(with: phone)
            }
            return nil
        }
    }

    @Test func `one that ended before it was taken is missed, once, and not because of another`() {
        let ends = missed([.began, .ended(with: Self.other), .ended(with: Self.phone), .ended(with: Self.phone)])
        #expect(ends == [false, true, false])
    }

    @Test func `one that was taken is not missed, whichever was read first`() {
        #expect(missed([.began, .taken, .ended(with: Self.phone), .began, .ended(with: Self.phone)]) == [false, true])
        #expect(missed([.taken, .began, .ended(with: Self.phone), .began, .ended(with: Self.phone)]) == [false, true])
    }

    @Test func `an end without a beginning is nobody's link`() {
        #expect(missed([.ended(with: Self.phone)]) == [false])
    }

    @Test func `a socket that was taken of a link that is gone does not hide the next one`() {
        let steps: [Step] = [.began, .ended(with: Self.phone), .taken, .closed, .began, .ended(with: Self.phone)]
        #expect(missed(steps) == [true, true])
    }

    @Test func `when a socket is closed, a newer link is still one that was not taken`() {
        let steps: [Step] = [.began, .taken, .ended(with: Self.phone), .began, .closed, .ended(with: Self.phone)]
        #expect(missed(steps) == [false, true])
    }
}
