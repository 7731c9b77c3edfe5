extension StrideModel.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "constant", \.constant, title: "Stride constant", unit: "m s", range: 0.1...1,
            meaning: "Metres a step at one step a second.", source: "walk ratio, Sekiya et al. 1996")
    ]
}
