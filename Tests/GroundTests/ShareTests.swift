import Ground
import Testing

@Suite struct ShareTests {
    @Test func aShareIsWholeThousandths() {
        #expect(Share.percent(90) == .permille(900))
        #expect(Share.percent(99.5) == .permille(995))
        #expect(Share.percent(100) == .whole)
        #expect(Share.percent(.nan) == .zero && Share.percent(.infinity).permille == .max)
    }

    @Test func onlyAllOfManyAreTheWhole() {
        #expect(Share(9_999, of: 10_000) == .permille(999))
        #expect(Share(10_000, of: 10_000) == .whole)
        #expect(Share(1, of: 3) == .permille(333))
        #expect(Share(0, of: 5) == .zero)
        #expect(Share(1, of: 0) == nil && Share(1, of: -1) == nil)
    }

    @Test func sharesCompareAndRead() {
        #expect(Share.percent(89.9) < Share.percent(90))
        #expect(Share.percent(97.5).description == "97.5 %")
    }
}
