import CGTK

/// Pointer conversions for C calls, needed because Swift does not import GTK's cast macros.
///
/// Both casts deliberately share a name: which GTK structures are opaque depends on the version, and the compiler
/// selects the cast that the called function accepts.
extension UnsafeMutableRawPointer {
    /// Returns the pointer with the type of a C structure.
    package func cast<Structure>() -> UnsafeMutablePointer<Structure> { assumingMemoryBound(to: Structure.self) }

    /// Returns the pointer with the type of an opaque C structure.
    package func cast() -> OpaquePointer { OpaquePointer(self) }
}

/// Returns the pointer from a GTK constructor, which is never null.
package func made<Structure>(_ pointer: UnsafeMutablePointer<Structure>?) -> UnsafeMutableRawPointer {
    guard let pointer else { preconditionFailure("GTK returned no object from a constructor") }
    return UnsafeMutableRawPointer(pointer)
}

/// Returns the pointer to an opaque type from a GTK constructor, which is never null.
package func made(_ pointer: OpaquePointer?) -> UnsafeMutableRawPointer {
    guard let pointer else { preconditionFailure("GTK returned no object from a constructor") }
    return UnsafeMutableRawPointer(pointer)
}

/// Runs the body with an array of C strings that ends with a null pointer; they are freed after it.
package func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let list: [UnsafePointer<CChar>?] = texts.map { UnsafePointer(g_strdup($0)) } + [nil]
    defer { for text in list { g_free(UnsafeMutableRawPointer(mutating: text)) } }
    return body(list)
}
