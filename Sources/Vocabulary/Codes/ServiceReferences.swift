/// A point of the talk on application services, as the fact sheet on networks numbers them in section 0.
public enum ServicePoint: Int, Hashable, Sendable, CaseIterable {
    case p1 = 1
    case p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19
}

/// A case of that sheet, section 9.
public enum ServiceCase: Int, Hashable, Sendable, CaseIterable {
    case c1 = 1
    case c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19
    case c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36
}
