/// Whether a usage description names the shared data, as far as a program can tell.
///
/// Apple asks for a text that says why to connect and which data is shared (network.md, section 0, point 11).
/// This is a guess based on words, and all its findings are inferred: a text that has an English function word but
/// none of the words for data below counts as not naming the data. A text without an English word is not judged.
enum UsageText: Hashable {
    case namesData
    case namesNone
    /// Apparently not English.
    case foreign

    init(_ text: String) {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        if words.contains(where: Self.data.contains) {
            self = .namesData
        } else {
            self = words.contains(where: Self.grammar.contains) ? .namesNone : .foreign
        }
    }

    private static let grammar: Set = [
        "a", "an", "and", "app", "at", "can", "connect", "for", "from", "has", "is", "it", "of", "on", "or", "that",
        "the", "this", "to", "uses", "will", "with", "you", "your",
    ]

    private static let data: Set = [
        "account", "accounts", "actions", "activity", "answers", "audio", "calendar", "calories", "camera", "card",
        "cards", "choices", "contacts", "content", "contents", "controls", "data", "distance", "document", "documents",
        "drawing", "drawings", "energy", "files", "gestures", "health", "heart", "heartbeat", "identity", "image",
        "images", "information", "input", "inputs", "location", "message", "messages", "microphone", "motion", "move",
        "movement", "movements", "moves", "music", "name", "names", "notes", "photo", "photos", "picture", "pictures",
        "playlist", "position", "profile", "progress", "pulse", "recording", "recordings", "results", "route",
        "sensor", "sensors", "score", "scores", "settings", "speed", "statistics", "steps", "strokes", "text",
        "touches", "video", "videos", "voice", "votes", "workout", "workouts",
    ]
}
