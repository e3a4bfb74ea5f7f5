@usableFromInline func saturatingSum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min : .max) : sum
}

@usableFromInline func saturatingDifference(_ left: Int64, _ right: Int64) -> Int64 {
    let (difference, overflow) = left.subtractingReportingOverflow(right)
    return overflow ? (right < 0 ? .max : .min) : difference
}

@usableFromInline func saturatingProduct(_ left: Int64, _ right: Int64) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
}

/// A rounded value that never traps: what does not fit becomes the nearest end, not-a-number becomes 0.
func clamped(_ value: Double) -> Int64 {
    guard !value.isNaN else { return 0 }
    if value >= 9.2e18 { return .max }
    if value <= -9.2e18 { return .min }
    return Int64(value.rounded())
}

/// A number with a fixed count of decimal places, the same on every machine and locale.
public func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "not a number" }
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = clamped(value * Double(scale))
    let magnitude = scaled.magnitude
    let sign = scaled < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(magnitude)" }
    let fraction = String(magnitude % UInt64(scale))
    let padding = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(magnitude / UInt64(scale)).\(padding)\(fraction)"
}
