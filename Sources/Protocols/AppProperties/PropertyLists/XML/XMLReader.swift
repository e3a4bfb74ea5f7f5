import Ground

/// Reads a property list from its XML text.
///
/// Only the XML that property lists use is supported: comments, processing instructions and a document type without
/// its own declarations are skipped, and only XML's five predefined entities and numeric character references are
/// resolved. Consequently, nothing in the text can expand, and nothing outside it is read.
struct XMLReader {
    enum Element: String, CaseIterable {
        case plist, dict, key, array, string, integer, real, date, data
        case isTrue = "true"
        case isFalse = "false"
    }

    /// The contents between `<` and `>`.
    struct Tag {
        let element: Element
        let start: Int
        let isEnd: Bool
        /// Whether it has the form `<string/>`.
        let isEmpty: Bool
    }

    let source: XMLSource
    let bytes: [UInt8]
    var position: Int
    private let limits: PropertyListFile.Limits
    private var counter: PlaceCounter
    private var values = 0

    private init(_ source: XMLSource, _ limits: PropertyListFile.Limits) {
        self.source = source
        self.limits = limits
        bytes = source.bytes
        position = source.start
        counter = PlaceCounter(source)
    }

    static func read(
        _ source: XMLSource, _ limits: PropertyListFile.Limits
    ) throws(PropertyListError) -> PropertyList {
        var reader = XMLReader(source, limits)
        return try reader.document()
    }

    private mutating func document() throws(PropertyListError) -> PropertyList {
        try skipMisc(allowsType: true)
        let root = try tag()
        guard root.element == .plist, !root.isEnd else {
            throw failure(.element, "the first element is plist, and this is \(Self.name(root))", at: root.start)
        }
        guard !root.isEmpty else { throw failure(.structure, "the element plist holds no value", at: root.start) }
        try skipMisc()
        let first = try tag()
        guard !first.isEnd else { throw failure(.structure, "the element plist holds no value", at: first.start) }
        let value = try value(first, depth: 1)
        try skipMisc()
        let end = try tag()
        guard end.isEnd else {
            throw failure(.structure, "the element plist holds one value, and this is a second", at: end.start)
        }
        try close(.plist, with: end)
        try skipMisc()
        guard position == bytes.count else {
            throw failure(.markup, "there is content after the end of plist", at: position)
        }
        return value
    }

    /// Reads the value that begins with a tag, which has been read.
    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
        let place = try count(at: tag.start)
        guard depth <= limits.depth else {
            throw failure(
                .tooDeep, "values are read to a depth of \(limits.depth), and this one lies deeper", at: tag.start)
        }
        let value: PropertyList.Value
        switch tag.element {
        case .dict: value = .dictionary(PropertyListDictionary(try members(tag, depth: depth)))
        case .array: value = .array(try elements(tag, depth: depth))
        case .string: value = .string(String(decoding: try text(in: tag), as: UTF8.self))
        case .isTrue, .isFalse:
            guard try text(in: tag).allSatisfy(XMLSource.isSpace) else {
                throw failure(.content, "\(tag.element.rawValue) holds nothing", at: tag.start)
            }
            value = .boolean(tag.element == .isTrue)
        case .integer, .real, .date, .data:
            guard let scalar = Self.scalar(tag.element, try text(in: tag)) else {
                throw failure(.content, Self.complaint(about: tag.element), at: tag.start)
            }
            value = scalar
        case .plist, .key:
            throw failure(.element, "\(tag.element.rawValue) is no value", at: tag.start)
        }
        return PropertyList(value, at: place)
    }

    private mutating func elements(_ tag: Tag, depth: Int) throws(PropertyListError) -> [PropertyList] {
        var elements: [PropertyList] = []
        guard !tag.isEmpty else { return elements }
        while true {
            try skipMisc()
            let next = try self.tag()
            if next.isEnd {
                try close(.array, with: next)
                return elements
            }
            elements.append(try value(next, depth: depth + 1))
        }
    }

    private mutating func members(
        _ tag: Tag, depth: Int
    ) throws(PropertyListError) -> [(key: String, place: PropertyListPlace, value: PropertyList)] {
        var members: [(key: String, place: PropertyListPlace, value: PropertyList)] = []
        guard !tag.isEmpty else { return members }
        while true {
            try skipMisc()
            let next = try self.tag()
            if next.isEnd {
                try close(.dict, with: next)
                return members
            }
            guard next.element == .key else {
                throw failure(.structure, "a value must follow its key, and this one has no key", at: next.start)
            }
            let place = try count(at: next.start)
            let key = String(decoding: try text(in: next), as: UTF8.self)
            try skipMisc()
            let first = try self.tag()
            guard !first.isEnd, first.element != .key else {
                throw failure(.structure, "the key \(key.shown()) has no value", at: next.start)
            }
            members.append((key, place, try value(first, depth: depth + 1)))
        }
    }

    private mutating func count(at start: Int) throws(PropertyListError) -> PropertyListPlace {
        values += 1
        let place = counter.place(of: start, in: bytes)
        guard values <= limits.values else {
            throw PropertyListError(.tooManyValues, "at most \(limits.values) values and keys are read", at: place)
        }
        return place
    }

    func failure(_ kind: PropertyListError.Kind, _ meaning: String, at offset: Int) -> PropertyListError {
        PropertyListError(kind, meaning, at: source.place(of: offset))
    }

    func close(_ element: Element, with tag: Tag) throws(PropertyListError) {
        guard tag.element != element else { return }
        throw failure(
            .markup, "the end of \(element.rawValue) is expected, and this is \(Self.name(tag))", at: tag.start)
    }

    private static func name(_ tag: Tag) -> String {
        tag.isEnd ? "the end of \(tag.element.rawValue)" : tag.element.rawValue
    }
}
