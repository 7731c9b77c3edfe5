"""Tests of the references, the judgement, the table of uses and the pages: python3 -m unittest, in this folder. Needs numpy."""
import json
import os
import tempfile
import unittest

import numpy as np

from bench import data, final, page
from bench.odographctl import held
from bench.plane import Carrier
from bench.position import figures, recordings
from bench.position.filters import accuracies, constant_velocity
from bench.position.verdict import judge, worse
from bench.sets import Sets


def row(**changes):
    """A cell in which everything is right."""
    return {"receiver": "ideal", "raw": 5.0, "straight": 5.0, "rawSpeed": 0.2, "plainLive": 1.0, "plainSaved": 0.8,
            "plainSpeed": 0.1, "plainWay": 1000.0, "plainFastest": 2.0, "way": 1000.0, "fastest": 2.0, "live": 1.0, "saved": 0.8,
            "coverLive": 0.95, "coverSaved": 0.95, "refused": 0.0, "nis": 2.0, "distance": 1000.0, "top": 2.0,
            "speed": 0.1} | changes


class References(unittest.TestCase):
    def test_the_plain_filter_is_a_kalman_filter_with_its_smoother(self):
        random = np.random.default_rng(1)
        count, lanes = 40, 3
        times = np.cumsum(random.uniform(0.5, 2, (count, lanes)), 0)
        places, velocity = random.normal(0, 5, (count, lanes, 2)), random.normal(0, 1, (count, lanes, 2))
        places[7, 1] = velocity[9, 2] = np.nan
        sigma = random.uniform(2, 6, (count, lanes))
        filtered, smoothed = constant_velocity(times, places, velocity, sigma, 0.7)
        for lane in range(lanes):
            wanted = self.by_matrices(times[:, lane], places[:, lane], velocity[:, lane], sigma[:, lane], 0.7)
            np.testing.assert_allclose(filtered[:, lane], wanted[0], atol=1e-9)
            np.testing.assert_allclose(smoothed[:, lane], wanted[1], atol=1e-9)

    @staticmethod
    def by_matrices(times, places, velocity, sigma, process):
        covariance, state = np.diag([sigma[0] ** 2, 25.0]), np.stack([places[0], np.zeros(2)])
        steps, kept = [], []
        for i, time in enumerate(times):
            dt = time - times[i - 1] if i else 0.0
            move = np.array([[1, dt], [0, 1]])
            state = move @ state
            noise = process * np.array([[dt ** 3 / 3, dt * dt / 2], [dt * dt / 2, dt]])
            covariance = move @ covariance @ move.T + noise
            foreseen = (state, covariance)
            seen = [(part, value, size) for part, value, size in
                    (([1, 0], places[i], sigma[i] ** 2), ([0, 1], velocity[i], 0.04))
                    if not np.isnan(value).any() and (i or part[1])]
            if seen:
                parts, values = np.array([s[0] for s in seen], float), np.array([s[1] for s in seen])
                gain = covariance @ parts.T @ np.linalg.inv(parts @ covariance @ parts.T + np.diag([s[2] for s in seen]))
                state, covariance = state + gain @ (values - parts @ state), covariance - gain @ parts @ covariance
            steps.append((state, covariance, move, *foreseen))
            kept.append(state.T)
        best = [steps[-1][0]]
        for (state, covariance, *_), (_, _, move, foreseen, spread) in zip(steps[-2::-1], steps[:0:-1]):
            best.append(state + covariance @ move.T @ np.linalg.inv(spread) @ (best[-1] - foreseen))
        return np.array(kept), np.array([state.T for state in best[::-1]])

    def test_an_accuracy_is_stated_derived_or_assumed(self):
        np.testing.assert_allclose(accuracies(np.array([3, np.nan, np.nan]), np.array([1, 2, np.nan])), [3, 10, 5])


class Measures(unittest.TestCase):
    def setUp(self):
        times = np.arange(0, 101.0)
        self.carrier = Carrier(times, 50 + times * 1e-5, np.full(101, 10.0))
        fixes = data.arrays(times, 50 + times * 1e-5, np.full(101, 10.0))
        self.session = figures.Session(fixes, self.carrier, lambda t: np.full(len(t), 1.1))

    def test_a_plane_under_a_track_keeps_metres(self):
        self.assertAlmostEqual(self.carrier.length(0, 100), 111.2, delta=0.3)
        place = self.carrier.plane(np.array([50.0]), np.array([50.0005]), np.array([10.0001]))
        self.assertAlmostEqual(float(figures.lengths(place - self.carrier.at(np.array([50.0])))[0]), 7.17, delta=0.02)

    def test_a_place_held_is_wrong_by_the_way_made_since(self):
        stays = np.tile(self.carrier.at(np.array([60.0])), (101, 1))
        errors = figures.lengths(stays - self.carrier.at(self.session.times))
        self.assertAlmostEqual(errors[100], 44.5, delta=0.2)
        np.testing.assert_array_equal(held(np.array([1.0, 3.0]), np.array([5.0, 6.0]), [1.0, 2.9, 3.0]), [5, 5, 6])

    def test_gaps_are_judged_every_second(self):
        np.testing.assert_array_equal(figures.judged(np.array([0.0, 1, 5])), [0, 1, 2, 3, 4, 5])

    def test_a_line_is_left_by_the_distance_to_its_nearest_segment(self):
        line = np.array([[0.0, 0], [10, 0], [10, 10]])
        np.testing.assert_allclose(recordings.off(np.array([[5.0, 2], [12, 5], [-3, 4]]), line), [2, 2, 5])


class Judgement(unittest.TestCase):
    def test_what_is_right_is_not_bold(self):
        self.assertEqual(judge(row()), set())

    def test_each_figure_becomes_bold_by_itself(self):
        for key, value in {"live": 1.06, "saved": 0.85, "speed": 0.12, "distance": 1060.0, "top": 2.2, "coverLive": 0.87,
                           "coverSaved": 0.985, "nis": 4.1, "refused": 0.02}.items():
            self.assertEqual(judge(row(**{key: value})), {key})

    def test_a_missing_figure_is_bold_but_for_the_fastest_at_rest(self):
        self.assertEqual(judge(row(live=None)), {"live"})
        self.assertEqual(judge(row(top=None)), {"top"})
        self.assertEqual(judge(row(top=None, fastest=0.0)), set())

    def test_cells_are_counted_once(self):
        sentence = worse([row(), row(live=2.0, saved=2.0), row(nis=9.0)])
        self.assertTrue(sentence.startswith("1 of 3 cells"), sentence)


class Uses(unittest.TestCase):
    def test_the_table_is_whole(self):
        sets = Sets()
        self.assertTrue(all(group["use"] in sets.uses for group in sets.groups))
        self.assertEqual(len({group["name"] for group in sets.groups}), len(sets.groups))
        self.assertEqual(sets.use("phone-sensorlogger-car/x.csv.gz"), "tuning")
        self.assertEqual(sets.use("comma2k19-minute/Example_1/a/b"), "final")

    def test_a_file_without_a_use_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "new.gpx"), "w").close()
            wrong, _ = Sets().check(folder)
            self.assertIn("new.gpx has no use", wrong)
        with self.assertRaises(SystemExit):
            Sets().use("new.gpx")

    def test_the_end_is_measured_once_per_commit(self):
        commit = page.git("rev-parse", "--short=10", "HEAD")
        if not commit:
            self.skipTest("not a git checkout")
        with tempfile.NamedTemporaryFile("w", suffix=".md") as file:
            file.write(json.dumps(f"commit {commit}"))
            file.flush()
            self.assertIn("was measured before", final.earlier(file.name, f"commit {commit}"))
            self.assertIsNone(final.earlier(file.name, "commit 0123456789"))


class Pages(unittest.TestCase):
    def test_a_section_is_replaced_and_the_text_around_it_stays(self):
        with tempfile.NamedTemporaryFile("w+", suffix=".md") as file:
            file.write("# Title\n")
            file.flush()
            page.put("a", page.grid({"x": {"n": 1, "share": 0.5}}), "measure a", file.name)
            page.put("b", page.grid({"y": {"n": 2}}), "measure b", file.name)
            page.put("a", page.grid({"x": {"n": 3}}), "measure a", file.name)
            with open(file.name) as read:
                text = read.read()
            self.assertEqual(page.rows_of("a", file.name), [["x", "3"]])
            self.assertEqual(page.rows_of("b", file.name), [["y", "2"]])
        self.assertTrue(text.startswith("# Title\n") and text.count("commit") == 2, text)


if __name__ == "__main__":
    unittest.main()
