import Ground

/// Reads a property list in the binary form, `bplist00`.
///
/// Every object is decoded once, however many others refer to it, and its total number of values and depth are
/// stored. Forty objects that each contain the next one twice are therefore rejected without counting them one by
/// one, and a cycle is detected where it closes. Objects never share bytes, so their total size, and with it the
/// work, is bounded by the size of the object area.
struct BinaryReader {
    /// A decoded object.
    struct Known {
        let list: PropertyList
        /// The number of values and keys, each counted once per reference.
        let count: Int
        let depth: Int
    }

    private enum State {
        static let unread: Int32 = -1
        static let open: Int32 = -2
    }

    let bytes: [UInt8]
    let trailer: BinaryTrailer
    private let limits: PropertyListFile.Limits
    /// The state of each object, or its index in `known` once decoded.
    private var states: [Int32]
    private var known: [Known] = []
    /// The total size in bytes of the decoded objects.
    private var used = 0

    static func read(
        _ bytes: [UInt8], _ limits: PropertyListFile.Limits
    ) throws(PropertyListError) -> PropertyList {
        let trailer = try BinaryTrailer(bytes)
        guard trailer.objectCount <= limits.values else {
            throw PropertyListError(
                .tooManyValues, "at most \(limits.values) values and keys are read", at: .byte(trailer.table))
        }
        var reader = BinaryReader(bytes, trailer, limits)
        return try reader.object(trailer.top, depth: 1, referredAt: bytes.count - 16).list
    }

    private init(_ bytes: [UInt8], _ trailer: BinaryTrailer, _ limits: PropertyListFile.Limits) {
        (self.bytes, self.trailer, self.limits) = (bytes, trailer, limits)
        states = Array(repeating: State.unread, count: trailer.objectCount)
    }

    /// Returns an object by its number, to which a byte of the file refers.
    private mutating func object(_ number: Int, depth: Int, referredAt: Int) throws(PropertyListError) -> Known {
        guard number < trailer.objectCount else {
            throw wrong(
                .offset, "a reference to object \(number) of \(trailer.objectCount), counted from 0", at: referredAt)
        }
        let state = states[number]
        if state >= 0 { return known[Int(state)] }
        guard state != State.open else {
            throw wrong(.cycle, "object \(number) contains itself", at: referredAt)
        }
        let entry = trailer.table + number * trailer.offsetWidth
        guard let start = bytes.number(at: entry, width: trailer.offsetWidth), start >= BinaryTrailer.headerLength,
            start < trailer.table
        else { throw wrong(.offset, "the offset of object \(number) leads out of the objects", at: entry) }
        guard depth <= limits.depth else { throw tooDeep(at: start) }
        states[number] = State.open
        let read = try value(at: start, depth: depth)
        guard read.depth <= limits.depth else { throw tooDeep(at: start) }
        guard read.count <= limits.values else {
            throw wrong(
                .tooManyValues, "object \(number) expands to more than \(limits.values) values and keys", at: start)
        }
        states[number] = Int32(known.count)
        known.append(read)
        return read
    }

    private mutating func value(at start: Int, depth: Int) throws(PropertyListError) -> Known {
        let marker = bytes[start]
        switch marker >> 4 {
        case 0xA: return try array(at: start, depth: depth)
        case 0xD: return try dictionary(at: start, depth: depth)
        default:
            let (value, end) = try scalar(at: start)
            try use(end - start, at: start)
            return Known(list: PropertyList(value, at: .byte(start)), count: 1, depth: 1)
        }
    }

    private mutating func array(at start: Int, depth: Int) throws(PropertyListError) -> Known {
        let (count, first) = try length(at: start, each: trailer.referenceWidth)
        try use(first + count * trailer.referenceWidth - start, at: start)
        var elements: [PropertyList] = []
        elements.reserveCapacity(count)
        var total = Total()
        for index in 0..<count {
            let element = try refer(first + index * trailer.referenceWidth, depth: depth)
            elements.append(element.list)
            total.add(element)
        }
        return Known(list: PropertyList(.array(elements), at: .byte(start)), count: total.count, depth: total.depth)
    }

    private mutating func dictionary(at start: Int, depth: Int) throws(PropertyListError) -> Known {
        let width = trailer.referenceWidth
        let (count, first) = try length(at: start, each: 2 * width)
        try use(first + 2 * count * width - start, at: start)
        var members: [(key: String, place: PropertyListPlace, value: PropertyList)] = []
        members.reserveCapacity(count)
        var total = Total()
        for index in 0..<count {
            let place = first + index * width
            let key = try refer(place, depth: depth)
            guard case .string(let text) = key.list.value else {
                throw wrong(.structure, "a key is a string, and this is \(key.list.kind)", at: place)
            }
            let value = try refer(place + count * width, depth: depth)
            members.append((text, key.list.place, value.list))
            total.add(key)
            total.add(value)
        }
        let list = PropertyList(.dictionary(PropertyListDictionary(members)), at: .byte(start))
        return Known(list: list, count: total.count, depth: total.depth)
    }

    /// Returns the object to which the reference at an offset leads.
    private mutating func refer(_ place: Int, depth: Int) throws(PropertyListError) -> Known {
        let number = bytes.number(at: place, width: trailer.referenceWidth) ?? .max
        return try object(number, depth: depth + 1, referredAt: place)
    }

    private mutating func use(_ length: Int, at start: Int) throws(PropertyListError) {
        used += length
        guard used <= trailer.table - BinaryTrailer.headerLength else {
            throw wrong(.overlap, "the objects are longer than the file: some share bytes", at: start)
        }
    }

    private func tooDeep(at start: Int) -> PropertyListError {
        wrong(.tooDeep, "values are read to a depth of \(limits.depth), and this one goes deeper", at: start)
    }

    func wrong(_ kind: PropertyListError.Kind, _ meaning: String, at offset: Int) -> PropertyListError {
        PropertyListError(kind, meaning, at: .byte(offset))
    }

    /// The running totals of a container while its parts are decoded.
    private struct Total {
        var count = 1
        var depth = 1

        mutating func add(_ part: Known) {
            let (sum, isTooMuch) = count.addingReportingOverflow(part.count)
            count = isTooMuch ? .max : sum
            depth = max(depth, part.depth + 1)
        }
    }
}
