import Ground
import Journal
import Links

/// What a frame consists of.
public struct FrameParts {
    /// The stable name of the frame, for journals: `att`, `connect`.
    public let kind: String
    /// Which of its link's frames it is in a record (FORMAT.md); nil where the link has but one.
    let code: UInt8?
    let fields: [(name: String, value: any FrameField)]

    init(_ kind: String, _ code: UInt8?, _ fields: (String, any FrameField)...) {
        self.kind = kind
        self.code = code
        self.fields = fields
    }

    /// The fields as the journal has them: labelled, numbers with their unit in the label.
    var values: [String: FrameValue] {
        var values: [String: FrameValue] = [:]
        for field in fields { field.value.tell(as: field.name, in: &values) }
        return values
    }
}

/// A part of a frame, as a record has it and as the journal does.
protocol FrameField {
    func append(to bytes: inout [UInt8])
    func tell(as name: String, in values: inout [String: FrameValue])
}

extension Span: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(span: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["\(name)Nanoseconds"] = .number(nanoseconds)
    }
}

extension Distance: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(distance: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["\(name)Millimetres"] = .number(Int64(millimetres))
    }
}

extension Angle: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(little: UInt16(bitPattern: rawValue)) }
    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["\(name)Millidegrees"] = .number(Int64((degrees * 1000).rounded()))
    }
}

extension SeenDirection {
    init(_ reader: inout ByteReader) throws(Malformed) {
        let azimuth = try reader.u16("an azimuth")
        let elevation = try reader.u16("an elevation")
        self.init(
            azimuth: Angle(rawValue: Int16(bitPattern: azimuth)),
            elevation: Angle(rawValue: Int16(bitPattern: elevation)))
    }
}

extension Speed: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(speed: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["\(name)MillimetresPerSecond"] = .number(Int64(millimetresPerSecond))
    }
}

extension String: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(text: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .text(self) }
}

extension Bool: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(flag: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .flag(self) }
}

extension Int: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(count: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) { values[name] = .number(Int64(self)) }
}

/// A frame's own bytes: the journal has them in a place of their own.
extension [UInt8]: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(counted: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) {}
}
