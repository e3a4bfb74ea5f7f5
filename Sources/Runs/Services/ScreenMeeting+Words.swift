import ApplicationServices
import Benches
import Ground
import Links
import NetworkDriver

extension ScreenMeeting.Told {
    /// The text shown to the user; nil for details that do not matter to a person.
    var words: String? {
        switch self {
        case .found(let name, let record):
            "found \(name): \(record.platform), with \(Self.list(record.services)), certificate \(record.pin)"
        case .vanished(let name): "\(name) is gone"
        case .unreadable(let name, let malformed): "the record of \(name) cannot be read: \(malformed)"
        case .unfit(let name, let why): "\(name) is not offered: \(why.words)"
        case .finding(let finding): "\(finding)"
        case .lost(let end): "a stream ended: \(end)"
        case .screen(let effect): Self.words(effect)
        }
    }

    private static func list(_ services: [ServiceIdentifier]) -> String {
        services.isEmpty ? "no service" : services.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private static func words(_ effect: ScreenEffect) -> String? {
        switch effect {
        case .offered(let devices):
            devices.isEmpty ? "no device is offered" : "offered: \(devices.map(\.name).joined(separator: ", "))"
        case .prompting: "invited: the user there is asked"
        case .picked(let endpoint): "granted: \(endpoint.device) takes the service \"\(endpoint.service)\""
        case .pickerEnded(let end): "the picker ended: \(end.words)"
        case .transition(let transition): "\(transition.object): \(transition.state)"
        case .parked(let object): "\(object) waits for the app there"
        case .hello: "the app there is on the line"
        case .frame(_, let frame): "<- type \(frame.type), \(counted(frame.payload.count, "byte")) \(text(frame))"
        case .unsent(let frame): "not sent, as no connection is ready: type \(frame.type) \(text(frame))"
        case .finding(let finding): "\(finding)"
        case .open, .send, .close: nil
        }
    }

    private static func text(_ frame: ServiceFrame) -> String {
        let most = 60
        guard let text = String(validating: frame.payload.prefix(most), as: UTF8.self) else {
            return "that are not text"
        }
        return "\"\(text)\"" + (frame.payload.count > most ? " and more" : "")
    }
}

extension ScreenMeeting.Lack {
    var words: String {
        switch self {
        case .unreadable: "something unreadable or unexpected arrived"
        case .notOffered: "the picker does not offer it"
        case .notAnswered: "the agent does not answer the invitation"
        case .notReady: "the agent answered, but no connection became ready"
        }
    }
}

extension ScreenMeeting.Unfit {
    fileprivate var words: String {
        switch self {
        case .platform(let platform): "the picker was not opened for \(platform)"
        case .service: "it does not advertise the service"
        case .nearMiss(let service): "it advertises \"\(service)\", which is spelt differently"
        }
    }
}

extension PickerEnd {
    fileprivate var words: String {
        switch self {
        case .unsupported: "it cannot be shown"
        case .dismissed: "left"
        case .denied: "the user there refused"
        case .notInstalled: "no app there has the service"
        case .noListener: "the app there does not listen"
        case .busy: "the app there is busy"
        case .timedOut: "nobody answered"
        case .failed(let failure): "the invitation failed, \(failure)"
        }
    }
}

extension ScreenMeeting.Told {
    /// Creates a message for news at a screen; nil for a record, which is reported after it has been read.
    init?(_ news: ScreenNews) {
        switch news {
        case .found: return nil
        case .vanished(let name): self = .vanished(name)
        case .lost(_, let end): self = .lost(end)
        case .screen(let effect): self = .screen(effect)
        }
    }
}
