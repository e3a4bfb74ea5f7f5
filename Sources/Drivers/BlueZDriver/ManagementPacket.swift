import Ground

/// One datagram of the kernel's Bluetooth management channel: a command on the way in, an event on the way out.
///
/// Six octets of header, all little endian: code, controller index, length of the parameters (BlueZ `mgmt-api`).
struct ManagementPacket: Hashable, Sendable {
    /// The controller index of packets that belong to no controller.
    static let noIndex: UInt16 = 0xFFFF
    static let headerSize = 6

    /// A command's opcode or an event's code.
    let code: UInt16
    let index: UInt16
    let parameters: [UInt8]

    init(code: UInt16, index: UInt16, parameters: [UInt8] = []) {
        precondition(parameters.count <= 0xFFFF, "management parameters have a 16-bit length")
        self.code = code
        self.index = index
        self.parameters = parameters
    }

    /// Decodes a whole datagram; the length in the header must be that of the datagram.
    init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        code = try reader.u16("management code")
        index = try reader.u16("management index")
        let length = try reader.u16("management length")
        parameters = try reader.take(Int(length), "management parameters")
        try reader.finish("management packet")
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ManagementPacket.headerSize + parameters.count)
        bytes.append(little: code)
        bytes.append(little: index)
        bytes.append(little: UInt16(parameters.count))
        return bytes + parameters
    }
}
