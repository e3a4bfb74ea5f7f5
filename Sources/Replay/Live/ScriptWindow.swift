import Links
import Recordings

/// The part of a recorded phone's script that is being played, read from the trace as playback advances.
///
/// Played items are discarded, and reading ahead goes only as far as requested, so a script of any length takes
/// little memory.
struct ScriptWindow {
    private let events: AnyIterator<TraceEvent>
    private let until: Int
    /// The number of items, excluding any written to the trace since they were counted.
    private let count: Int
    private var reading: ScriptReading
    /// The items read and not yet discarded, preceded by some already forgotten.
    private var items: [PhoneScript.Item] = []
    /// The index in the whole script of the first of `items`, and the number of those that are forgotten.
    private var base = 0
    private var forgotten = 0
    private var isAtEnd = false

    /// The number of forgotten items to keep before their memory is released.
    private static let compaction = 256

    init(_ script: PhoneScript) {
        events = script.trace.makeIterator()
        until = script.until
        count = script.count
        reading = ScriptReading(talkative: script.talkative, looks: script.looks)
    }

    /// The number of items read so far.
    var end: Int { base + items.count }

    /// The number of items in memory.
    var size: Int { items.count }

    /// The item at an index; nil if it was not read yet or is forgotten.
    func item(_ index: Int) -> PhoneScript.Item? {
        index >= base + forgotten && index < end ? items[index - base] : nil
    }

    /// The number of items up to the last one read that is sent on a link.
    func lastSent(on link: LinkID) -> Int { reading.lastSent[link] ?? 0 }

    /// Reads until at least one more item is available; false at the end of the script.
    mutating func readOn() -> Bool {
        while !isAtEnd {
            guard end < count, let event = events.next(), reading.isGoingOn(before: event, until: until) else {
                reading.finish()
                isAtEnd = true
                return false
            }
            reading.receive(event)
            let made = reading.take()
            guard !made.isEmpty else { continue }
            items += made.prefix(count - end)
            return true
        }
        return false
    }

    mutating func forget(before index: Int) {
        forgotten = max(forgotten, min(items.count, index - base))
        guard forgotten >= Self.compaction, forgotten * 2 >= items.count else { return }
        items.removeFirst(forgotten)
        base += forgotten
        forgotten = 0
    }
}
