import Localization
import ViewerModel

/// Returns text with a count, in the user's language and in the plural form for the number, whose digits are grouped
/// as in the other texts of the window. `{1}` is the number; `{2}` is the argument.
package func localizedCount(_ one: String, _ many: String, _ count: Int, _ argument: String = "") -> String {
    localizedCount(one, many, count, argument, written: countText)
}
