public import Ground

/// The serial port in a USB configuration: a communications interface of class CDC-ACM and its data interface.
///
/// Read from the configuration descriptor, because the firmware chooses interface and endpoint numbers. USB 2.0
/// section 9.6, CDC 1.2 sections 4 and 5.2.3.
public struct CDCFunction: Hashable, Sendable {
    /// The number of the interface for line coding and DTR.
    public let control: UInt8
    /// The number of the interface with the bulk endpoints.
    public let data: UInt8
    /// The data interface's alternate setting with the endpoints; almost always 0.
    public let alternate: UInt8
    /// The endpoint addresses; bit 7 of the first is set.
    public let bulkIn: UInt8
    public let bulkOut: UInt8
    /// The maximum packet size of the IN endpoint in octets: 64 at full speed, 512 at high speed.
    public let packetSize: UInt16

    /// Finds the first complete CDC-ACM function in a configuration descriptor and the descriptors after it.
    public init(configuration bytes: [UInt8]) throws(Malformed) {
        var survey = Survey()
        var reader = ByteReader(bytes)
        while let length = reader.next {
            let start = reader.offset
            let descriptor = try reader.take(Int(length), "a descriptor")
            guard length >= 2 else { throw Malformed(at: start, "a descriptor of \(length) octets") }
            do { try survey.take(descriptor) } catch { throw error.shifted(by: start) }
        }
        guard let function = survey.function else {
            throw Malformed(at: 0, "the configuration has no CDC-ACM interface with two bulk endpoints")
        }
        self = function
    }

    fileprivate init(control: UInt8, data: UInt8, alternate: UInt8, bulkIn: UInt8, bulkOut: UInt8, packet: UInt16) {
        self.control = control
        self.data = data
        self.alternate = alternate
        self.bulkIn = bulkIn
        self.bulkOut = bulkOut
        packetSize = packet
    }
}

private struct Survey {
    struct Interface {
        let number: UInt8
        let alternate: UInt8
        let classCode: UInt8
        let subclass: UInt8
        /// The data interface according to the union descriptor after a communications interface.
        var subordinate: UInt8?
        var bulkIn: (address: UInt8, packet: UInt16)?
        var bulkOut: UInt8?
    }

    private var interfaces: [Interface] = []

    mutating func take(_ descriptor: [UInt8]) throws(Malformed) {
        var reader = ByteReader(descriptor)
        _ = try reader.u8("the length")
        switch try reader.u8("the type") {
        case 0x04:
            let number = try reader.u8("the interface's number")
            let alternate = try reader.u8("the alternate setting")
            _ = try reader.u8("the count of endpoints")
            let classCode = try reader.u8("the interface's class")
            let subclass = try reader.u8("the interface's subclass")
            interfaces.append(
                Interface(number: number, alternate: alternate, classCode: classCode, subclass: subclass))
        case 0x05:
            let address = try reader.u8("the endpoint's address")
            let attributes = try reader.u8("the endpoint's attributes")
            let packet = try reader.u16("the endpoint's packet size") & 0x07FF
            guard attributes & 0x03 == 0x02, let last = interfaces.indices.last else { return }
            if address & 0x80 != 0 {
                interfaces[last].bulkIn = interfaces[last].bulkIn ?? (address, packet)
            } else {
                interfaces[last].bulkOut = interfaces[last].bulkOut ?? address
            }
        case 0x24:
            guard try reader.u8("the functional descriptor's subtype") == 0x06 else { return }
            _ = try reader.u8("the union's controlling interface")
            let subordinate = try reader.u8("the union's data interface")
            if let last = interfaces.indices.last { interfaces[last].subordinate = subordinate }
        default: return
        }
    }

    var function: CDCFunction? {
        for control in interfaces where control.classCode == 0x02 && control.subclass == 0x02 {
            for data in interfaces where control.subordinate ?? data.number == data.number {
                if data.classCode == 0x0A, let bulkIn = data.bulkIn, let bulkOut = data.bulkOut {
                    return CDCFunction(
                        control: control.number, data: data.number, alternate: data.alternate,
                        bulkIn: bulkIn.address, bulkOut: bulkOut, packet: bulkIn.packet)
                }
            }
        }
        return nil
    }
}
