import Ground

// What each code of this topic means.
extension FailureCode {
    static let pairingCodes: [Entry] = [
        Entry(
            "pairing.failed", "Pairing ended without a key",
            causes: "the accessory's input and output capabilities do not fit; it is not in a state in which it pairs",
            basis: "1.4"),
        Entry(
            "pairing.unanswered", "The link was not encrypted in time", causes: "the accessory does not answer pairing",
            basis: "1.4"),
        Entry(
            "pairing.linkLost", "The link went while it was being encrypted", causes: "the accessory resets at pairing",
            basis: "1.4"),
        Entry(
            "pairing.impossible", "The accessory cannot be paired with", causes: "its stack is built without pairing",
            basis: "1.4"),
        Entry(
            "pairing.tooEarly", "The accessory asks for pairing before it refused anything for want of it",
            causes: "firmware sends a Security Request at every connection", basis: "1.4"),
        Entry(
            "pairing.forgotten", "The accessory does not know the phone any more that paired with it",
            causes: "bonds are not stored, or are overwritten", basis: "1.4"),
        Entry(
            "pairing.forgottenWithoutPower",
            "The accessory forgets the phones that paired with it when it loses its power",
            causes: "bonds are kept in memory only", basis: "1.4"),
        Entry(
            "pairing.notAgain", "The accessory does not pair again with a phone that lost its key",
            causes: "it keeps the old bond and refuses a new one", basis: "1.4"),
        Entry(
            "pairing.deafAfterwards", "After pairing the accessory takes no message any more",
            causes: "subscriptions or attributes are lost when encryption begins", basis: "1.4"),
        Entry(
            "background.noService", "The accessory has no Nearby Interaction service",
            causes: "the service for background sessions is not built in", basis: "1.4"),
        Entry(
            "background.unprotected", "The configuration data for the background can be read without encryption",
            causes: "the characteristic has no permission for encryption", basis: "1.4"),
        Entry(
            "background.refused", "The read of the configuration data for the background was refused",
            causes: "the characteristic asks for more than encryption", basis: "1.4"),
        Entry(
            "background.otherConfiguration",
            "The configuration data for the background are not what the accessory sent last",
            causes: "the characteristic is written once and not with each initialize", basis: "1.4"),
        Entry(
            "background.unanswered", "The read of the configuration data for the background was not answered",
            causes: "its ATT server hangs"),
        Entry(
            "console.error", "The accessory's console speaks of an error",
            causes: "firmware logs an error although all went well on the air"),
    ]
}
