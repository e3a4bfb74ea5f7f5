import Glibc
import Ground
import JSON

/// An instant by two clocks: the wall clock, which people and networks set, and one that only moves forward.
public struct GateMoment: Hashable, Sendable {
    /// CLOCK_REALTIME in nanoseconds since 1970.
    public let wall: Int64
    /// CLOCK_BOOTTIME in nanoseconds since the computer was started; it continues while the computer sleeps.
    public let steady: Int64
    /// The boot of the computer that the steady clock counts from, as the kernel names it.
    public let boot: String

    public init(wall: Int64, steady: Int64, boot: String) { (self.wall, self.steady, self.boot) = (wall, steady, boot) }

    /// The names of the two clocks, as written in a record.
    static let clocks = JSONValue.fields(["wall": .text("CLOCK_REALTIME"), "steady": .text("CLOCK_BOOTTIME")])

    /// The current instant by both clocks.
    public static var now: GateMoment {
        GateMoment(wall: reading(CLOCK_REALTIME), steady: reading(CLOCK_BOOTTIME), boot: currentBoot)
    }

    private static func reading(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static let currentBoot: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "unknown" }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 64)
        guard fgets(&buffer, 64, file) != nil else { return "unknown" }
        return String(decoding: buffer.prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    /// The wall clock's time in UTC: `2026-11-22T18:33:55Z`.
    public var date: String {
        var seconds = time_t(wall / 1_000_000_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00Z" }
        var buffer = [CChar](repeating: 0, count: 40)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var value: JSONValue {
        .fields([
            "boot": .text(boot), "date": .text(date), "steadyNanoseconds": .number(steady),
            "wallNanoseconds": .number(wall),
        ])
    }

    init(_ field: JSONField) throws(DocumentError) {
        wall = try field.field("wallNanoseconds").number(Int64.self)
        steady = try field.field("steadyNanoseconds").number(Int64.self)
        boot = try field.field("boot").text()
        let told = try field.field("date")
        guard try told.text() == date else { throw told.mistake("is not the date of 'wallNanoseconds'") }
    }

    /// The drift between the clocks, within one boot, above which it is reported: 5 s and 0.1 per cent.
    ///
    /// Network time slews by less than 0.05 per cent; the figures are estimates.
    private static let mostParting: Int64 = 5_000_000_000
    /// The amount by which the wall clock may go back, for instance when the network corrects it.
    private static let mostBack: Int64 = 1_000_000_000

    /// Returns what is wrong with this instant, given an earlier one, as the end of a sentence; nil if nothing is.
    public func doubt(after earlier: GateMoment) -> String? {
        let wallPassed = wall.subtractingReportingOverflow(earlier.wall)
        let steadyPassed = steady.subtractingReportingOverflow(earlier.steady)
        guard !wallPassed.overflow, !steadyPassed.overflow else { return "has a time that no clock shows" }
        guard wallPassed.partialValue >= -Self.mostBack else {
            return "has a wall clock that was set back: \(date) follows \(earlier.date)"
        }
        guard boot == earlier.boot else { return nil }
        guard steadyPassed.partialValue >= 0 else { return "comes before the line before it, by the steady clock" }
        let parting = wallPassed.partialValue.subtractingReportingOverflow(steadyPassed.partialValue)
        guard !parting.overflow,
            parting.partialValue.magnitude <= UInt64(Self.mostParting + steadyPassed.partialValue / 1_000)
        else {
            return "has a wall clock that was set: it went on by \(wallPassed.partialValue / 1_000_000_000) s in "
                + "\(steadyPassed.partialValue / 1_000_000_000) s"
        }
        return nil
    }
}
