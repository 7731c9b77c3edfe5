import GTKKit
import ViewerModel

extension Widget {
    /// The factor by which the desktop's text is larger than usual; 1 for smaller text.
    var textScale: Double { max(1, fontSize / WindowLayout.usualFontSize) }

    /// Returns a length in pixels that holds text, for the desktop's size of text.
    func scaled(_ pixels: Int) -> Int { Int((Double(pixels) * textScale).rounded(.up)) }
}
