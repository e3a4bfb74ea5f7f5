/// From which page on an NTAG asks for a password, as its configuration pages say.
///
/// AUTH0 is the fourth byte of the page behind the dynamic lock bits; a page that the tag does not have switches the
/// password off. Bit 7 of the first byte of the next page, PROT, guards reading too. Source: NXP's data sheet of
/// NTAG213/215/216, from general knowledge and not from the fact sheet [N].
public struct Type2Password: Hashable, Sendable {
    /// AUTH0.
    public let firstPage: Int
    /// Whether reading takes the password too.
    public let guardsReading: Bool

    /// Nil when the password is off, or the configuration was not read.
    ///
    /// Of a chip that is only likely to be that one, zeros are no configuration: others of the same size have something
    /// else there, such as an Ultralight C its counter [I].
    init?(_ image: Type2Image, chip: TagChip, isGuess: Bool) {
        guard let setting = image.page(chip.configurationPage), let access = image.page(chip.configurationPage + 1)
        else { return nil }
        if isGuess, (setting + access).allSatisfy({ $0 == 0 }) { return nil }
        guard Int(setting[3]) < chip.pages else { return nil }
        firstPage = Int(setting[3])
        guardsReading = access[0] & 0x80 != 0
    }

    /// The first of some pages that the password guards; nil when it guards none.
    func first(in pages: Range<Int>) -> Int? {
        let page = max(firstPage, pages.lowerBound)
        return page < pages.upperBound ? page : nil
    }
}

extension TagChip {
    /// CFG0, the first of four configuration pages: it follows the dynamic lock bits [N].
    public var configurationPage: Int { lockControl.address / 4 + 1 }

    /// CFG0 and CFG1 as the chip leaves the factory: no password [N].
    public static let factoryConfiguration: [UInt8] = [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00]
}
