import Ground
import JSON
import Vocabulary

/// Reads a rig from parsed JSON and collects every problem on the way.
struct RigReading {
    private let bytes: [UInt8]
    private(set) var problems: [RigFileError.Problem] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the whole file; nil if anything is wrong.
    mutating func file(_ root: JSONNode, kind: String, version: Int, named name: String) -> Rig? {
        guard let fields = object(root, "a rig's file", ["kind", "version", "rig"]) else { return nil }
        if let node = require("kind", in: fields, of: root), !node.isString(kind) {
            report(node, "this is not a rig file: its kind must be \"\(kind)\"")
        }
        if let node = require("version", in: fields, of: root), !node.isNumber("\(version)") {
            report(node, "this program reads version \(version)")
        }
        guard let node = require("rig", in: fields, of: root) else { return nil }
        guard let rig = rig(node, named: name), problems.isEmpty else { return nil }
        for problem in rig.problems() { report(node, problem.message) }
        return rig
    }

    private mutating func rig(_ node: JSONNode, named name: String) -> Rig? {
        let known = [
            "summary", "kind", "bluetooth", "uwb", "nfc", "readerCable", "motion", "accessories", "phones", "screens",
            "tags",
            "world",
        ]
        guard let fields = object(node, "the rig", known) else { return nil }
        let kind: Rig.Kind? = require("kind", in: fields, of: node).flatMap { node in
            choice(node, Dictionary(uniqueKeysWithValues: Rig.Kind.allCases.map { ($0.rawValue, $0) }))
        }
        let summary = fields["summary"].map { text($0) } ?? name
        let bluetooth = port(fields["bluetooth"], BluetoothPort.none)
        let uwb = port(fields["uwb"], UWBPort.none)
        let nfc = port(fields["nfc"], NFCPort.none)
        let cable = port(fields["readerCable"], CablePort.none)
        let motion = port(fields["motion"], MotionPort.none)
        let accessories = list(fields["accessories"]) { $0.accessory($1) }
        let phones = list(fields["phones"]) { $0.named($1, PeerPort.self) { PeerEntry(AccessoryName($0), $1) } }
        let screens = list(fields["screens"]) { $0.screen($1) }
        let tags = list(fields["tags"]) { $0.tag($1) }
        let air = fields["world"].map { world($0) } ?? WorldModel.standard
        guard let kind, let summary, let bluetooth, let uwb, let nfc, let cable, let motion, let air else { return nil }
        return Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth, uwb: uwb, nfc: nfc,
            accessories: accessories, tags: tags, motion: motion, world: air, phones: phones, screens: screens,
            readerCable: cable)
    }

    private mutating func accessory(_ node: JSONNode) -> AccessoryEntry? {
        let known = ["name", "port", "console", "power", "has", "reference", "firmware", "air"]
        guard let fields = object(node, "an accessory", known) else { return nil }
        let name = require("name", in: fields, of: node).flatMap { text($0) }
        let way: AccessoryPort? = require("port", in: fields, of: node).flatMap { port($0, nil) }
        let console = port(fields["console"], ConsolePort.none)
        let power = port(fields["power"], PowerPort.none)
        let has: AccessoryParts? = fields["has"].flatMap { port($0, nil) }
        let reference = fields["reference"].flatMap { metres($0) }
        let firmware = fields["firmware"].flatMap { tool($0) }
        let air = fields["air"].map { self.air($0) } ?? AirPorts()
        guard let name, let way, let console, let power, let air else { return nil }
        return AccessoryEntry(
            AccessoryName(name), way, console: console, power: power, has: has, reference: reference,
            firmware: firmware, air: air)
    }

    private mutating func air(_ node: JSONNode) -> AirPorts? {
        guard let fields = object(node, "the air to an accessory", Radio.allCases.map(\.rawValue)) else { return nil }
        var ports = AirPorts()
        for radio in Radio.allCases {
            guard let port = port(fields[radio.rawValue], AirPort.none) else { return nil }
            ports[radio] = port
        }
        return ports
    }

    private mutating func tool(_ node: JSONNode) -> FirmwareTool? {
        let known = ["write", "verify", "recover", "mustPrint", "mustNotPrint", "within"]
        guard let fields = object(node, "the firmware's tool", known),
            let write = require("write", in: fields, of: node)
        else { return nil }
        func texts(_ node: JSONNode?) -> [String]? { node.map { list($0) { $0.text($1) } } }
        let tool = FirmwareTool(
            write: texts(write) ?? [], verify: texts(fields["verify"]), recover: texts(fields["recover"]),
            mustPrint: texts(fields["mustPrint"]) ?? [], mustNotPrint: texts(fields["mustNotPrint"]) ?? [],
            within: fields["within"].flatMap { seconds($0) } ?? FirmwareTool.usualLimit)
        // Words that could not be read are reported already.
        guard problems.isEmpty else { return nil }
        for problem in tool.problems { report(node, problem) }
        return problems.isEmpty ? tool : nil
    }

    private mutating func tag(_ node: JSONNode) -> TagEntry? {
        guard let fields = object(node, "a tag", ["name", "port", "reference"]) else { return nil }
        let name = require("name", in: fields, of: node).flatMap { text($0) }
        let way: TagPort? = require("port", in: fields, of: node).flatMap { port($0, nil) }
        let isReference = fields["reference"].map { isTrue($0) } ?? false
        guard let name, let way else { return nil }
        return TagEntry(TagName(name), way, isReference: isReference)
    }

    private mutating func screen(_ node: JSONNode) -> ScreenEntry? {
        guard let fields = object(node, "a screen", ["name", "port", "console", "has"]) else { return nil }
        let name = require("name", in: fields, of: node).flatMap { text($0) }
        let way: ScreenPort? = require("port", in: fields, of: node).flatMap { port($0, nil) }
        let console = port(fields["console"], ConsolePort.none)
        let has = fields["has"].flatMap { node in
            choice(node, Dictionary(uniqueKeysWithValues: ScreenPart.allCases.map { ($0.rawValue, $0) }))
        }
        guard let name, let way, let console else { return nil }
        return ScreenEntry(ScreenName(name), way, console: console, has: has)
    }

    /// Reads a thing that has a name and a port.
    private mutating func named<Port: PortText, Entry>(
        _ node: JSONNode, _ type: Port.Type, _ make: (String, Port) -> Entry
    ) -> Entry? {
        guard let fields = object(node, "an entry", ["name", "port"]) else { return nil }
        let name = require("name", in: fields, of: node).flatMap { text($0) }
        let way: Port? = require("port", in: fields, of: node).flatMap { port($0, nil) }
        guard let name, let way else { return nil }
        return make(name, way)
    }

    private mutating func world(_ node: JSONNode) -> WorldModel? {
        do {
            return try JSON.value(WorldModel.self, from: try JSONValue(node).bytes)
        } catch {
            report(node, "the world cannot be read: \(JSONFileError(error))")
            return nil
        }
    }

    // MARK: Values

    private mutating func report(_ node: JSONNode, _ message: String) { report(node.offset, message) }

    private mutating func report(_ offset: Int, _ message: String) {
        problems.append(RigFileError.Problem(place: TextPosition(offset: offset, in: bytes), message: message))
    }

    private mutating func object(_ node: JSONNode, _ what: String, _ known: [String]) -> [String: JSONNode]? {
        guard case .object(let members) = node.value else {
            report(node, "\(what) is an object, not \(node.kind)")
            return nil
        }
        var fields: [String: JSONNode] = [:]
        for member in members {
            if !known.contains(member.name) {
                let near = suggestion(for: member.name, in: known)
                report(
                    member.nameOffset,
                    "\(what) has no field \"\(member.name)\""
                        + (near.isEmpty ? ": it has \(known.joined(separator: ", "))" : near))
            } else if fields.updateValue(member.node, forKey: member.name) != nil {
                report(member.nameOffset, "\"\(member.name)\" appears twice")
            }
        }
        return fields
    }

    private mutating func require(
        _ name: String, in fields: [String: JSONNode], of node: JSONNode
    ) -> JSONNode? {
        if fields[name] == nil { report(node, "the field \"\(name)\" is missing") }
        return fields[name]
    }

    private mutating func text(_ node: JSONNode) -> String? {
        guard case .string(let text) = node.value else {
            report(node, "this must be a text in quotes, not \(node.kind)")
            return nil
        }
        return text
    }

    private mutating func metres(_ node: JSONNode) -> Distance? {
        guard case .number(let digits) = node.value, let value = Double(digits) else {
            report(node, "this must be a distance in metres, not \(node.kind)")
            return nil
        }
        return .metres(value)
    }

    private mutating func seconds(_ node: JSONNode) -> Lapse? {
        guard case .number(let digits) = node.value, let value = Double(digits) else {
            report(node, "this must be a time in seconds, not \(node.kind)")
            return nil
        }
        return .seconds(value)
    }

    private mutating func isTrue(_ node: JSONNode) -> Bool {
        guard case .bool(let value) = node.value else {
            report(node, "this must be true or false, not \(node.kind)")
            return false
        }
        return value
    }

    private mutating func choice<Value>(_ node: JSONNode, _ values: [String: Value]) -> Value? {
        guard let text = text(node) else { return nil }
        if values[text] == nil {
            let known = values.keys.sorted()
            let near = suggestion(for: text, in: known)
            report(
                node,
                "\"\(text)\" is not known here" + (near.isEmpty ? ": write \(known.joined(separator: ", "))" : near))
        }
        return values[text]
    }

    /// Reads a port; `usual` is that of a field that is left out.
    private mutating func port<Port: PortText>(_ node: JSONNode?, _ usual: Port?) -> Port? {
        guard let node else { return usual }
        guard let text = text(node) else { return nil }
        do throws(PortError) { return try Port(text) } catch {
            report(node, "\(error)")
            return nil
        }
    }

    private mutating func list<Entry>(
        _ node: JSONNode?, _ read: (inout RigReading, JSONNode) -> Entry?
    ) -> [Entry] {
        guard let node else { return [] }
        guard case .array(let elements) = node.value else {
            report(node, "this must be a list in brackets, not \(node.kind)")
            return []
        }
        return elements.compactMap { read(&self, $0) }
    }
}

extension JSONNode {
    fileprivate func isString(_ text: String) -> Bool { if case .string(text) = value { true } else { false } }

    fileprivate func isNumber(_ text: String) -> Bool { if case .number(text) = value { true } else { false } }
}
