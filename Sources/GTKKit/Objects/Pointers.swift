import CGTK

/// How wrappers hand their object to C: GTK's cast macros do not import, so they are said once, here.
///
/// The two casts share a name on purpose: which of GTK's structures are hidden differs from version to version, and
/// the compiler picks the one that the called function takes.
extension UnsafeMutableRawPointer {
    /// Returns the pointer as that of a C structure.
    package func cast<Structure>() -> UnsafeMutablePointer<Structure> { assumingMemoryBound(to: Structure.self) }

    /// Returns the pointer as that of a type whose structure is hidden.
    package func cast() -> OpaquePointer { OpaquePointer(self) }
}

/// Returns a pointer that a constructor of GTK gave, which is never null.
package func made<Structure>(_ pointer: UnsafeMutablePointer<Structure>?) -> UnsafeMutableRawPointer {
    guard let pointer else { preconditionFailure("GTK returned no object from a constructor") }
    return UnsafeMutableRawPointer(pointer)
}

/// Returns a pointer of a hidden type that a constructor of GTK gave, which is never null.
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
