import Ground
import Journal
import Links

/// The components of a frame.
public struct FrameParts {
    /// The stable name of the frame, for journals: `att`, `connect`.
    public let kind: String
    /// The frame's code within its link, in a record (FORMAT.md); nil if the link has only one frame.
    let code: UInt8?
    let fields: [(name: String, value: any FrameField)]

    init(_ kind: String, _ code: UInt8?, _ fields: (String, any FrameField)...) {
        self.kind = kind
        self.code = code
        self.fields = fields
    }

    /// The fields as in the journal: labelled, with the unit of numbers in the label.
    var values: [String: FrameValue] {
        var values: [String: FrameValue] = [:]
        for field in fields { field.value.tell(as: field.name, in: &values) }
        return values
    }
}

/// A part of a frame, with its forms for records and for the journal.
protocol FrameField {
    func append(to bytes: inout [UInt8])
    func tell(as name: String, in values: inout [String: FrameValue])
}

extension Lapse: FrameField {
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

/// A frame's raw bytes, which the journal keeps separately.
extension [UInt8]: FrameField {
    func append(to bytes: inout [UInt8]) { bytes.append(counted: self) }
    func tell(as name: String, in values: inout [String: FrameValue]) {}
}
