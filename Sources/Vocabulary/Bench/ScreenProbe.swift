/// What a screen does at a phone that must take no harm of it.
public enum ScreenProbe: String, Hashable, Sendable, CaseIterable {
    /// Send the first bytes of a frame, and nothing of the rest.
    case halfFrame
    /// Connect to the endpoint with other parameters than the picker's.
    case otherParameters
    /// Connect to the endpoint, and show no certificate.
    case withoutCertificate
}
