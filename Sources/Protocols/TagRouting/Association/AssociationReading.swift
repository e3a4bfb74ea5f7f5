import Ground
import JSON

/// One pass over an association file, which takes the usable parts and reports the others with path and location.
struct AssociationReading {
    /// The maximum cost of all patterns of a file, in steps per byte; a component beyond it is ignored.
    static let patternBudget = 1_000_000

    private(set) var findings: [AssociationFinding] = []
    private(set) var otherServices: [String] = []
    var entries: [AssociationEntry] = []
    /// Doubts about the file as a whole.
    var doubts: [LinkComponent.Ambiguity] = []
    var spent = 0
    private let bytes: [UInt8]
    /// Created lazily, because a file that is not JSON needs only one location.
    private lazy var lines = LineTable(bytes)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The names allowed at the root of a file.
    private static let services = AssociatedDomain.Service.allCases.map(\.rawValue)

    mutating func read() throws(AssociationError) {
        var start = 0
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            start = 3
            doubts.append(.notKnown("the file begins with a byte order mark"))
            add(
                .warning, "the file", "it begins with a byte order mark", "whether a phone takes it is not known", at: 0
            )
        }
        let root: JSONNode
        do throws(JSONProblem) { root = try JSONNode(bytes, from: start) } catch {
            let kind: AssociationError.Kind =
                switch error.kind {
                case .notUTF8: .notUTF8
                case .notJSON: .notJSON
                case .tooDeep: .tooDeep
                }
            throw AssociationError(kind, hint ?? error.meaning, at: TextPosition(offset: error.offset, in: bytes))
        }
        guard case .object(let members) = root.value else {
            throw AssociationError(
                .notAnObject, "an association file is a JSON object, this one \(root.kind)",
                at: TextPosition(offset: root.offset, in: bytes))
        }
        let fields = Fields(members, path: "", known: Self.services, in: &self)
        doubts += fields.repeated.filter { Fields.isSame($0.name, "applinks") }.map(\.doubt)
        for service in Self.services.dropFirst() {
            guard let node = fields[service] else { continue }
            otherServices.append(service)
            checkService(node, service)
        }
        guard let links = fields["applinks"] else {
            add(.note, "applinks", "it is not there", "the file has no universal links", at: root.offset)
            return
        }
        guard let members = object(links, "applinks", effect: "the file has no universal links") else {
            doubts.append(.wrongType("applinks"))
            return
        }
        readLinks(members, at: links.offset)
    }

    /// The probable format of a file that is not JSON.
    private var hint: String? {
        switch bytes.first {
        case UInt8(ascii: "<"): "this is a web page, not JSON"
        case 0x30 where bytes.dropFirst().first.map({ $0 >= 0x80 }) ?? false:
            "this is not JSON; it looks like the signed form of iOS 8 and earlier, which is no longer read"
        case nil: "the file is empty"
        default: nil
        }
    }

    private mutating func checkService(_ node: JSONNode, _ path: String) {
        guard let members = object(node, path, effect: "the service has no apps") else { return }
        let fields = Fields(members, path: path, known: ["apps"], in: &self)
        guard let apps = fields["apps"] else { return }
        _ = strings(apps, "\(path).apps", effect: "it counts for nothing")
    }

    mutating func add(
        _ weight: Finding.Weight, _ path: String, _ meaning: String, _ effect: String?, at offset: Int
    ) {
        guard findings.count < AssociationFile.findingLimit else {
            if findings.count == AssociationFile.findingLimit {
                findings.append(
                    AssociationFinding(
                        .note, "the file", "there are more findings than \(AssociationFile.findingLimit)", effect: nil,
                        at: lines.position(of: offset)))
            }
            return
        }
        findings.append(AssociationFinding(weight, path, meaning, effect: effect, at: lines.position(of: offset)))
    }

    mutating func position(of offset: Int) -> TextPosition { lines.position(of: offset) }
}

/// Typed access to values, with a finding for the wrong type.
extension AssociationReading {
    /// Reports a value with the wrong type.
    private mutating func complain(_ node: JSONNode, _ path: String, wanted: String, effect: String) {
        add(.fault, path, "it must be \(wanted) and is \(node.kind)", effect, at: node.offset)
    }

    mutating func object(_ node: JSONNode, _ path: String, effect: String) -> [JSONMember]? {
        if case .object(let members) = node.value { return members }
        complain(node, path, wanted: "an object", effect: effect)
        return nil
    }

    mutating func array(_ node: JSONNode, _ path: String, effect: String) -> [JSONNode]? {
        if case .array(let nodes) = node.value { return nodes }
        complain(node, path, wanted: "an array", effect: effect)
        return nil
    }

    mutating func string(_ node: JSONNode, _ path: String, effect: String) -> String? {
        if case .string(let text) = node.value { return text }
        complain(node, path, wanted: "a string", effect: effect)
        return nil
    }

    mutating func bool(_ node: JSONNode, _ path: String, effect: String) -> Bool? {
        if case .bool(let value) = node.value { return value }
        complain(node, path, wanted: "true or false", effect: effect)
        return nil
    }

    /// Returns the strings of an array with their indices; other elements become findings.
    mutating func strings(
        _ node: JSONNode, _ path: String, effect: String
    ) -> [(index: Int, text: String, offset: Int)]? {
        guard let nodes = array(node, path, effect: effect) else { return nil }
        var texts: [(index: Int, text: String, offset: Int)] = []
        for (index, node) in nodes.enumerated() {
            if let text = string(node, "\(path)[\(index)]", effect: "it counts for nothing") {
                texts.append((index, text, node.offset))
            }
        }
        return texts
    }
}
