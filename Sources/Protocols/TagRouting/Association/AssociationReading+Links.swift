import Ground
import JSON

/// The contents of `applinks` (nfc.md 5.3).
extension AssociationReading {
    private static let linkNames = ["details", "defaults", "substitutionVariables", "apps"]
    private static let entryNames = ["appIDs", "appID", "components", "defaults", "paths"]
    private static let componentNames = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded", "comment"]
    /// Names often mistaken for those of a component.
    private static let misnomers = ["path": "/", "paths": "/", "query": "?", "fragment": "#"]
    private static let defaultsNames = componentNames

    /// The settings shared by all entries.
    private struct Common {
        let defaults: ComponentSettings
        let variables: SubstitutionVariables
    }

    mutating func readLinks(_ members: [JSONMember], at offset: Int) {
        let path = "applinks"
        let fields = Fields(members, path: path, known: Self.linkNames, in: &self)
        let defaults = readDefaults(fields["defaults"], "\(path).defaults", .fileDefaults)
        let common = Common(
            defaults: defaults,
            variables: readVariables(fields["substitutionVariables"], "\(path).substitutionVariables"))
        doubts += fields.doubts
        if let apps = fields["apps"] { checkApps(apps) }
        guard let details = fields["details"] else {
            add(.fault, "\(path).details", "it is not there", "the file has no universal links", at: offset)
            return
        }
        switch details.value {
        case .array(let nodes):
            for (index, node) in nodes.enumerated() { readEntry(node, "\(path).details[\(index)]", index, common) }
        case .object(let members):
            doubts.append(
                LinkComponent.Ambiguity(rule: .u11, meaning: "details is a dictionary of apps, the form of iOS 9"))
            add(
                .note, "\(path).details", "it is a dictionary of apps, the form of iOS 9",
                "the order of the file is kept here; a phone may keep none", at: details.offset)
            for (index, member) in members.enumerated() {
                guard !member.isRepeated else {
                    repeated(member, Fields.path("\(path).details", member.name))
                    continue
                }
                readEntry(member.node, Fields.path("\(path).details", member.name), index, common, app: member)
            }
        case .null, .bool, .number, .string:
            doubts.append(.wrongType("\(path).details"))
            add(
                .fault, "\(path).details", "it must be an array and is \(details.kind)",
                "the file has no universal links", at: details.offset)
        }
        hintAtUnreachable()
        if fields["apps"] == nil, entries.contains(where: { $0.form == .paths }) {
            add(.note, "\(path).apps", "it is not there", "the form with paths asks for an empty array", at: offset)
        }
    }

    private mutating func checkApps(_ node: JSONNode) {
        let path = "applinks.apps"
        guard let nodes = array(node, path, effect: "it counts for nothing") else { return }
        if !nodes.isEmpty {
            add(.warning, path, "it must be empty", "apps are listed in details only", at: node.offset)
        }
    }

    /// Reports an app that the file lists more than once.
    private mutating func repeated(_ member: JSONMember, _ field: String) {
        add(
            .fault, field, "the app stands more than once in details", "the last one counts here",
            at: member.nameOffset)
        doubts.append(.notKnown("\(field) stands more than once and the last counts here"))
    }

    private mutating func readVariables(_ node: JSONNode?, _ path: String) -> SubstitutionVariables {
        guard let node else { return .predefined }
        guard let members = object(node, path, effect: "no variables are defined") else {
            doubts.append(.wrongType(path))
            return .predefined
        }
        var variables: [(name: String, values: [String])] = []
        var unsure: [(name: String, meaning: String)] = []
        for member in members {
            let field = Fields.path(path, member.name)
            if member.isRepeated {
                add(
                    .fault, field, "the variable is defined more than once", "the last one counts here",
                    at: member.nameOffset)
                unsure.append((member.name, "\(field) is defined more than once and the last counts here"))
                continue
            }
            if member.name.utf8.contains(where: { "$()".utf8.contains($0) }) {
                add(
                    .fault, field, "a variable's name has none of $, ( and )", "no pattern can name it",
                    at: member.nameOffset)
            }
            if SubstitutionVariables.predefinedNames.contains(where: { Fields.isSame($0, member.name) }) {
                add(
                    .warning, field, "the name is one that the system predefines",
                    "the file's values count here; what a phone takes is not known", at: member.nameOffset)
                unsure.append((member.name, "\(field) is a name of the system's, and the file's values count here"))
            }
            guard let texts = strings(member.node, field, effect: "the variable is not defined") else {
                unsure.append((member.name, "\(field) has the wrong type and counts for nothing"))
                continue
            }
            if texts.count < member.node.count {
                unsure.append((member.name, "\(field) has values of the wrong type, which count for nothing"))
            }
            for (index, text, offset) in texts where Self.namesVariable(text) {
                add(
                    .warning, "\(field)[\(index)]", "a value cannot name another variable", "it is taken literally",
                    at: offset)
                unsure.append((member.name, "a value of \(field) names a variable and is taken literally here"))
            }
            variables.append((member.name, texts.map(\.text)))
        }
        return SubstitutionVariables(variables, doubts: unsure)
    }

    private static func namesVariable(_ text: String) -> Bool {
        zip(text.utf8, text.utf8.dropFirst()).contains { $0 == UInt8(ascii: "$") && $1 == UInt8(ascii: "(") }
    }

    private mutating func readEntry(
        _ node: JSONNode, _ path: String, _ index: Int, _ common: Common, app: JSONMember? = nil
    ) {
        guard let members = object(node, path, effect: "the entry counts for nothing") else {
            doubts.append(.wrongType(path))
            return
        }
        let fields = Fields(members, path: path, known: Self.entryNames, in: &self)
        let applications = (app.map { [$0.name] } ?? []) + readApplications(fields, path)
        check(applications, path, at: node.offset)
        let isOfApps = { (name: String) in Fields.isSame(name, "appIDs") || Fields.isSame(name, "appID") }
        doubts += fields.repeated.filter { isOfApps($0.name) }.map(\.doubt)
        var unsure = fields.repeated.filter { !isOfApps($0.name) }.map(\.doubt)
        let defaults = readDefaults(fields["defaults"], "\(path).defaults", .entryDefaults).over(common.defaults)
        let (form, read) = readComponents(fields, path, index, defaults, common.variables, &unsure)
        if form == .none {
            add(
                .warning, path, "it has neither components nor paths", "no link is the app's here; a phone may differ",
                at: node.offset)
            unsure.append(.notKnown("\(path) has neither components nor paths"))
        }
        entries.append(
            AssociationEntry(
                index: index, applications: applications, form: form, components: read,
                position: position(of: node.offset), doubts: unsure))
    }

    /// Returns the apps that an entry names; if some of the names are unreadable, the entry's apps are uncertain.
    ///
    /// `appID` is ignored if `appIDs` is present, even if `appIDs` is empty.
    private mutating func readApplications(_ fields: Fields, _ path: String) -> [String] {
        let text = fields["appID"].flatMap { string($0, "\(path).appID", effect: "it counts for nothing") }
        if fields["appID"] != nil, text == nil { doubts.append(.wrongType("\(path).appID")) }
        guard let ids = fields["appIDs"] else { return text.map { [$0] } ?? [] }
        let texts = strings(ids, "\(path).appIDs", effect: "it counts for nothing")
        if texts.map({ $0.count < ids.count }) ?? true { doubts.append(.wrongType("\(path).appIDs")) }
        let applications = (texts ?? []).map(\.text)
        if let id = fields["appID"], let text, !applications.contains(where: { Fields.isSame($0, text) }) {
            let meaning = "\(path).appID is ignored, because appIDs is present"
            doubts.append(LinkComponent.Ambiguity(rule: .u11, meaning: meaning))
            add(
                .warning, "\(path).appID", "it is ignored, because appIDs is present",
                "the entry is not for \(text.shown())", at: id.offset)
        }
        return applications
    }

    /// Returns the components of an entry, or its paths if it has no components.
    private mutating func readComponents(
        _ fields: Fields, _ path: String, _ index: Int, _ defaults: ComponentSettings,
        _ variables: SubstitutionVariables, _ unsure: inout [LinkComponent.Ambiguity]
    ) -> (AssociationEntry.Form, [LinkComponent]) {
        let components = fields["components"].flatMap {
            array($0, "\(path).components", effect: "it counts as not written")
        }
        if fields["components"] != nil, components == nil { unsure.append(.wrongType("\(path).components")) }
        let paths = fields["paths"].flatMap { strings($0, "\(path).paths", effect: "it counts as not written") }
        if let node = fields["paths"], paths.map({ $0.count < node.count }) ?? true {
            unsure.append(.wrongType("\(path).paths"))
        }
        var read: [LinkComponent] = []
        guard let components else {
            guard let paths else { return (.none, []) }
            for element in paths {
                let place = ComponentPlace(entry: index, component: element.index)
                read.append(LinkComponent(path: element.text, at: place, position(of: element.offset)))
                hint(atPath: element.text, inComponent: false, "\(path).paths[\(element.index)]", at: element.offset)
            }
            return (.paths, read)
        }
        if let paths = fields["paths"] {
            let meaning = "components and paths stand side by side: the components count"
            add(.warning, "\(path).paths", meaning, "what a phone takes is not known", at: paths.offset)
            unsure.append(.notKnown(meaning))
        }
        for (number, node) in components.enumerated() {
            let place = ComponentPlace(entry: index, component: number)
            let field = "\(path).components[\(number)]"
            guard let own = readSettings(node, field, .component, Self.componentNames) else {
                unsure.append(.wrongType(field))
                continue
            }
            let made = LinkComponent(
                own.settings.over(defaults), at: place, position(of: node.offset), variables: variables,
                knowsNothing: own.isUnknown)
            read.append(charge(made, field, at: node.offset))
        }
        return (.components, read)
    }

    /// Reports problems with the identifiers of an entry.
    private mutating func check(_ applications: [String], _ path: String, at offset: Int) {
        if applications.isEmpty { add(.fault, path, "it names no app", "the entry counts for nothing", at: offset) }
        for text in applications {
            guard AssociationEntry.isUsable(text) else {
                add(
                    .warning, path, "\(text.shown()) is not a prefix, a dot and a bundle id",
                    "no app has this identifier", at: offset)
                continue
            }
            let prefix = text.utf8.prefix { $0 != UInt8(ascii: ".") }.count
            guard prefix != AssociationEntry.teamLength else { continue }
            add(
                .warning, path,
                "the prefix of \(text.shown()) has \(prefix) characters; a team id has \(AssociationEntry.teamLength)",
                "an app of yours probably has another identifier", at: offset)
        }
    }

    /// Accepts a component, or replaces it with one that never matches if the file's patterns are too expensive.
    private mutating func charge(_ component: LinkComponent, _ path: String, at offset: Int) -> LinkComponent {
        for name in component.undefinedVariables {
            add(.warning, path, LinkComponent.complaint(undefined: name), "the component never matches", at: offset)
        }
        guard spent + component.size <= Self.patternBudget else {
            let meaning = "the file's patterns together are too costly to be followed"
            add(.fault, path, meaning, "the component counts for nothing here", at: offset)
            return LinkComponent(neverMatching: component, doubt: .notKnown(meaning))
        }
        spent += component.size
        return component
    }

    private mutating func readDefaults(
        _ node: JSONNode?, _ path: String, _ origin: SettingOrigin
    ) -> ComponentSettings {
        guard let node else { return ComponentSettings() }
        guard let read = readSettings(node, path, origin, Self.defaultsNames) else {
            doubts.append(.wrongType(path))
            return ComponentSettings()
        }
        return read.settings
    }

    private mutating func readSettings(
        _ node: JSONNode, _ path: String, _ origin: SettingOrigin, _ names: [String]
    ) -> (settings: ComponentSettings, isUnknown: Bool)? {
        guard let members = object(node, path, effect: "it counts for nothing") else { return nil }
        let fields = Fields(members, path: path, known: names, misnomers: Self.misnomers, in: &self)
        var settings = ComponentSettings()
        settings.doubts = fields.doubts
        func text(_ name: String, _ reading: inout AssociationReading) -> ComponentSettings.Written<String>? {
            guard let node = fields[name] else { return nil }
            let field = Fields.path(path, name)
            guard let text = reading.string(node, field, effect: Self.notWritten) else {
                settings.doubts.append(.wrongType(field))
                return nil
            }
            return ComponentSettings.Written(value: text, origin: origin)
        }
        func flag(_ name: String, _ reading: inout AssociationReading) -> ComponentSettings.Written<Bool>? {
            guard let node = fields[name] else { return nil }
            let field = Fields.path(path, name)
            guard let value = reading.bool(node, field, effect: Self.notWritten) else {
                settings.doubts.append(.wrongType(field))
                return nil
            }
            return ComponentSettings.Written(value: value, origin: origin)
        }
        settings.path = text("/", &self)
        if let pattern = settings.path?.value, let node = fields["/"] {
            hint(atPath: pattern, inComponent: true, Fields.path(path, "/"), at: node.offset)
        }
        settings.fragment = text("#", &self)
        settings.exclude = flag("exclude", &self)
        settings.caseSensitive = flag("caseSensitive", &self)
        settings.percentEncoded = flag("percentEncoded", &self)
        if let node = fields["comment"] { _ = string(node, Fields.path(path, "comment"), effect: "nothing follows") }
        if let node = fields["?"] {
            let field = Fields.path(path, "?")
            if let query = readQuery(node, field, &settings.doubts) {
                settings.query = ComponentSettings.Written(value: query, origin: origin)
            } else {
                settings.doubts.append(.wrongType(field))
            }
        }
        return (settings, fields.areUnknown)
    }

    private static let notWritten = "it counts as not written; what a phone makes of it is not known"

    private mutating func readQuery(
        _ node: JSONNode, _ path: String, _ doubts: inout [LinkComponent.Ambiguity]
    ) -> ComponentSettings.Query? {
        switch node.value {
        case .string(let text): return .text(text)
        case .object(let members):
            var items: [(name: String, pattern: String)] = []
            var isVoid = false
            for member in members {
                let field = Fields.path(path, member.name)
                if member.isRepeated {
                    add(
                        .fault, field, "the name stands more than once in its object", "the last of them counts here",
                        at: member.nameOffset)
                    doubts.append(.notKnown("\(field) stands more than once and the last counts here"))
                    continue
                }
                if let text = string(member.node, field, effect: "the whole dictionary asks nothing") {
                    items.append((member.name, text))
                } else {
                    isVoid = true
                }
            }
            return isVoid ? .void : .items(items)
        case .null, .bool, .number, .array:
            add(.fault, path, "it must be a string or an object and is \(node.kind)", Self.notWritten, at: node.offset)
            return nil
        }
    }
}
