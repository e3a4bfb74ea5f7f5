import Ground
import Traces

/// Places the items of a capture on a time line that never goes back, whatever the capture's clock did.
///
/// The interval between two packets is that of their times. If the clock goes back, what follows keeps its spacing
/// but is shifted later, until the clock resumes where it had been: then a packet or two were out of order, or two
/// clocks are in one file. Implausible times are reported.
struct CaptureClock: Sendable {
    /// The largest lead over the latest packet with which a time still counts as one of a clock used earlier.
    private static let window = Lapse.seconds(60)
    /// The smallest backward jump that counts as a step of the clock, rather than packets out of order.
    private static let step = Lapse.seconds(1)
    /// A pause longer than any capture's: the clock was set in between.
    private static let leap = Lapse.seconds(86_400)
    /// The period after which the 32-bit seconds of the older formats wrap around.
    private static let wrap = Lapse.seconds(1 << 32)
    /// The last second of a 31-bit clock.
    private static let lastSignedSecond = WallInstant(nanoseconds: Int64(Int32.max) * 1_000_000_000)
    /// The maximum number of clocks remembered.
    private static let most = 8

    /// The span by which times are currently shifted later.
    private var shift = Lapse.zero
    /// The shifts used so far, in ascending order.
    private var shifts: [Lapse] = [.zero]
    /// The latest instant so far; nil before the first time.
    private(set) var latest: WallInstant?
    /// The number of items without a time.
    private(set) var untimed = 0
    /// Whether a clock that is too early, or one that is too late, was reported; each is reported once.
    private var toldThatEarly = false
    private var toldThatLate = false

    /// The instant of an item on the time line; `tell` receives any implausibility of its time.
    ///
    /// An item without a time is placed at the latest instant.
    mutating func place(_ raw: WallInstant?, tell: (String) -> Void) -> WallInstant {
        guard let raw else {
            untimed += 1
            return latest ?? WallInstant(nanoseconds: 0)
        }
        tellDoubt(of: raw, tell)
        guard let latest else {
            latest = raw
            return raw
        }
        let placed = place(raw, after: latest, tell)
        self.latest = placed
        return placed
    }

    private mutating func tellDoubt(of raw: WallInstant, _ tell: (String) -> Void) {
        if raw.nanoseconds < 0, !toldThatEarly {
            toldThatEarly = true
            tell("the capture's clock shows times before 1970: it was not set")
        }
        if raw > Self.lastSignedSecond, !toldThatLate {
            toldThatLate = true
            tell("the capture's clock shows times after January 2038: it was not set, or counts back from 1970")
        }
    }

    private mutating func place(
        _ raw: WallInstant, after latest: WallInstant, _ tell: (String) -> Void
    ) -> WallInstant {
        // The common case is handled separately.
        if shifts.count == 1, raw + shift >= latest { return notingLeap(raw + shift, after: latest, tell) }
        let near = shifts.first { raw + $0 >= latest && (raw + $0) - latest <= Self.window }
        if let near, near != shift {
            let change = near - shift
            if change <= .zero - Self.step {
                tell("the capture's clock goes forward again by \(.zero - change): later packets have its time")
            }
            shift = near
            shifts.removeAll { $0 > near && $0 - near < Self.step }
            return raw + near
        }
        let placed = raw + shift
        if placed >= latest { return notingLeap(placed, after: latest, tell) }
        let back = latest - placed
        if (placed + Self.wrap) >= latest, (placed + Self.wrap) - latest <= Self.window {
            tell("the capture's 32-bit clock begins again")
            move(to: shift + Self.wrap)
            return raw + shift
        }
        if back < Self.step {
            tell("the capture's times go backwards by less than a second; such packets stand with the one before them")
        } else {
            tell("the capture's clock goes back by \(back): what follows stands later by as much")
        }
        move(to: shift + back)
        return latest
    }

    private func notingLeap(
        _ placed: WallInstant, after latest: WallInstant, _ tell: (String) -> Void
    ) -> WallInstant {
        if placed - latest > Self.leap {
            tell("the capture's clock goes forward by \(placed - latest): it may have been set")
        }
        return placed
    }

    private mutating func move(to shift: Lapse) {
        self.shift = shift
        shifts.removeAll { $0 == shift }
        let place = shifts.firstIndex { $0 > shift } ?? shifts.endIndex
        shifts.insert(shift, at: place)
        // The clock's original setting is never dropped.
        if shifts.count > Self.most { shifts.remove(at: shifts[1] == shift ? 2 : 1) }
    }
}
