public import ATT

extension AttributeUUID {
    public static let primaryService: Self = 0x2800
    public static let secondaryService: Self = 0x2801
    public static let include: Self = 0x2802
    public static let characteristic: Self = 0x2803

    public static let characteristicUserDescription: Self = 0x2901
    /// The Client Characteristic Configuration descriptor (CCCD).
    public static let clientCharacteristicConfiguration: Self = 0x2902

    public static let genericAccess: Self = 0x1800
    public static let genericAttribute: Self = 0x1801
    public static let deviceName: Self = 0x2A00
    public static let appearance: Self = 0x2A01
    public static let serviceChanged: Self = 0x2A05
}
