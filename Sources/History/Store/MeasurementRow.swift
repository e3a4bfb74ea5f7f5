import GRDB

/// A measurement's row: a single value, or the three numbers that represent several.
struct MeasurementRow: Hashable {
    let series: Int64
    let started: Int64
    let run: Int64
    let largest: Int64
    let middle: Int64
    let high: Int64
    let times: Int64
    let limit: Int64?

    init(_ measurement: RunMeasurement, series: Int64, started: Int64, run: Int64) {
        (self.series, self.started, self.run) = (series, started, run)
        (largest, middle, high) = (measurement.largest, measurement.middle, measurement.high)
        (times, limit) = (measurement.times, measurement.limit)
    }

    /// In the table's own order.
    static let columns = """
        measurement.series, measurement.started, measurement.run, measurement.largest, measurement.middle, \
        measurement.high, measurement.times, measurement."limit", measurement.mark
        """
    static let columnCount = 9

    /// Reads the columns; throws if they are not what was written.
    init(_ row: StoreRow) throws(StoreFault) {
        (series, started, run) = (try row.number(0), try row.number(1), try row.number(2))
        largest = try row.number(3)
        (middle, high) = (try row.optionalNumber(4) ?? largest, try row.optionalNumber(5) ?? largest)
        (times, limit) = (try row.optionalNumber(6) ?? 1, try row.optionalNumber(7))
        guard try row.number(8) == mark else { throw .damaged("a measurement in it is not what was written") }
    }

    private var mark: Int64 {
        var mark = RowMark()
        for number in [series, started, run, largest, middle, high, times] { mark.add(number) }
        mark.add(limit)
        return mark.short
    }

    func insert(_ database: Database) throws {
        let isSingle = times == 1 && middle == largest && high == largest
        try database.perform(
            """
            INSERT INTO measurement(series, started, run, largest, middle, high, times, "limit", mark) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                series, started, run, largest, isSingle ? nil : middle, isSingle ? nil : high, isSingle ? nil : times,
                limit, mark,
            ])
    }
}
