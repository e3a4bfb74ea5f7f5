/// From which page on an NTAG asks for a password, as its configuration pages say.
///
/// AUTH0 is the fourth byte of the page behind the dynamic lock bits; a page that the tag does not have switches the
/// password off. Bit 7 of the first byte of the next page, PROT, guards reading too, that of these pages included.
/// Source: NXP's data sheet of NTAG213/215/216, from general knowledge and not from the fact sheet [N].
public enum Type2Password: Hashable, Codable, Sendable {
    /// No page asks for one.
    case off
    /// This page asks for it, and those behind it do.
    case from(page: Int)
    /// The configuration was not read: a password that guards reading may be why.
    case unread

    /// Of a chip that is only likely to be that one, zeros are no configuration: others of the same size have something
    /// else there, such as an Ultralight C its counter [I].
    init(_ image: Type2Image, chip: TagChip, isGuess: Bool) {
        guard let setting = image.page(chip.configurationPage), let access = image.page(chip.configurationPage + 1)
        else {
            self = .unread
            return
        }
        let isConfiguration = !isGuess || !(setting + access).allSatisfy { $0 == 0 }
        self = isConfiguration && Int(setting[3]) < chip.pages ? .from(page: Int(setting[3])) : .off
    }

    /// What it is for some pages: the first of them that it guards, or off when it guards none.
    func limited(to pages: Range<Int>) -> Type2Password {
        guard case .from(let first) = self else { return self }
        let page = max(first, pages.lowerBound)
        return page < pages.upperBound ? .from(page: page) : .off
    }
}

extension TagChip {
    /// CFG0, the first of four configuration pages: it follows the dynamic lock bits [N].
    public var configurationPage: Int { lockControl.address / 4 + 1 }

    /// CFG0 and CFG1 as the chip leaves the factory: no password [N].
    public static let factoryConfiguration: [UInt8] = [0x04, 0x00, 0x00, 0xFF, 0x00, 0x05, 0x00, 0x00]
}
