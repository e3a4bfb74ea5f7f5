import Links
import ScenarioKit

/// A part of a bench that can be at fault by itself, whatever the accessory does.
public enum BenchPart: String, Hashable, Sendable, CaseIterable {
    /// The phone's Bluetooth adapter: its controller, and the kernel's sockets and management for it.
    case adapter
    /// The UWB kit and the line to it.
    case kit
    /// The NFC reader, with libnfc and its helper process.
    case reader
    /// The line on which an accessory prints.
    case console
    /// The person or device that moves accessories and tags and switches power.
    case stage
    /// The machine that the run is played on: its processor, its memory, its disk.
    case host

    /// Whether a scenario's evidence comes over this part, or from it.
    func isUsed(by scenario: Scenario) -> Bool {
        scenario.needs.contains { need in
            switch (self, need) {
            case (.adapter, .bluetooth), (.kit, .uwb), (.reader, .nfc), (.console, .console): true
            case (.stage, .motion), (.stage, .power), (.stage, .tag): true
            default: self == .host
            }
        }
    }

    /// Whether frames on a link belong to this part; everything belongs to the host.
    func owns(_ link: LinkID) -> Bool {
        switch (self, link) {
        case (.adapter, .bluetooth), (.kit, .kit), (.reader, .reader), (.console, .console), (.stage, .stage): true
        case (.host, _): true
        default: false
        }
    }

    /// Whether an error on a link, or on none, names this part.
    func isNamed(by link: LinkID?) -> Bool {
        guard let link else { return self == .host }
        return self != .host && owns(link)
    }
}
