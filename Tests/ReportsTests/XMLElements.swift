import Foundation
import FoundationXML

/// One element of a document that a test reads.
struct Element {
    let name: String
    let attributes: [String: String]
    /// The element around it; nil for the outermost one.
    let parent: String?
    var content = ""
}

/// The elements in the order in which they begin; throws what the parser found wrong.
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
