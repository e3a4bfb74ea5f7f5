import Ground
import NDEF
import TestSupport
import Testing

/// One dialogue of Tests/Vectors/ndef/type4-dialogues.txt.
struct Type4Dialogue {
    let title: String
    var commands: [String] = []
    var answers: [[UInt8]?] = []
    var outcome = ""
    var findings: [String] = []

    static func all() throws -> [Type4Dialogue] {
        var dialogues: [Type4Dialogue] = []
        for line in try vectorText("type4-dialogues.txt").split(separator: "\n") {
            let text = String(line.dropFirst(2))
            switch line.first {
            case "=": dialogues.append(Type4Dialogue(title: text))
            case ">": dialogues[dialogues.count - 1].commands.append(text)
            case "<": dialogues[dialogues.count - 1].answers.append(text == "-" ? nil : bytes(text))
            case ":": dialogues[dialogues.count - 1].outcome = text
            case "!": dialogues[dialogues.count - 1].findings.append(text)
            case "#": continue
            default: Issue.record("not a line of a dialogue: \(line)")
            }
        }
        return dialogues
    }
}

@Suite struct Type4DialogueTests {
    @Test("every dialogue has the commands, the outcome and the findings of its vector")
    func everyDialogueGoesAsTheVectorSays() throws {
        let dialogues = try Type4Dialogue.all()
        #expect(dialogues.count == 40)
        for dialogue in dialogues {
            var left = dialogue.answers[...]
            let (step, sent) = talk(Type4Reader()) { _ in left.popFirst() ?? nil }
            #expect(sent.map { $0.hex(separator: "") } == dialogue.commands, "\(dialogue.title)")
            #expect(left.isEmpty, "\(dialogue.title)")
            check(step, dialogue)
        }
    }

    private func check(_ step: TagReadStep, _ dialogue: Type4Dialogue) {
        let words = dialogue.outcome.split(separator: " ", maxSplits: 1).map(String.init)
        switch words[0] {
        case "blank":
            #expect(step.contents != nil && step.contents?.message == nil, "\(dialogue.title): \(step)")
        case "message":
            #expect(step.contents?.message == bytes(words[1]), "\(dialogue.title): \(step)")
        case "failure":
            #expect(step.failure?.description.contains(words[1]) == true, "\(dialogue.title): \(step)")
        default:
            Issue.record("\(dialogue.title) has no outcome")
        }
        let findings = step.contents?.findings ?? []
        #expect(findings.count == dialogue.findings.count, "\(dialogue.title): \(findings)")
        for words in dialogue.findings {
            #expect(findings.contains { $0.meaning.contains(words) }, "\(dialogue.title): \(findings)")
        }
    }

    @Test("a dialogue that breaks off at any command fails and names that command")
    func everyBeginningOfADialogueFails() throws {
        for dialogue in try Type4Dialogue.all() where dialogue.outcome.hasPrefix("message") {
            for count in dialogue.answers.indices {
                var left = dialogue.answers[..<count]
                let (step, sent) = talk(Type4Reader()) { _ in left.popFirst() ?? nil }
                #expect(step == .failed(.noAnswer(to: bytes(dialogue.commands[count]))), "\(dialogue.title)")
                #expect(sent.count == count + 1)
            }
        }
    }
}
