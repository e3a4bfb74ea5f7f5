import Ground
import Journal
import Testing

@Suite struct SpanTallyTests {
    private func tally(_ spans: some Sequence<Int64>) -> SpanTally {
        spans.reduce(into: SpanTally()) { $0.add(.nanoseconds($1)) }
    }

    private func span(_ measured: Measured) -> Int64? {
        if case .span(let span) = measured.value { span.nanoseconds } else { nil }
    }

    @Test("Up to a thousand spans are kept one by one, in order")
    func exact() {
        let spans = (0..<1_000).map { Int64($0 * 7919 % 1_000) }
        #expect(tally(spans).measured("turn") == spans.map { Measured("turn", .span(.nanoseconds($0))) })
        #expect(tally([]).measured("turn").isEmpty)
    }

    @Test("Beyond that, spans are counted, exactly while no more than a thousand differ")
    func counted() {
        let same = tally(repeatElement(5, count: 73_000))
        #expect(same.measured("turn") == [Measured("turn", .span(.nanoseconds(5)), times: 73_000)] && same.size == 1)
        let cycle = tally((0..<3_000).map { Int64($0 % 1_000) + 1_000_000_007 })
        #expect(cycle.measured("turn").compactMap(span) == (0..<1_000).map { 1_000_000_007 + $0 })
        #expect(cycle.measured("turn").allSatisfy { $0.times == 3 })
    }

    @Test("Any number of different spans takes bounded room; none is lost, and none is off by more than 0.4 per cent")
    func rounded() {
        var generator = SeededGenerator(seed: 1)
        // From 1 us to 1 s, uniformly distributed over the magnitudes.
        let spans = (0..<50_000).map { _ in
            (1_000 << Int64.random(in: 0...19, using: &generator)) + Int64.random(in: 0...999, using: &generator)
        }
        let tally = tally(spans)
        let measured = tally.measured("turn")
        #expect(tally.size < 6_000 && measured.count == tally.size)
        #expect(measured.reduce(0) { $0 + ($1.times ?? 1) } == spans.count)
        let told = measured.flatMap { Array(repeating: span($0) ?? 0, count: $0.times ?? 1) }
        #expect(told == told.sorted())
        let wrong = zip(told, spans.sorted()).filter { now, then in abs(now - then) * 250 > then }
        #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }

    @Test("The longest and the negative spans are kept too")
    func extremes() {
        var all = (0..<2_000).map { Int64($0 * 1_000_003) }
        all += [.max, .min, -5]
        let measured = tally(all).measured("turn").compactMap(span)
        #expect(measured.first == -.max && measured.last == .max && measured.contains(-5))
    }
}
