package dev.trestle.homeops.understanding.embedded;

import java.util.Arrays;
import java.util.Random;

/** Hashed features of one candidate, each with a weight. */
final class FeatureVector {
  /** The number of buckets that features are hashed into, a power of two. */
  static final int BUCKETS = 1 << 17;

  private static final int SEED = 0x811C9DC5;
  private static final int PRIME = 0x01000193;

  private int[] indices = new int[256];
  private float[] values = new float[256];
  private int size;

  void add(String feature, float value) {
    add(hash(feature, 0, feature.length(), SEED), value);
  }

  /** Adds a part of a text under a prefix, without making a string of it. */
  void add(char prefix, CharSequence text, int from, int to, float value) {
    add(hash(text, from, to, (SEED ^ prefix) * PRIME), value);
  }

  private void add(int hash, float value) {
    int mixed = hash ^ (hash >>> 15);
    append(mixed & (BUCKETS - 1), value);
  }

  private void append(int index, float value) {
    if (size == indices.length) {
      indices = Arrays.copyOf(indices, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    indices[size] = index;
    values[size++] = value;
  }

  private static int hash(CharSequence text, int from, int to, int seed) {
    int hash = seed;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    return hash;
  }

  /** A copy without some of the features, the others weighing more. */
  FeatureVector thinned(float kept, Random random) {
    var thin = new FeatureVector();
    for (int i = 0; i < size; i++) {
      if (random.nextFloat() < kept) {
        thin.append(indices[i], values[i] / kept);
      }
    }
    return thin;
  }

  int size() {
    return size;
  }

  int index(int at) {
    return indices[at];
  }

  float value(int at) {
    return values[at];
  }
}
