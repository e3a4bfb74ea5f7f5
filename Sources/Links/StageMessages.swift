public import Ground

/// What the director asks of whatever moves things on the bench.
public enum StageRequest: Hashable, Codable, Sendable {
    /// Put an accessory at a distance from the phone at once.
    case place(AccessoryName, Distance)
    /// Move an accessory evenly from one distance to another; answered by `arrived`.
    case move(AccessoryName, from: Distance, to: Distance, at: Speed)
    /// Hold the phone so that an accessory is seen in this direction, at once.
    case face(AccessoryName, SeenDirection)
    /// Turn the phone evenly, right and up; answered by `turned`.
    case turn(by: SeenDirection, over: Span)
    /// Hold a tag to the reader, beside those that are there; answered by `presented`.
    case present(TagName)
    /// Take a tag away from the reader; answered by `removed`.
    case remove(TagName)
    /// Hold a tag to the reader and take it away after it answered so many commands; answered by `presented`, later by
    /// `removed`. It is out of the field until it is presented again.
    case tearAway(TagName, afterAnswers: Int)
    /// Take one tag away and hold another there at once; answered by `removed` and `presented`.
    case swap(TagName, for: TagName)
    /// Begin a trouble of the reader, or end it; one that is momentary only begins. Not answered.
    case readerTrouble(ReaderTrouble, Bool)
    /// Cut an accessory's Bluetooth radio off, so that the link is lost without a word.
    case dropLink(AccessoryName)
    /// Switch an accessory off and on again; answered by `powered` when it has power again.
    case power(AccessoryName, PowerAct)
    /// Have every ranging round with an accessory get lost, or end that.
    case silenceUWB(AccessoryName, Bool)
    /// Do something with the other phone. Not answered.
    case peer(AccessoryName, PeerAct)
    /// Do something at a screen; answered by `acted` where a person does it, and not by a simulated screen.
    case screen(ScreenName, ScreenAct)
    /// Begin a trouble of the network, or end it. Not answered.
    case network(NetworkTrouble, Bool)
}

/// What the stage has done.
public enum StageEvent: Hashable, Codable, Sendable {
    case arrived(AccessoryName)
    /// The phone was turned.
    case turned
    case presented(TagName)
    case removed(TagName)
    case powered(AccessoryName)
    /// The person before a screen has done what they were asked for, or says that it cannot be done.
    case acted(ScreenName)
}
