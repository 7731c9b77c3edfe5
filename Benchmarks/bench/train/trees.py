"""Boosted trees (Friedman 2001) of scikit-learn as tables: complete trees, breadth first, left where value <= threshold."""
import numpy as np


def weights(groups, labels):
    """A weight for each row: every label counts as much as another, and of a label groups by the root of their rows."""
    result = np.zeros(len(labels))
    for label in np.unique(labels):
        for name in np.unique(groups[labels == label]):
            chosen = (labels == label) & (groups == name)
            result[chosen] = 1 / np.sqrt(chosen.sum())
        result[labels == label] *= 1 / result[labels == label].sum()
    return result * len(labels) / len(np.unique(labels))


def tables(model):
    """The trees of a GradientBoostingClassifier: (class, (feature, threshold) of each split, leaves)."""
    result = []
    for stage in model.estimators_:
        for label, regressor in zip(model.classes_, stage):
            tree = regressor.tree_
            level, splits = [0], []
            for _ in range(model.max_depth):
                deeper = []
                for node in level:
                    if tree.children_left[node] < 0:
                        splits.append((0, np.inf))
                        deeper += [node, node]
                    else:
                        splits.append((tree.feature[node], tree.threshold[node]))
                        deeper += [tree.children_left[node], tree.children_right[node]]
                level = deeper
            leaves = [tree.value[node][0][0] * model.learning_rate for node in level]
            result.append((int(label), splits, leaves))
    return result


def number(value):
    return ".infinity" if np.isinf(value) else f"{value:.5g}"


def swift(model, name, header):
    """The source of an extension of BoostedTrees with the tables of NAME, after the lines of HEADER."""
    forest = tables(model)
    columns = {"Classes: [UInt8]": [str(tree[0]) for tree in forest],
               "Features: [UInt8]": [str(split[0]) for tree in forest for split in tree[1]],
               "Thresholds: [Float]": [number(split[1]) for tree in forest for split in tree[1]],
               "Leaves: [Float]": [number(leaf) for tree in forest for leaf in tree[2]]}
    lines = [*(f"// {line}".rstrip() for line in header), "", "extension BoostedTrees {",
             "    /// The trained trees, breadth first: class, then splits, then leaves."]
    for column, values in columns.items():
        lines += [f"    static let {name}{column} = [", *wrapped(values), "    ]"]
    return "\n".join(lines + ["}", ""])


def wrapped(items):
    lines, line = [], "       "
    for item in items:
        if len(line) + len(item) + 2 > 118:
            lines.append(line)
            line = "       "
        line += f" {item},"
    return lines + [line]
