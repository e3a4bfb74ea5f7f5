public import Ground
import JSON
import Vocabulary

/// A rig as JSON: kind, version and rig.
///
/// `{"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "bluetooth": "hci0", ...}}`; ports have the text
/// form of `--port`, and what is left out is `none`. The file does not name the rig: a rig is called as it is found.
public enum RigFile {
    private static let kind = "trammel rig"
    private static let version = 1
    private static let file = JSONFile(of: "rig", kind: kind, version: version)
    /// The maximum length of a file in bytes.
    public static let mostBytes = 1_000_000

    /// Returns the rig as JSON with sorted keys, without what is left out by default.
    public static func text(of rig: Rig) -> String { file.text(of: WrittenRig(rig)) }

    /// Reads a rig that is called `name`. Throws all problems of the text at once or, if it is a rig, all that
    /// `Rig.problems()` finds.
    public static func rig(from text: String, named name: String) throws(RigFileError) -> Rig {
        let bytes = Array(text.utf8)
        guard bytes.count <= mostBytes else {
            throw RigFileError(at: TextPosition(offset: 0, in: []), "a rig has \(mostBytes) bytes at most")
        }
        let root: JSONNode
        do throws(JSONProblem) { root = try JSONNode(bytes) } catch {
            throw RigFileError(at: TextPosition(offset: error.offset, in: bytes), error.meaning)
        }
        var reading = RigReading(bytes)
        let rig = reading.file(root, kind: kind, version: version, named: name)
        guard let rig, reading.problems.isEmpty else { throw RigFileError(reading.problems) }
        return rig
    }
}

/// Everything that makes a rig's file unusable.
public struct RigFileError: Error, Hashable, Sendable {
    /// A mistake in the file, and its place.
    public struct Problem: Hashable, Sendable {
        /// The position in the text.
        public let place: TextPosition
        /// The mistake and what to write instead, without a final full stop.
        public let message: String
    }

    /// The problems, in the order of their places; at least one.
    public let problems: [Problem]

    init(_ problems: [Problem]) { self.problems = problems.sorted { $0.place.offset < $1.place.offset } }

    init(at place: TextPosition, _ message: String) { problems = [Problem(place: place, message: message)] }

    /// Returns the problems, one per line, each preceded by the file, its line and column: `door.json:7:14: ...`.
    public func described(in file: String) -> String {
        problems.map { problem in
            "\(file.escapedForDisplay):\(problem.place.line):\(problem.place.column): "
                + problem.message.escapedForDisplay
        }.joined(separator: "\n")
    }
}

/// A rig as it is written.
private struct WrittenRig: Encodable {
    let rig: Rig

    init(_ rig: Rig) { self.rig = rig }

    private enum CodingKeys: CodingKey {
        case summary, kind, bluetooth, uwb, nfc, readerCable, motion, accessories, phones, screens, tags, world
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rig.summary, forKey: .summary)
        try container.encode(rig.kind, forKey: .kind)
        try container.encode(rig.bluetooth, forKey: .bluetooth)
        try container.encode(rig.uwb, forKey: .uwb)
        try container.encode(rig.nfc, forKey: .nfc)
        if rig.readerCable != .none { try container.encode(rig.readerCable, forKey: .readerCable) }
        try container.encode(rig.motion, forKey: .motion)
        try container.encode(rig.accessories.map { WrittenAccessory(entry: $0) }, forKey: .accessories)
        if !rig.phones.isEmpty { try container.encode(rig.phones, forKey: .phones) }
        if !rig.screens.isEmpty { try container.encode(rig.screens, forKey: .screens) }
        if !rig.tags.isEmpty { try container.encode(rig.tags, forKey: .tags) }
        if rig.world != .standard { try container.encode(rig.world, forKey: .world) }
    }
}

private struct WrittenAccessory: Encodable {
    let entry: AccessoryEntry

    private enum CodingKeys: CodingKey { case name, port, console, power, has, reference, firmware, air }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.name, forKey: .name)
        try container.encode(entry.port, forKey: .port)
        if entry.console != .none { try container.encode(entry.console, forKey: .console) }
        if entry.power != .none { try container.encode(entry.power, forKey: .power) }
        try container.encodeIfPresent(entry.has, forKey: .has)
        try container.encodeIfPresent(entry.reference?.metres, forKey: .reference)
        try container.encodeIfPresent(entry.firmware.map { WrittenTool(tool: $0) }, forKey: .firmware)
        if entry.air != AirPorts() { try container.encode(entry.air, forKey: .air) }
    }
}

private struct WrittenTool: Encodable {
    let tool: FirmwareTool

    private enum CodingKeys: CodingKey { case write, verify, recover, mustPrint, mustNotPrint, within }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tool.write, forKey: .write)
        try container.encodeIfPresent(tool.verify, forKey: .verify)
        try container.encodeIfPresent(tool.recover, forKey: .recover)
        if !tool.mustPrint.isEmpty { try container.encode(tool.mustPrint, forKey: .mustPrint) }
        if !tool.mustNotPrint.isEmpty { try container.encode(tool.mustNotPrint, forKey: .mustNotPrint) }
        if tool.within != FirmwareTool.usualLimit { try container.encode(tool.within.seconds, forKey: .within) }
    }
}
