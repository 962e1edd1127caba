package dev.trestle.homeops.understanding.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Converts the scores of classifiers and grammar to a calibrated probability: of a hundred acts
 * with confidence 0.9, ninety are right. A logistic regression with five weights, fitted on a split
 * that the classifiers have not seen.
 */
final class Calibration {
  private static final int STEPS = 3000;
  private static final double RATE = 0.5;
  private static final double SMALLEST = 1e-3;

  /** The inputs of the confidence. */
  record Evidence(double reported, double activity, boolean known, boolean plain) {
    private double[] inputs() {
      double odds = reported / (1 - reported + 1e-9) + 1e-9;
      return new double[] {
        1, StrictMath.log(odds), known ? 1 : 0, StrictMath.log(activity + SMALLEST), plain ? 1 : 0
      };
    }
  }

  /** Evidence and whether the act was there. */
  record Sample(Evidence evidence, boolean right) {}

  private static final int INPUTS = 5;

  private final double[] weights;

  private Calibration(double[] weights) {
    this.weights = weights;
  }

  double confidence(Evidence evidence) {
    return logistic(weights, evidence.inputs());
  }

  private static double logistic(double[] weights, double[] inputs) {
    double sum = 0;
    for (int i = 0; i < INPUTS; i++) {
      sum += weights[i] * inputs[i];
    }
    return 1 / (1 + StrictMath.exp(-sum));
  }

  static Calibration fit(List<Sample> samples) {
    var inputs = samples.stream().map(sample -> sample.evidence().inputs()).toList();
    var weights = new double[INPUTS];
    for (int step = 0; step < STEPS; step++) {
      var slope = new double[INPUTS];
      for (int s = 0; s < samples.size(); s++) {
        double error = logistic(weights, inputs.get(s)) - (samples.get(s).right() ? 1 : 0);
        for (int i = 0; i < INPUTS; i++) {
          slope[i] += error * inputs.get(s)[i];
        }
      }
      for (int i = 0; i < INPUTS; i++) {
        weights[i] -= RATE * slope[i] / samples.size();
      }
    }
    return new Calibration(weights);
  }

  void write(DataOutputStream out) throws IOException {
    for (double weight : weights) {
      out.writeDouble(weight);
    }
  }

  static Calibration read(DataInputStream in) throws IOException {
    var weights = new double[INPUTS];
    for (int i = 0; i < INPUTS; i++) {
      weights[i] = in.readDouble();
    }
    return new Calibration(weights);
  }
}
