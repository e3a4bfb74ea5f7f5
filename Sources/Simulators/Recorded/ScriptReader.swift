import GATT
import Ground
import Links
import NearbyInteraction

/// Derives rules from the acts of one accessory in a recording, frame by frame.
///
/// Each act is attributed to the cue before it, except for answers on the data channel: those follow the message that
/// they answer, whatever else the phone did in between.
struct ScriptReader {
    /// The time after which a missing answer counts as one that never came.
    static let longestAnswer = Lapse.seconds(1)
    /// A longer time is not transmission: the accessory was slow. An engineering estimate.
    static let longestTransport = Lapse.milliseconds(30)

    struct Given {
        let place: Int
        let cue: Cue
        let instant: Instant
    }

    /// A link that is up.
    struct Link {
        var mtu = ATTBearer.minimumMTU
        var isEncrypted = false
        var offeredMTU: UInt16?
        /// The phone's request that waits for its answer.
        var asked: (key: RequestKey, bytes: [UInt8], instant: Instant)?
        var assembly = WriteAssembly()
        /// The descriptors that were enabled.
        var subscribed: [UInt16] = []
        var isPairing = false
        /// Whether an answer asked for pairing, so that the accessory did not initiate it.
        var wasRefused = false
        /// Whether it was cut at the bench.
        var isCut = false
        /// The cues of messages that were not answered yet, by the answers' ids.
        var unanswered: [(answer: UInt8, given: Given)] = []
        var written: (handle: UInt16, value: [UInt8])?
        /// The bytes received of incomplete messages on a network connection.
        var (fromPhone, toPhone) = (MessagePieces(), MessagePieces())
    }

    let name: AccessoryName
    let playsStage: Bool
    /// The data channels that it may have: a vendor-specific one, or the presets.
    private let profiles: [DataChannelProfile]
    let ids: MessageIdentifiers
    var script: AccessoryScript
    var database = RecordedDatabase()
    var link: Link?
    var connections = 0
    var firstConnection: Instant?
    var last: Given
    var searchBegan: Instant?
    var writes: [RecordedMessage] = []
    /// The handles at which messages of the data channel were certainly, or possibly, written.
    var (sure, likely) = ([UInt16](), [UInt16]())
    var told: (handle: UInt16, isIndicated: Bool)?
    /// Whether the phone itself ended the connection attempt in progress.
    var isGivenUp = false
    /// The shortest time that a network connection took to come up.
    var quickest: Lapse?
    /// The number of acts.
    private var acts = 0
    private let advertisedName: String

    init(
        of name: AccessoryName, channel: DataChannelProfile?, since start: Instant, advertisedName: String,
        playsStage: Bool
    ) {
        self.name = name
        self.advertisedName = advertisedName
        self.playsStage = playsStage
        profiles = channel.map { [$0] } ?? DataChannelProfile.presets
        ids = channel?.identifiers ?? .appleSample
        script = AccessoryScript(since: start, identifiers: ids)
        last = Given(place: script.cues.begin(.boot, connection: 0), cue: .boot, instant: start)
    }

    mutating func read(_ frame: RecordedFrame) {
        switch frame.content {
        case .sent(.bluetooth(name, let request)): sent(request, frame)
        case .sent(.stream(let stream, let request)) where stream.accessory == name: sent(request, frame)
        case .sent(.stage(.dropLink(name))): linkWasCut(at: frame.instant)
        case .sent(.stage(.power(name, let act))): powerWasCut(act, at: frame.instant)
        case .received(.bluetooth(name, let event)): received(event, frame)
        case .received(.stream(let stream, let event)) where stream.accessory == name: received(event, frame)
        case .received(.console(name, let line)): acted(.console(line), at: frame.instant)
        case .sent, .received: break
        }
    }

    // MARK: Cues and acts

    mutating func give(_ cue: Cue, at instant: Instant) {
        last = Given(place: script.cues.begin(cue, connection: connections), cue: cue, instant: instant)
    }

    mutating func acted(
        _ act: RecordedAct, after given: Given? = nil, at instant: Instant, subscription: AttributeHandle? = nil
    ) {
        let given = given ?? last
        let following = CueTable.Following(
            act: act, delay: instant - given.instant, order: acts, subscription: subscription)
        acts += 1
        script.cues.add(following, at: given.place)
    }

    mutating func answered(_ answer: ResponseTable.Answer) {
        guard let asked = link?.asked else { return }
        link?.asked = nil
        let state = ResponseTable.State(
            connection: connections, isEncrypted: link?.isEncrypted ?? false, mtu: link?.mtu ?? ATTBearer.minimumMTU)
        script.answers.add(answer, to: asked.key, in: state)
    }

    private mutating func linkWasCut(at instant: Instant) {
        guard link != nil else { return }
        link?.isCut = true
        guard playsStage else { return }
        acted(.loseLink, at: instant + AccessoryScript.supervision)
    }

    private mutating func powerWasCut(_ act: PowerAct, at instant: Instant) {
        link?.isCut = true
        if playsStage { acted(.losePower(act), at: instant) }
        give(.power(act), at: instant)
        script.epochs.begin(.power(act), at: instant)
        searchBegan = nil
    }

    // MARK: The end

    /// Returns the rules after everything was read.
    mutating func end() -> AccessoryScript {
        if let asked = link?.asked, last.instant - asked.instant >= Self.longestAnswer { answered(.silence) }
        script.epochs.close()
        if script.isOnNetwork {
            endOnNetwork()
            return script
        }
        let written = writtenHandles
        var before: Instant?
        for write in writes where written.contains(write.handle) {
            script.messages.append(write.waiting(write.instant - (before ?? firstConnection ?? write.instant)))
            before = write.instant
        }
        let profile = chooseProfile()
        let isKnown = database.characteristics.contains { written.contains($0.handle) }
        if !isKnown, let handle = written.first {
            database.learnChannel(
                written: handle, told: told?.handle, indicates: told?.isIndicated ?? false, profile: profile)
            script.assumptions.append(
                "the discovery of \(name) is not in the recording: its data channel is shown as \(profile.name)")
        }
        script.services = database.definitions(named: script.content.name ?? advertisedName)
        script.transport = script.answers.medianDelay(upTo: Self.longestTransport)
        return script
    }

    /// Returns the preset whose service it advertised, or else the usual one; also fills in its default
    /// advertisement.
    private mutating func chooseProfile() -> DataChannelProfile {
        let heard = script.epochs.firstHeard
        let profile =
            profiles.first { preset in
                heard?.services.contains(preset.service) == true
                    || database.services.contains { $0.uuid == AttributeUUID(preset.service) }
            } ?? profiles[0]
        script.content = heard ?? AdvertisedContent(name: nil, services: [profile.service])
        // The first content heard is the advertisement alone; the name follows it if the phone waits for it.
        let name = script.epochs.firstName ?? advertisedName
        script.content.name = script.content.name ?? name
        script.epochs.name(name)
        if heard != nil, heard?.name == nil, name == advertisedName {
            script.assumptions.append(
                "the recording does not tell the name of \(self.name): it advertises \"\(name.escapedForDisplay)\"")
        }
        if heard == nil, !script.epochs.isSilent {
            script.assumptions.append(
                "the recording does not tell what \(name) advertised: it advertises "
                    + "\"\(advertisedName.escapedForDisplay)\" and the service of \(profile.name)")
        }
        return profile
    }

    /// The handles of the data channel's messages: from the characteristics' UUIDs, or else from the writes.
    private var writtenHandles: [UInt16] {
        let uuids = profiles.compactMap { AttributeUUID($0.rx) }
        let named = database.characteristics.filter { uuids.contains($0.uuid) }.map(\.handle)
        if !named.isEmpty { return named }
        return sure.isEmpty ? likely : sure
    }

    /// Keeps a write, and its evidence for the location of the data channel.
    mutating func keep(_ write: RecordedMessage) {
        writes.append(write)
        if write.value == [ids.initialize], !likely.contains(write.handle) { likely.append(write.handle) }
        let isSure =
            write.value.first == ids.configureAndStart
            && (try? ShareableConfigurationData(decoding: Array(write.value.dropFirst()))) != nil
        if isSure, !sure.contains(write.handle) { sure.append(write.handle) }
    }
}

extension RecordedMessage {
    /// Returns the message with the time waited for it.
    func waiting(_ span: Lapse) -> RecordedMessage {
        RecordedMessage(frame: frame, instant: instant, wait: span, value: value, handle: handle)
    }
}
