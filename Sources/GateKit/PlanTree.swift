/// Any JSON value, to find what a file says that a plan does not know.
enum PlanTree: Equatable {
    case object([String: PlanTree])
    case array([PlanTree])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// The way to the first key, in alphabetical order, that the other tree does not have; nulls do not count.
    func firstKey(missingIn other: PlanTree, at path: String = "") -> String? {
        switch (self, other) {
        case (.object(let mine), .object(let theirs)):
            for name in mine.keys.sorted() {
                guard let value = mine[name], value != .null else { continue }
                let inner = path.isEmpty ? name : path + "." + name
                guard let counterpart = theirs[name] else { return inner }
                if let found = value.firstKey(missingIn: counterpart, at: inner) { return found }
            }
            return nil
        case (.array(let mine), .array(let theirs)):
            for (index, pair) in zip(mine, theirs).enumerated() {
                if let found = pair.0.firstKey(missingIn: pair.1, at: "\(path)[\(index)]") { return found }
            }
            return nil
        case (.string, _), (.number, _), (.boolean, _), (.null, _), (.object, _), (.array, _):
            return nil
        }
    }
}

extension PlanTree: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The commonest first: each try that fails costs more than all that is read.
    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            var fields: [String: PlanTree] = [:]
            for key in container.allKeys { fields[key.stringValue] = try container.decode(PlanTree.self, forKey: key) }
            self = .object(fields)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [PlanTree] = []
            while !container.isAtEnd { items.append(try container.decode(PlanTree.self)) }
            self = .array(items)
        } else {
            self = .string(try value.decode(String.self))
        }
    }
}
