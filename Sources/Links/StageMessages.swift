public import Ground
public import Vocabulary

/// A request of the director to the part of the bench that moves things.
public enum StageRequest: Hashable, Codable, Sendable {
    /// Places an accessory at a distance from the phone, and leaves the distances of all others as they are. Takes no
    /// time, except if a person or a program does it, which is answered by `placed`.
    case place(AccessoryName, Distance)
    /// Moves an accessory evenly from one distance to another, and no other one. Answered by `arrived`.
    case move(AccessoryName, from: Distance, to: Distance, at: Speed)
    /// Holds the phone so that an accessory is seen in this direction, without delay.
    case face(AccessoryName, SeenDirection)
    /// Turns the phone evenly, right and up. Answered by `turned`.
    case turn(by: SeenDirection, over: Lapse)
    /// Holds a tag to the reader, in addition to those already there. Answered by `presented`.
    case present(TagName)
    /// Takes a tag away from the reader. Answered by `removed`.
    case remove(TagName)
    /// Holds a tag to the reader and takes it away after it has answered the given number of commands. Answered by
    /// `presented` and later by `removed`. The tag is out of the field until presented again.
    case tearAway(TagName, afterAnswers: Int)
    /// Takes one tag away and immediately holds another in its position. Answered by `removed` and `presented`.
    case swap(TagName, for: TagName)
    /// Begins or ends a fault of the reader; a momentary one only begins. Not answered.
    case readerTrouble(ReaderFailure, Bool)
    /// Cuts off an accessory's Bluetooth radio, so that the link is lost without notice. Only a program answers: by
    /// `radio` once it is blocked, and again once the link is lost and it is unblocked.
    case dropLink(AccessoryName)
    /// Switches an accessory off and on again. Answered by `powered` once it has power again.
    case power(AccessoryName, PowerAct)
    /// Suppresses every ranging round with an accessory, or stops doing so. Only a program answers, by `radio`.
    case silenceUWB(AccessoryName, Bool)
    /// Performs an action on the other phone. Not answered.
    case peer(AccessoryName, PeerAct)
    /// Performs an action at a screen. Answered by `acted` if a person does it, but not by a simulated screen.
    case screen(ScreenName, ScreenAct)
    /// Begins or ends a disturbance of the network. Not answered.
    case network(NetworkDisturbance, Bool)
}

/// An action that the stage has completed.
public enum StageEvent: Hashable, Codable, Sendable {
    case arrived(AccessoryName)
    /// An accessory was placed where no scenario waits for a walk.
    case placed(AccessoryName)
    /// The program that performs an act reports the state that it read back, just before the act's own event. So does a
    /// person who puts something at a place.
    case readBack(StageReading)
    /// The phone was turned.
    case turned
    case presented(TagName)
    case removed(TagName)
    case powered(AccessoryName)
    /// An accessory's radio is blocked, or no longer, according to the program that does it.
    case radio(Radio, of: AccessoryName, isBlocked: Bool)
    /// The person at a screen has done as asked, or reports that it cannot be done.
    case acted(ScreenName)
}

/// A state that a program of the bench read back from its device, or that a person reports.
public enum StageReading: Hashable, Codable, Sendable {
    /// The distance by which a position may be missed, in addition to the error of its reading.
    public static let positionTolerance = Distance.metres(0.1)

    /// The accessory's distance from the phone, and the largest error of this reading.
    case position(AccessoryName, Distance, within: Distance)
    /// The accessory has power.
    case power(AccessoryName)
    /// The accessory's radio is blocked, or not.
    case radio(Radio, of: AccessoryName, isBlocked: Bool)
    /// The tag is at the reader, or away from it.
    case tag(TagName, isPresent: Bool)
}
