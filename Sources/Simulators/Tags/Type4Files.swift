import Ground

/// A simulated Type 4 tag's contents, its capability container and its NDEF file, and its behaviour.
public struct Type4Files: Hashable, Sendable {
    /// The default UID of a tag.
    public static let sampleUID: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]

    /// The tag's application, which determines the selection of files; version 3 has that of version 2.
    public enum Mapping: Hashable, Sendable { case version1, version2 }

    /// The tag's answer to a request for more than it returns at a time.
    public enum Oversize: Hashable, Sendable {
        /// Status 67 00.
        case refused
        /// Status 6C xx with the Le that it requires.
        case corrected
        /// As much as it returns, with status 90 00.
        case cut
    }

    public var mapping: Mapping
    /// Whether there is a file E103.
    public var hasContainer = true
    /// The bytes of file E103.
    public var container: [UInt8]
    public var ndefFile: UInt16
    /// The bytes of the NDEF file: the length field and the message.
    public var ndef: [UInt8]
    /// The most bytes that one READ BINARY may request.
    public var maximumRead: Int
    /// The most bytes that one UPDATE BINARY may carry.
    public var maximumWrite = 255
    public var oversize = Oversize.refused
    /// Whether an answer with data must be fetched with GET RESPONSE (status 61 xx).
    public var wantsGetResponse = false
    /// Whether the NDEF file can be read.
    public var isReadable = true
    /// Whether the NDEF file can be written.
    public var isWritable = true
    /// Whether the answer to a READ BINARY with a data object is in a data object, as in ISO 7816-4.
    public var wrapsObjects = true

    /// Creates files of any bytes, even deliberately wrong ones.
    public init(container: [UInt8], ndef: [UInt8], ndefFile: UInt16 = 0xE104, maximumRead: Int = 0x3B) {
        self.mapping = .version2
        self.container = container
        self.ndef = ndef
        self.ndefFile = ndefFile
        self.maximumRead = maximumRead
    }

    /// Creates a valid tag of mapping version 2 with an encoded message, which is empty on a blank tag; MLe and MLc
    /// as given.
    public init(
        message: [UInt8], maximumRead: UInt16 = 0x3B, maximumWrite: UInt16 = 0x34, fileSize: UInt16 = 0x0800
    ) throws(TagTooSmall) {
        precondition(fileSize >= 5 && fileSize < 0xFFFF, "an NDEF file has 5 to 65534 bytes")
        var file: [UInt8] = []
        file.append(big: UInt16(clamping: message.count))
        var control: [UInt8] = [0x04, 0x06, 0xE1, 0x04]
        control.append(big: fileSize)
        try self.init(
            version: 0x20, message, file, control, size: Int(fileSize), maximumRead: maximumRead,
            maximumWrite: maximumWrite)
    }

    /// Creates a valid tag of mapping version 3 with an extended NDEF file, whose length field has four bytes.
    public init(
        extended message: [UInt8], maximumRead: UInt16 = 0x3B, maximumWrite: UInt16 = 0x34,
        fileSize: UInt32 = 0x0001_0000
    ) throws(TagTooSmall) {
        precondition(fileSize >= 5 && fileSize <= 0x0040_0000, "a simulated file has 5 bytes to 4 MiB")
        var file: [UInt8] = []
        file.append(big: UInt32(clamping: message.count))
        var control: [UInt8] = [0x06, 0x08, 0xE1, 0x04]
        control.append(big: fileSize)
        try self.init(
            version: 0x30, message, file, control, size: Int(fileSize), maximumRead: maximumRead,
            maximumWrite: maximumWrite)
    }

    private init(
        version: UInt8, _ message: [UInt8], _ length: [UInt8], _ control: [UInt8], size: Int, maximumRead: UInt16,
        maximumWrite: UInt16
    ) throws(TagTooSmall) {
        let capacity = size - length.count
        guard message.count <= capacity else { throw TagTooSmall(message: message.count, capacity: capacity) }
        precondition(maximumRead >= 15 && maximumWrite >= 1, "MLe is at least 15 and MLc at least 1")
        var container: [UInt8] = [0x00, UInt8(clamping: 9 + control.count), version]
        container.append(big: maximumRead)
        container.append(big: maximumWrite)
        container += control + [0x00, 0x00]
        let file = length + message
        self.init(
            container: container, ndef: file + [UInt8](repeating: 0, count: size - file.count),
            maximumRead: Int(maximumRead))
        self.maximumWrite = Int(maximumWrite)
    }
}
