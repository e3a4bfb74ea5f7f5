/// Where data bytes stand in a Type 2 tag: the data area without the runs that control TLVs reserve.
///
/// All addresses count from the start of the memory (fact sheet 2.2).
struct Type2Layout: Hashable, Sendable {
    /// Behind the last byte of the data area.
    var end: Int
    /// Runs without data; none is empty.
    private(set) var reserved: [Range<Int>] = []

    init(end: Int) { self.end = end }

    mutating func reserve(_ run: Range<Int>) { if !run.isEmpty { reserved.append(run) } }

    /// The first address at or behind this one that is not reserved.
    func skippingReserved(_ address: Int) -> Int {
        var place = address
        while let run = reserved.first(where: { $0.contains(place) }) { place = run.upperBound }
        return place
    }

    /// The runs of the next `count` data bytes; nil when the area ends before.
    func runs(from address: Int, count: Int) -> [Range<Int>]? {
        var runs: [Range<Int>] = []
        var place = address
        var left = count
        while left > 0 {
            place = skippingReserved(place)
            guard place < end else { return nil }
            let next = reserved.lazy.map(\.lowerBound).filter { $0 > place }.min() ?? end
            let stop = min(next, end, place + left)
            runs.append(place..<stop)
            left -= stop - place
            place = stop
        }
        return runs
    }

    /// How many data bytes stand from an address to the end of the area.
    func room(from address: Int) -> Int {
        var count = 0
        var place = skippingReserved(address)
        while place < end {
            let next = reserved.lazy.map(\.lowerBound).filter { $0 > place }.min() ?? end
            let stop = min(next, end)
            count += stop - place
            place = skippingReserved(stop)
        }
        return count
    }

    /// Ascending numbers as runs.
    static func runs(of numbers: some Sequence<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
        return runs
    }
}
