import Ground

/// The parts of an OTLP/JSON document that spans need (opentelemetry-proto, trace.proto, in its JSON mapping).
enum OTLP {
    struct Document: Encodable {
        let resourceSpans: [ResourceSpans]
    }

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    struct Resource: Encodable {
        let attributes: [Attribute]
    }

    struct Scope: Encodable {
        let name: String
    }

    struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    /// A span's identity and position: ids of 32 and 16 hexadecimal digits.
    struct Place {
        let trace: String
        let span: String
        let parent: String?
    }

    struct Span: Encodable {
        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        /// The kind "internal".
        let kind = 1
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let events: [Event]?
        let droppedEventsCount: Int?
        let status: Status?

        init(
            _ place: Place, _ name: String, from start: Int64, to end: Int64, attributes: [Attribute],
            events: [Event] = [], droppedEvents: Int = 0, status: Status?
        ) {
            (traceId, spanId, parentSpanId) = (place.trace, place.span, place.parent)
            self.name = name.isEmpty ? "_" : name.shown(ReportLimit.name)
            (startTimeUnixNano, endTimeUnixNano) = ("\(start)", "\(end)")
            self.attributes = attributes
            self.events = events.isEmpty ? nil : events
            droppedEventsCount = droppedEvents > 0 ? droppedEvents : nil
            self.status = status
        }
    }

    struct Event: Encodable {
        let timeUnixNano: String
        let name: String
        let attributes: [Attribute]
    }

    /// A status code; 2 is an error, which most viewers also expect for a failed test.
    struct Status: Encodable {
        let code: Int
        let message: String?
    }

    struct Attribute: Encodable {
        struct Value: Encodable {
            let stringValue: String?
            let intValue: String?
        }

        let key: String
        let value: Value

        init(_ key: String, _ text: String) {
            self.key = key
            value = Value(stringValue: text.shown(ReportLimit.message), intValue: nil)
        }

        init(_ key: String, _ number: Int64) {
            self.key = key
            value = Value(stringValue: nil, intValue: "\(number)")
        }
    }
}
