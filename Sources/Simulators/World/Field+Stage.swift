import Links

extension Field {
    /// What a stage does to the tags of the bench; what it does to anything else changes nothing here.
    mutating func stage(_ request: StageRequest) -> [StageEvent] {
        switch request {
        case .present(let tag):
            present(tag)
            return [.presented(tag)]
        case .tearAway(let tag, let answers):
            present(tag, afterAnswers: answers)
            return [.presented(tag)]
        case .remove(let tag):
            remove(tag)
            return [.removed(tag)]
        case .swap(let tag, let other):
            remove(tag)
            present(other)
            return [.removed(tag), .presented(other)]
        case .place, .move, .dropLink, .power, .silenceUWB, .readerTrouble: return []
        }
    }
}
