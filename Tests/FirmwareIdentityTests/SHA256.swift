import FirmwareIdentity
import Ground

/// SHA-256 (FIPS 180-4), for tests only; the module receives it from its caller.
func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var message = Array(bytes) + [0x80]
    while message.count % 64 != 56 { message.append(0) }
    message.append(big: UInt64(bytes.count) * 8)
    var hash = first32(of: primes(8), root: { $0.squareRoot() })
    let constants = first32(of: primes(64), root: { cubeRoot($0) })
    for block in stride(from: 0, to: message.count, by: 64) {
        var words = (0..<16).map { index in
            message[(block + index * 4)..<(block + index * 4 + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = turn(early, 7) ^ turn(early, 18) ^ early >> 3
            let second = turn(late, 17) ^ turn(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var state = hash
        for index in 0..<64 {
            let (a, e) = (state[0], state[4])
            let choice = e & state[5] ^ ~e & state[6]
            let sum = state[7] &+ (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let majority = a & state[1] ^ a & state[2] ^ state[1] & state[2]
            let other = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) &+ majority
            state = [sum &+ other, a, state[1], state[2], state[3] &+ sum, e, state[5], state[6]]
        }
        hash = zip(hash, state).map { $0 &+ $1 }
    }
    return hash.flatMap { word in stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) } }
}

/// The `ImageDigest` for tests.
let digest: ImageDigest = { algorithm, bytes in algorithm == .sha256 ? sha256(bytes) : nil }

private func turn(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

private func primes(_ count: Int) -> [Double] {
    var found: [Int] = []
    var next = 2
    while found.count < count {
        if !found.contains(where: { next % $0 == 0 }) { found.append(next) }
        next += 1
    }
    return found.map(Double.init)
}

/// Returns the first 32 bits of the fractional parts of roots.
private func first32(of numbers: [Double], root: (Double) -> Double) -> [UInt32] {
    numbers.map { number in
        let value = root(number)
        return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
}

private func cubeRoot(_ number: Double) -> Double {
    var guess = number / 3 + 1
    for _ in 0..<100 { guess -= (guess * guess * guess - number) / (3 * guess * guess) }
    return guess
}
