import Ground
import Traces
import Vocabulary

extension TraceHeader {
    func append(to bytes: inout [UInt8]) {
        bytes.append(text: scenario)
        bytes.append(text: rig)
        bytes.append(little: seed)
        bytes.append(text: program)
        bytes.append(little: UInt64(bitPattern: wallClock.nanoseconds))
        bytes.append(instant: start)
        bytes.append(each: accessories) { $0.append(text: $1.rawValue) }
        bytes.append(flag: hasKit)
        bytes.append(flag: hasReader)
        bytes.append(text: scenarioText)
        bytes.append(text: rigText)
        let known = channels.sorted { $0.key.rawValue < $1.key.rawValue }
        bytes.append(each: known) { bytes, channel in
            bytes.append(text: channel.key.rawValue)
            bytes.append(text: channel.value.text)
        }
        guard !handles.isEmpty else { return }
        bytes.append(each: handles.sorted { $0.key.rawValue < $1.key.rawValue }) { bytes, entry in
            bytes.append(text: entry.key.rawValue)
            entry.value.append(to: &bytes)
        }
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        scenario = try reader.text("a scenario's name")
        rig = try reader.text("a rig's name")
        seed = try reader.u64("a seed")
        program = try reader.text("a program's name")
        wallClock = WallInstant(nanoseconds: Int64(bitPattern: try reader.u64("a wall clock")))
        start = try reader.instant("a run's start")
        accessories = try reader.list("a list of accessories") { reader throws(Malformed) in
            try reader.accessory("an accessory's name")
        }
        hasKit = try reader.flag("whether there is a kit")
        hasReader = try reader.flag("whether there is a reader")
        scenarioText = try reader.text("a scenario's text")
        rigText = try reader.text("a rig's text")
        channels = [:]
        let known = try reader.list("a list of data channels") { reader throws(Malformed) in
            let name = try reader.accessory("the accessory of a data channel")
            let start = reader.offset
            let text = try reader.text("a data channel")
            do throws(Malformed) { return (name, try DataChannelProfile(text)) } catch {
                throw Malformed(at: start, "a data channel is wrong: \(error.meaning)")
            }
        }
        for (name, channel) in known { channels[name] = channel }
        // Only imported traces have them; fewer bytes pad the record.
        guard reader.remaining >= 4 else { return }
        let recognised = try reader.list("a list of attribute handles") { reader throws(Malformed) in
            (try reader.accessory("the accessory of a data channel"), try ChannelHandles(&reader))
        }
        for (name, one) in recognised { handles[name] = one }
    }
}

extension TraceNote {
    func append(to bytes: inout [UInt8]) {
        bytes.append(instant: instant)
        bytes.append(text: kind)
        bytes.append(link) { $0.append(text: $1.description) }
        bytes.append(text: text)
        bytes.append(counted: line)
    }

    init(_ reader: inout ByteReader) throws(Malformed) {
        let instant = try reader.instant("an entry's instant")
        let kind = try reader.text("an entry's kind")
        let link = try reader.optional("whether an entry has a link") { reader throws(Malformed) in
            let start = reader.offset
            let text = try reader.text("an entry's link")
            guard let link = LinkID(text) else {
                throw Malformed(at: start, "there is no link \(text.escapedForDisplay)")
            }
            return link
        }
        let text = try reader.utf8("an entry's text")
        self.init(kind, at: instant, link: link, utf8: text, line: try reader.slice("an entry's line"))
    }
}
