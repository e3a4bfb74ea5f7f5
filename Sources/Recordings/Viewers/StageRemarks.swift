import Ground
import Links

/// What the stage does in words, for viewers that have no packet to show for it.
extension StageRequest {
    var remark: String {
        switch self {
        case .place(let name, let distance): "place \(name) at \(distance)"
        case .move(let name, let from, let to, let speed): "move \(name) from \(from) to \(to) at \(speed)"
        case .present(let tag): "present \(tag)"
        case .remove(let tag): "remove \(tag)"
        case .tearAway(let tag, let answers): "tear \(tag) away after \(answers) answers"
        case .swap(let tag, let other): "swap \(tag) for \(other)"
        case .readerTrouble(let trouble, let begins):
            "the reader's trouble \(trouble.rawValue) \(begins ? "begins" : "ends")"
        case .dropLink(let name): "drop the link to \(name)"
        case .power(let name, let act): "power of \(name): \(act.rawValue)"
        case .silenceUWB(let name, let isOn): "UWB of \(name) is \(isOn ? "silenced" : "heard again")"
        }
    }
}

extension StageEvent {
    var remark: String {
        switch self {
        case .arrived(let name): "\(name) arrived"
        case .presented(let tag): "\(tag) is presented"
        case .removed(let tag): "\(tag) is removed"
        case .powered(let name): "\(name) has power"
        }
    }
}
