import GRDB

/// Checks every row of a store, which takes as long as reading all of it.
enum StoreCheck {
    /// Throws if SQLite's own structure or the content of a row is not as it was written.
    static func everything(_ database: Database) throws {
        let told = try database.first("PRAGMA integrity_check(1)", []) { try $0.text(0) }
        guard told == "ok" else { throw StoreFault.damaged("SQLite's check of it fails") }
        try database.each("SELECT \(RunRow.columns) FROM run") { _ = try RunRow($0) }
        try database.each("SELECT \(MeasurementRow.columns) FROM measurement") { _ = try MeasurementRow($0) }
        let contents = try StoreContents(database)
        for id in contents.series.keys { try contents.check(series: id, database) }
    }
}
