public import Ground

/// A component of an association file, with defaults applied and patterns compiled.
public struct LinkComponent: Sendable {
    public let place: ComponentPlace
    public let position: TextPosition
    /// Whether a matching link is kept from the app.
    public let excludes: Bool
    public let caseSensitive: Bool
    public let percentEncoded: Bool
    public let path: PathPattern
    public let query: QueryRule
    public let fragment: URLPattern
    /// The origins of path, query, fragment and `exclude`.
    public let origins: Origins
    /// Doubts about the meaning of this component.
    public let doubts: [Ambiguity]

    public struct Origins: Hashable, Sendable {
        public let path: SettingOrigin
        public let query: SettingOrigin
        public let fragment: SettingOrigin
        public let exclude: SettingOrigin
    }

    /// An aspect of a component that Apple's documentation does not cover.
    public struct Ambiguity: Hashable, Sendable {
        /// U11 or U12.
        public let rule: RoutingRule
        /// A sentence without a full stop.
        public let meaning: String

        /// Creates a doubt about something decided here because a phone's behaviour is undocumented.
        static func notKnown(_ meaning: String) -> Ambiguity { Ambiguity(rule: .u12, meaning: meaning) }

        /// Creates a doubt about a field that is ignored.
        static func wrongType(_ field: String) -> Ambiguity {
            .notKnown("\(field) has the wrong type and counts for nothing")
        }
    }

    /// The maximum number of steps per byte of a URL.
    var size: Int { path.size + query.size + fragment.size }
}

extension LinkComponent {
    /// Creates a component of the modern form; `knowsNothing` means that none of its names is known.
    init(
        _ settings: ComponentSettings, at place: ComponentPlace, _ position: TextPosition,
        variables: SubstitutionVariables, knowsNothing: Bool
    ) {
        let folds = !(settings.caseSensitive?.value ?? true)
        path = settings.path.map { PathPattern($0.value, variables: variables, folds: folds) } ?? .any
        fragment = settings.fragment.map { URLPattern($0.value, variables: variables, folds: folds) } ?? .any
        query = settings.query.map { QueryRule($0.value, variables: variables, folds: folds) } ?? .text(.any)
        self.place = place
        self.position = position
        excludes = settings.exclude?.value ?? false
        caseSensitive = !folds
        percentEncoded = settings.percentEncoded?.value ?? true
        origins = Origins(
            path: settings.path?.origin ?? .builtIn, query: settings.query?.origin ?? .builtIn,
            fragment: settings.fragment?.origin ?? .builtIn, exclude: settings.exclude?.origin ?? .builtIn)
        var all: [Ambiguity] = []
        if case .void = query {
            all.append(Ambiguity(rule: .u11, meaning: "a query dictionary with a value that is no string asks nothing"))
        }
        if [origins.path, origins.query, origins.fragment, origins.exclude].contains(where: \.isDefault) {
            all.append(
                Ambiguity(rule: .u11, meaning: "a pattern or exclude in defaults counts as written in the component"))
        }
        if knowsNothing {
            all.append(Ambiguity(rule: .u11, meaning: "the component has unknown names only, which are ignored"))
        }
        for name in path.whole.undefinedVariables + query.undefinedVariables + fragment.undefinedVariables {
            all.append(.notKnown(Self.complaint(undefined: name)))
        }
        all += (path.whole.variableDoubts + query.variableDoubts + fragment.variableDoubts).map(Ambiguity.notKnown)
        all += settings.doubts
        self.doubts = all
    }

    /// The undefined variables in its patterns.
    var undefinedVariables: [String] {
        path.whole.undefinedVariables + query.undefinedVariables + fragment.undefinedVariables
    }

    /// Returns the text of a finding about an undefined variable.
    static func complaint(undefined name: String) -> String {
        "the variable \(name.shown()) is defined nowhere: no text is one"
    }

    /// Creates a component from an element of the older `paths`: path only, case-sensitive, with a leading `NOT ` for
    /// exclusion.
    init(path text: String, at place: ComponentPlace, _ position: TextPosition) {
        let isNegated = text.utf8.starts(with: "NOT ".utf8)
        let pattern = isNegated ? String(text.dropFirst("NOT ".count)) : text
        path = PathPattern(pattern, variables: nil, folds: false)
        query = .text(.any)
        fragment = .any
        self.place = place
        self.position = position
        excludes = isNegated
        caseSensitive = true
        percentEncoded = true
        origins = Origins(path: .component, query: .builtIn, fragment: .builtIn, exclude: .component)
        doubts = []
    }

    /// Creates a component that never matches, to replace one that is too expensive.
    init(neverMatching component: LinkComponent, doubt: Ambiguity) {
        path = .never
        query = .text(.any)
        fragment = .any
        place = component.place
        position = component.position
        excludes = component.excludes
        caseSensitive = true
        percentEncoded = true
        origins = component.origins
        doubts = [doubt]
    }
}

extension QueryRule {
    fileprivate init(_ query: ComponentSettings.Query, variables: SubstitutionVariables, folds: Bool) {
        switch query {
        case .void: self = .void
        case .text(let text): self = .text(URLPattern(text, variables: variables, folds: folds))
        case .items(let items):
            self = .items(
                items.map {
                    QueryItemRule($0.name, URLPattern($0.pattern, variables: variables, folds: folds), folds: folds)
                })
        }
    }

    var undefinedVariables: [String] {
        switch self {
        case .void: []
        case .text(let pattern): pattern.undefinedVariables
        case .items(let rules): rules.flatMap(\.pattern.undefinedVariables)
        }
    }

    var variableDoubts: [String] {
        switch self {
        case .void: []
        case .text(let pattern): pattern.variableDoubts
        case .items(let rules): rules.flatMap(\.pattern.variableDoubts)
        }
    }
}
