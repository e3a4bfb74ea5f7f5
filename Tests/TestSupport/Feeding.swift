/// Returns the ways in which a stream of bytes can arrive: whole, byte by byte, and split in two at every position.
public func feedings(of stream: [UInt8]) -> [[[UInt8]]] {
    var ways: [[[UInt8]]] = [[stream], stream.map { [$0] }]
    for cut in stream.indices.dropFirst() {
        ways.append([Array(stream[..<cut]), Array(stream[cut...])])
    }
    return ways
}
