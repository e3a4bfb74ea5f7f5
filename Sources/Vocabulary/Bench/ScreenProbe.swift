/// An abnormal action of a screen that must not harm the phone.
public enum ScreenProbe: String, Hashable, Sendable, CaseIterable {
    /// Send the first bytes of a frame and never the rest.
    case halfFrame
    /// Connect to the endpoint with parameters other than the picker's.
    case otherParameters
    /// Connect to the endpoint without presenting a certificate.
    case withoutCertificate
}
