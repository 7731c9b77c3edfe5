"""Boosted trees (Friedman 2001) of scikit-learn as tables: complete trees, breadth first, left where value <= threshold."""
import zlib

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


def file(model, report):
    """The file of BoostedTrees with the trees of a model, after the lines of REPORT (Sources/FusionCore/Decision)."""
    forest = tables(model)
    splits = [split for tree in forest for split in tree[1]]
    columns = [np.array(values, kind).tobytes() for kind, values in (
        ("u1", [tree[0] for tree in forest]), ("u1", [split[0] for split in splits]),
        ("<f4", [split[1] for split in splits]), ("<f4", [leaf for tree in forest for leaf in tree[2]]))]
    content = "\n".join(["odograph trees 1", *report]).encode() + b"\0" + b"".join(columns)
    return content + zlib.crc32(content).to_bytes(4, "little")
