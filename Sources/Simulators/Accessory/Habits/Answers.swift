import Ground
import NearbyInteraction

/// What an accessory notifies, and how long after the message that it answers.
struct Answers: Sendable {
    struct Answer: Hashable, Sendable {
        let bytes: [UInt8]
        let delay: Span
    }

    static let slowConfiguration = Span.seconds(3)
    /// How long a stop takes that blocks the firmware.
    static let blockingStop = Span.seconds(4)
    /// How long a stop takes in which the firmware loses what comes.
    static let carelessStop = Span.milliseconds(30)
    /// From the start of ranging to the false word that it stopped.
    static let falseStop = Span.milliseconds(500)

    let model: AccessoryBuild

    /// What follows any write before the firmware looks at it.
    func echo(of bytes: [UInt8]) -> [Answer] {
        model.has(.echoesWrites) ? [Answer(bytes: bytes, delay: .zero)] : []
    }

    func subscription() -> [Answer] {
        model.has(.sendsInitialize) ? [after(model.answerDelay, PhoneMessage.initialize.encoded())] : []
    }

    func configuration(_ payload: [UInt8]) -> [Answer] {
        let delay = model.has(.slowConfiguration) ? Self.slowConfiguration : model.answerDelay
        let message = after(delay, AccessoryMessage.accessoryConfigurationData(payload).encoded())
        if model.has(.ignoresInitialize) { return [] }
        if model.has(.emptyAnswer) { return [after(delay, [])] }
        return model.has(.answersTwice) ? [message, message] : [message]
    }

    func start() -> [Answer] {
        let started = after(model.startDelay, AccessoryMessage.uwbDidStart.encoded())
        var answers = model.has(.rangesUnannounced) ? [] : [started]
        if model.has(.didStartTwice) { answers.append(started) }
        if model.has(.saysStoppedUnasked) {
            answers.append(after(Self.falseStop, AccessoryMessage.uwbDidStop.encoded()))
        }
        return answers
    }

    func stop(whileRanging: Bool) -> [Answer] {
        if model.has(.ignoresStop) || (model.has(.ignoresIdleStop) && !whileRanging) { return [] }
        return [after(stopDelay(whileRanging: whileRanging), AccessoryMessage.uwbDidStop.encoded())]
    }

    func stopDelay(whileRanging: Bool) -> Span {
        if model.has(.blocksOnStop), whileRanging { return Self.blockingStop }
        return model.has(.losesBackToBackWrites) ? Self.carelessStop : model.answerDelay
    }

    func unknown(_ id: UInt8, _ android: @autoclosure () -> [UInt8]) -> [Answer] {
        if id == Self.androidInitialize, model.has(.answersAndroidInitialize) {
            let message = AccessoryMessage.accessoryConfigurationData(android())
            return [after(model.answerDelay, message.encoded())]
        }
        return model.has(.answersUnknownMessages) ? [after(model.answerDelay, [0xFF, id])] : []
    }

    /// NXP's initialize for Android phones (fact sheet 2.1).
    static let androidInitialize: UInt8 = 0xA5

    func after(_ delay: Span, _ bytes: [UInt8]) -> Answer { Answer(bytes: bytes, delay: delay) }
}
