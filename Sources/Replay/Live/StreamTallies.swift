import Ground

/// The counts of each stream, in some twenty bytes each: a long run has a stream for every session of the kit.
struct StreamTallies: Sendable {
    private struct Entry: Sendable {
        var count: UInt32 = 0
        var countFull: UInt32 = 0
        /// The number of streams that came before it.
        let place: UInt32
        /// The number of the last item when the stream began.
        var item: UInt32 = 0
    }

    private var rounds: [UInt32: Entry] = [:]
    private var others: [Stream: Entry] = [:]
    /// The streams that began in the current frame.
    private var new: [Stream] = []

    subscript(stream: Stream) -> PhoneScript.Tally? {
        entry(of: stream).map { PhoneScript.Tally(count: Int($0.count), countFull: Int($0.countFull)) }
    }

    /// Counts one arrival; `isFull` if it has something to show.
    mutating func count(_ stream: Stream, isFull: Bool) {
        let known = entry(of: stream)
        if known == nil { new.append(stream) }
        var entry = known ?? Entry(place: UInt32(clamping: rounds.count + others.count))
        entry.count = entry.count == .max ? .max : entry.count + 1
        if isFull { entry.countFull = entry.countFull == .max ? .max : entry.countFull + 1 }
        set(stream, entry)
    }

    /// Ends a frame: streams that began in it began at the item with this number.
    mutating func endFrame(item: Int) {
        for stream in new {
            guard var entry = entry(of: stream) else { continue }
            entry.item = UInt32(clamping: item)
            set(stream, entry)
        }
        new.removeAll(keepingCapacity: true)
    }

    /// All streams in the order of their first frames, each with the number of the last item at that time, or 0.
    var inOrder: [(stream: Stream, tally: PhoneScript.Tally, item: Int)] {
        let all = rounds.map { (Stream.rounds($0), $1) } + others.map { ($0, $1) }
        return all.sorted { $0.1.place < $1.1.place }.map { stream, entry in
            (stream, self[stream] ?? PhoneScript.Tally(), Int(entry.item))
        }
    }

    private func entry(of stream: Stream) -> Entry? {
        if case .rounds(let session) = stream { rounds[session] } else { others[stream] }
    }

    private mutating func set(_ stream: Stream, _ entry: Entry) {
        if case .rounds(let session) = stream { rounds[session] = entry } else { others[stream] = entry }
    }
}
