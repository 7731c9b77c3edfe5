/// A tile of shapes. Source: Mapbox vector tile specification 2.1.
public struct VectorTile: Sendable {
    /// The kind of a feature's geometry.
    public enum Kind: Sendable, Hashable {
        /// Points.
        case point
        /// Lines.
        case line
        /// Rings, outer ones clockwise on the screen.
        case polygon
    }

    /// The value of a feature's attribute.
    public enum Value: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A number or a truth value.
        case number(Double)
    }

    /// An object on the map.
    public struct Feature: Sendable {
        /// The kind of its geometry.
        public let kind: Kind
        /// Its points, lines or rings, in fractions of the tile's side from its upper left corner. They may extend
        /// beyond the tile.
        public let parts: [[SIMD2<Float>]]
        /// The numbers of its attributes, with alternating keys and values.
        let tags: [Int]
    }

    /// Features with a common purpose.
    public struct Layer: Sendable {
        /// The name, which identifies the purpose in a schema.
        public let name: String
        /// The features, in the order in which they are drawn.
        public let features: [Feature]
        let keys: [String]
        let values: [Value]

        /// Returns an attribute of a feature; `nil` if the feature has none of that name.
        public func value(_ key: String, of feature: Feature) -> Value? {
            for index in stride(from: 0, to: feature.tags.count - 1, by: 2) {
                let (keyNumber, valueNumber) = (feature.tags[index], feature.tags[index + 1])
                if keys.indices.contains(keyNumber), keys[keyNumber] == key {
                    return values.indices.contains(valueNumber) ? values[valueNumber] : nil
                }
            }
            return nil
        }

        /// Returns an attribute that is a text.
        public func text(_ key: String, of feature: Feature) -> String? {
            if case .text(let text)? = value(key, of: feature), !text.isEmpty { return text }
            return nil
        }

        /// Returns an attribute that is a number.
        public func number(_ key: String, of feature: Feature) -> Double? {
            switch value(key, of: feature) {
            case .number(let number)?: number
            case .text(let text)?: Double(text)
            case nil: nil
            }
        }
    }

    /// The layers.
    public let layers: [Layer]
}
