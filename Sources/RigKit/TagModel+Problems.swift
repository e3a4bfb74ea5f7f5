import Ground

extension TagModel {
    /// Returns the reasons why no such tag is possible, as clauses.
    public func problems() -> [String] {
        var found = content.problems()
        if let least = content.leastLength, least > room {
            found.append("a message of \(least) bytes does not fit on \(chip.rawValue): \(room) do")
        }
        if case .data(let bytes) = content, bytes.count > memory {
            found.append("\(chip.rawValue) has \(memory) bytes of memory, and \(bytes.count) are written")
        }
        if let uid { found += problems(of: uid) }
        if let container, chip.isType2, container.count != 4 {
            found.append("cc: a capability container of Type 2 has 4 bytes, not \(container.count)")
        }
        if let longestAnswer {
            if chip.isType2 {
                found.append("mle is for Type 4 tags: \(chip.rawValue) answers 16 bytes at a time")
            } else if !(15...0xFFFF).contains(longestAnswer) {
                found.append("mle: the longest answer is 15 to 65535 bytes, not \(longestAnswer)")
            }
        }
        return found
    }

    private func problems(of uid: [UInt8]) -> [String] {
        let lengths = chip.isType2 ? [7] : [4, 7, 10]
        if !lengths.contains(uid.count) {
            let known = lengths.map(\.description).joined(separator: ", ")
            return ["uid: a UID of \(uid.count) bytes: \(chip.rawValue) has \(known)"]
        }
        // The byte 88 at the start means on the air that more of the UID follows.
        if uid.first == 0x88 { return ["uid: it cannot begin with 88: that byte says that more of it follows"] }
        return []
    }

    /// The longest possible message: the memory for messages minus its framing.
    private var room: Int {
        switch chip {
        case .ntag213: 144 - 5 - 2
        case .ntag215: 496 - 4
        case .ntag216: 872 - 4
        case .type2large: 2040 - 5 - 4
        case .type4, .type4v1: 0x7FFF - 2
        case .type4v3: 0x10000 - 4
        }
    }

    /// The number of bytes that can be written as `data`.
    private var memory: Int {
        switch chip {
        case .ntag213: 144
        case .ntag215: 504
        case .ntag216: 888
        case .type2large: 2040
        case .type4, .type4v1: 0x7FFF
        case .type4v3: 0x10000
        }
    }
}

extension TagModel.Content {
    fileprivate func problems() -> [String] {
        switch self {
        case .blank: []
        case .records(let records):
            records.isEmpty ? ["it has no records: omit them for a blank tag"] : records.compactMap(\.problem)
        case .message(let bytes): bytes.isEmpty ? ["its message has no bytes"] : []
        case .data(let bytes): bytes.isEmpty ? ["its memory has no bytes"] : []
        }
    }

    /// The fewest bytes that the message can have; nil if the memory is given.
    fileprivate var leastLength: Int? {
        switch self {
        case .blank: 0
        case .records(let records): records.reduce(0) { $0 + $1.leastLength }
        case .message(let bytes): bytes.count
        case .data: nil
        }
    }
}

extension TagRecord {
    fileprivate var problem: String? {
        switch self {
        case .uri(let uri), .absolute(let uri): uri.isEmpty ? "it holds no address" : nil
        case .poster(let uri, let title):
            uri.isEmpty
                ? "it holds no address"
                : title.map { $0.contains(":") || $0.isEmpty } == true ? "a title has letters, and no colon" : nil
        case .text(_, let language):
            (1...63).contains(language.utf8.count) && !language.contains(":")
                ? nil : "a language has 1 to 63 letters, as en"
        case .media(let type, _):
            type.contains("/") && !type.contains(":") ? nil : "a media type is written as text/plain"
        case .external(let type, _): type.contains(":") ? nil : "an external type is written as example.com:door"
        case .application(let package): package.isEmpty ? "it names no package" : nil
        case .empty: nil
        }
    }

    /// The size of header and payload, with the address shortened by the longest common prefix: `https://www.`.
    fileprivate var leastLength: Int {
        switch self {
        case .uri(let uri): Self.length(type: 1, payload: 1 + max(uri.utf8.count - 12, 0))
        case .text(let words, let language):
            Self.length(type: 1, payload: 1 + language.utf8.count + words.utf8.count)
        case .poster(let uri, let title):
            Self.length(
                type: 2,
                payload: Self.length(type: 1, payload: 1 + max(uri.utf8.count - 12, 0))
                    + (title.map { Self.length(type: 1, payload: 3 + $0.utf8.count) } ?? 0))
        case .media(let type, let bytes), .external(let type, let bytes):
            Self.length(type: type.utf8.count, payload: bytes.count)
        case .application(let package): Self.length(type: 15, payload: package.utf8.count)
        case .absolute(let uri): Self.length(type: uri.utf8.count, payload: 0)
        case .empty: Self.length(type: 0, payload: 0)
        }
    }

    private static func length(type: Int, payload: Int) -> Int { (payload < 256 ? 3 : 6) + type + payload }
}
