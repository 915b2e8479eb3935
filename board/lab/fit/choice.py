"""A choice among a song's candidates, by the sum of the weighted features of each."""
import numpy as np


def fit(songs, ridge, earlier=None):
    """Logistic regression over all candidates of a song (the conditional logit of McFadden,
    1974) with a ridge, by Newton's method.

    - songs: of each a table of features, a row a candidate, and which rows are right.
    - ridge: what keeps weights small, or near to `earlier` ones, for each song.
    """
    spread = np.concatenate([features for features, _ in songs]).std(0) + 1e-9
    songs = [(features / spread, right / right.sum()) for features, right in songs if right.any()]
    start = np.zeros(len(spread)) if earlier is None else earlier * spread
    weights = start.copy()
    strength = ridge * len(songs)
    for _ in range(50):
        slope = strength * (weights - start)
        curvature = strength * np.eye(len(weights))
        for features, right in songs:
            chances = shares(features @ weights)
            mean = chances @ features
            slope += mean - right @ features
            curvature += (features * chances[:, None]).T @ features - np.outer(mean, mean)
        step = np.linalg.solve(curvature, slope)
        weights -= step / max(1, np.abs(step).max())
        if np.abs(step).max() < 1e-6:
            break
    return weights / spread


def shares(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def rate(songs, weights):
    """The number of songs whose choice is right."""
    return np.mean([right[np.argmax(features @ weights)] for features, right in songs])


def tell(songs, others, weights):
    print(f"  right in {rate(songs, weights):.1%} of the songs,"
          f" in {rate(others, weights):.1%} of others", flush=True)
