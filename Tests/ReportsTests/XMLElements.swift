import Foundation
import FoundationXML

/// An element of a parsed document.
struct Element {
    let name: String
    let attributes: [String: String]
    /// The name of the parent element; nil for the root.
    let parent: String?
    var content = ""
}

/// Returns the elements in the order in which they begin; throws the parser's error.
func parse(_ document: String) throws -> [Element] {
    let collector = Collector()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = collector
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    return collector.elements
}

private final class Collector: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        let parent = open.last.map { elements[$0].name }
        open.append(elements.count)
        elements.append(Element(name: name, attributes: attributes, parent: parent))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if let index = open.last { elements[index].content += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        open.removeLast()
    }
}
