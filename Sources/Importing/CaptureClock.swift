import Ground
import Traces

/// Puts what a capture holds on one time line that never goes back, whatever the capture's clock did.
///
/// Two packets lie as far apart as their times do. Where the clock goes back, what follows keeps its spacing and stands
/// later by as much, until the clock goes on where it had been: then only a packet or two were out of order, or two
/// clocks are in one file. What cannot be right is told.
struct CaptureClock: Sendable {
    /// How much later than the latest packet a time may be to be of a clock that was left.
    private static let window = Span.seconds(60)
    /// From where on going back is a step of the clock, and not packets out of order.
    private static let step = Span.seconds(1)
    /// A pause that is longer than any capture's: the clock was set in between.
    private static let leap = Span.seconds(86_400)
    /// When the 32 bits of the older formats' seconds begin again.
    private static let wrap = Span.seconds(1 << 32)
    /// Where a clock of 31 bits ends.
    private static let lastSignedSecond = WallInstant(nanoseconds: Int64(Int32.max) * 1_000_000_000)
    /// The most clocks that are remembered.
    private static let most = 8

    /// By how much what is read now stands later.
    private var shift = Span.zero
    /// The shifts that there were, rising.
    private var shifts: [Span] = [.zero]
    /// The latest instant so far; nil before the first time.
    private(set) var latest: WallInstant?
    /// How much had no time of its own.
    private(set) var untimed = 0
    /// Whether it was told that the clock was wrong, which is told once.
    private var toldThatEarly = false
    private var toldThatLate = false

    /// Where something stands, on the time line; `tell` is told what cannot be right with its time.
    ///
    /// What has no time stands at the latest instant.
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
        // The common case by itself.
        if shifts.count == 1, raw + shift >= latest { return notingLeap(raw + shift, after: latest, tell) }
        let near = shifts.first { raw + $0 >= latest && (raw + $0) - latest <= Self.window }
        if let near, near != shift {
            let change = near - shift
            if change <= .zero - Self.step {
                tell("the capture's clock goes forward again by \(.zero - change): what follows stands at its own time")
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

    private mutating func move(to shift: Span) {
        self.shift = shift
        shifts.removeAll { $0 == shift }
        let place = shifts.firstIndex { $0 > shift } ?? shifts.endIndex
        shifts.insert(shift, at: place)
        // The clock as it was at first stays known.
        if shifts.count > Self.most { shifts.remove(at: shifts[1] == shift ? 2 : 1) }
    }
}
