package dev.trestle.homeops.understanding.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A linear classifier with one weight for each feature and class. */
final class Softmax {
  /** The maximum number of classes in a model. */
  private static final int CLASSES_MAX = 1000;

  private final List<String> classes;
  private final float[] weights;

  /**
   * A classifier.
   *
   * @param weights those of one feature lie side by side
   */
  Softmax(List<String> classes, float[] weights) {
    this.classes = List.copyOf(classes);
    this.weights = weights;
  }

  List<String> classes() {
    return classes;
  }

  /** The probability of each class. */
  double[] probabilities(FeatureVector features) {
    int count = classes.size();
    var scores = new double[count];
    for (int i = 0; i < features.size(); i++) {
      int row = features.index(i) * count;
      float value = features.value(i);
      for (int c = 0; c < count; c++) {
        scores[c] += weights[row + c] * value;
      }
    }
    normalise(scores);
    return scores;
  }

  double probability(String name, FeatureVector features) {
    return probabilities(features)[classes.indexOf(name)];
  }

  static void normalise(double[] scores) {
    double max = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      max = Math.max(max, score);
    }
    double sum = 0;
    for (int c = 0; c < scores.length; c++) {
      scores[c] = StrictMath.exp(scores[c] - max);
      sum += scores[c];
    }
    for (int c = 0; c < scores.length; c++) {
      scores[c] /= sum;
    }
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(classes.size());
    for (var name : classes) {
      out.writeUTF(name);
    }
    out.writeInt(weights.length);
    var bytes = ByteBuffer.allocate(weights.length * Float.BYTES);
    bytes.asFloatBuffer().put(weights);
    out.write(bytes.array());
  }

  static Softmax read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 1 || count > CLASSES_MAX) {
      throw new IOException("not a model");
    }
    var classes = new ArrayList<String>();
    for (int i = 0; i < count; i++) {
      classes.add(in.readUTF());
    }
    int length = in.readInt();
    if (length != count * FeatureVector.BUCKETS) {
      throw new IOException("not a model");
    }
    var weights = new float[length];
    var bytes = new byte[length * Float.BYTES];
    in.readFully(bytes);
    ByteBuffer.wrap(bytes).asFloatBuffer().get(weights);
    return new Softmax(classes, weights);
  }
}
