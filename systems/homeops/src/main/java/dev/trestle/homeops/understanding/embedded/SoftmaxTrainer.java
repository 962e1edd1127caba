package dev.trestle.homeops.understanding.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Trains a classifier with AdaGrad. Each time an example is seen, half of its features are hidden
 * (dropout): otherwise the words of the training messages explain everything, and grammar, which is
 * all that an unfamiliar message has, learns too little. The weights are averaged over the last
 * half of the epochs, which makes them depend less on the order of the examples. That order comes
 * from a fixed seed and all functions are strict, so the same examples give the same weights on
 * every machine.
 */
final class SoftmaxTrainer {
  private static final long SEED = 20260311;
  private static final float RATE = 0.1f;
  private static final float EPSILON = 1e-6f;
  private static final float KEPT = 0.5f;

  /** An example with the class it belongs to. */
  record Example(FeatureVector features, String label) {}

  private SoftmaxTrainer() {}

  static Softmax train(List<Example> examples, int epochs, float decay) {
    var classes = examples.stream().map(Example::label).distinct().sorted().toList();
    var weights = new float[FeatureVector.BUCKETS * classes.size()];
    var squares = new float[weights.length];
    Arrays.fill(squares, EPSILON);
    var model = new Softmax(classes, weights);
    var order = new ArrayList<>(examples);
    var random = new Random(SEED);
    var sum = new float[weights.length];
    int averaged = epochs / 2;
    for (int epoch = 0; epoch < epochs; epoch++) {
      Collections.shuffle(order, random);
      for (var example : order) {
        var thinned = example.features().thinned(KEPT, random);
        step(model, thinned, example.label(), weights, squares, decay);
      }
      if (epoch >= epochs - averaged) {
        for (int i = 0; i < sum.length; i++) {
          sum[i] += weights[i] / averaged;
        }
      }
    }
    return new Softmax(classes, sum);
  }

  private static void step(
      Softmax model,
      FeatureVector features,
      String label,
      float[] weights,
      float[] squares,
      float decay) {
    var gradient = model.probabilities(features);
    gradient[model.classes().indexOf(label)] -= 1;
    int count = gradient.length;
    for (int i = 0; i < features.size(); i++) {
      int row = features.index(i) * count;
      float value = features.value(i);
      for (int c = 0; c < count; c++) {
        float slope = (float) gradient[c] * value + decay * weights[row + c];
        squares[row + c] += slope * slope;
        weights[row + c] -= RATE * slope / (float) StrictMath.sqrt(squares[row + c]);
      }
    }
  }
}
