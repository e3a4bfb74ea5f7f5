/// Whether two numbers agree to half a unit of the last printed digit.
func near(_ value: Double, _ printed: Double, digits: Int = 6) -> Bool {
    var unit = 0.5
    for _ in 0..<digits { unit /= 10 }
    return abs(value - printed) <= unit * 1.02
}
