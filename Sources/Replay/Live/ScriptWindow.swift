import Links
import Recordings

/// The part of a recorded phone's script that is being played, read from the trace as it goes.
///
/// What is played is forgotten; read ahead is only as far as somebody looks, so that the script of a trace of any
/// length takes little memory.
struct ScriptWindow {
    private let events: AnyIterator<TraceEvent>
    private let until: Int
    /// How many items there are: what was written into the trace since they were counted is none of them.
    private let count: Int
    private var reading: ScriptReading
    /// What was read and not forgotten; the first ones of it may be forgotten already.
    private var items: [PhoneScript.Item] = []
    /// The place of the first of `items` in the whole script, and how many of them are forgotten.
    private var base = 0
    private var forgotten = 0
    private var isAtEnd = false

    /// How many that are forgotten are kept until their memory is given back.
    private static let compaction = 256

    init(_ script: PhoneScript) {
        events = script.trace.makeIterator()
        until = script.until
        count = script.count
        reading = ScriptReading(talkative: script.talkative, looks: script.looks)
    }

    /// How many items were read so far.
    var end: Int { base + items.count }

    /// How many items are in memory.
    var size: Int { items.count }

    /// An item that was read and is not forgotten; nil for others.
    func item(_ index: Int) -> PhoneScript.Item? {
        index >= base + forgotten && index < end ? items[index - base] : nil
    }

    /// How many items there are up to the last one that was read and is sent on a link.
    func lastSent(on link: LinkID) -> Int { reading.lastSent[link] ?? 0 }

    /// Reads on until there is at least one more item; false at the end of the script.
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
