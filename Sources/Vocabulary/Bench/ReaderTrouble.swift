/// What a bench can have its NFC reader suffer (NFC fact sheet 3.7).
public enum ReaderTrouble: String, Hashable, Codable, CaseIterable, Sendable {
    /// The cable is out; ending it puts the cable back.
    case unplugged
    /// The answer to the next exchange makes libnfc abort its process: bit 80 of the status byte.
    case aborts
    /// The chip answers nothing while it lasts.
    case silent
    /// The chip's answers have a wrong check sum while it lasts.
    case garbles
    /// The chip sends an error frame instead of each answer while it lasts.
    case refuses
    /// The chip's answer to GetFirmwareVersion is missing at the next open.
    case forgetsItself
    /// The chip ends each exchange with an error of its own while it lasts: status 0D, it is too hot.
    case overheats

    /// Whether it befalls once and has no end.
    public var isMomentary: Bool {
        switch self {
        case .aborts, .forgetsItself: true
        case .unplugged, .silent, .garbles, .refuses, .overheats: false
        }
    }
}
