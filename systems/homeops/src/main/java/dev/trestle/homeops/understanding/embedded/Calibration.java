package dev.trestle.homeops.understanding.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;

/**
 * Converts the scores of classifiers and grammar to a calibrated probability that an act was
 * reported: of a hundred acts with confidence 0.9, ninety are there. A logistic regression, fitted
 * by Newton's method on a split that the classifiers have not seen.
 */
final class Calibration {
  private static final int STEPS = 30;

  /** Holds the weights near zero where the samples say little. */
  private static final double RIDGE = 1;

  private static final double SMALLEST = 1e-3;
  private static final double SUREST = 1e-6;

  /**
   * The inputs of the confidence.
   *
   * @param reported the probability of a report, from words and grammar
   * @param byGrammar the same from grammar alone
   * @param byMessage the same from the words of the whole message
   * @param activity the probability of the activity
   */
  record Evidence(
      double reported,
      double byGrammar,
      double byMessage,
      double activity,
      boolean known,
      boolean plain) {
    private double[] inputs() {
      return new double[] {
        1,
        odds(reported),
        odds(byGrammar),
        odds(byMessage),
        StrictMath.log(activity + SMALLEST),
        known ? 1 : 0,
        plain ? 1 : 0
      };
    }

    private static double odds(double probability) {
      double bounded = Math.clamp(probability, SUREST, 1 - SUREST);
      return StrictMath.log(bounded / (1 - bounded));
    }
  }

  /** Evidence and whether the act was there. */
  record Sample(Evidence evidence, boolean right) {}

  private static final int INPUTS = 7;

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
      var curve = new double[INPUTS][INPUTS];
      for (int i = 0; i < INPUTS; i++) {
        slope[i] = i == 0 ? 0 : RIDGE * weights[i];
        curve[i][i] = RIDGE;
      }
      for (int s = 0; s < samples.size(); s++) {
        add(inputs.get(s), samples.get(s).right(), weights, slope, curve);
      }
      var change = solve(curve, slope);
      for (int i = 0; i < INPUTS; i++) {
        weights[i] -= change[i];
      }
    }
    return new Calibration(weights);
  }

  private static void add(
      double[] inputs, boolean right, double[] weights, double[] slope, double[][] curve) {
    double said = logistic(weights, inputs);
    double error = said - (right ? 1 : 0);
    for (int i = 0; i < INPUTS; i++) {
      slope[i] += error * inputs[i];
      for (int j = 0; j < INPUTS; j++) {
        curve[i][j] += said * (1 - said) * inputs[i] * inputs[j];
      }
    }
  }

  /** Solves a system of equations whose matrix is positive definite. */
  private static double[] solve(double[][] matrix, double[] right) {
    for (int pivot = 0; pivot < INPUTS; pivot++) {
      for (int row = pivot + 1; row < INPUTS; row++) {
        double factor = matrix[row][pivot] / matrix[pivot][pivot];
        for (int column = pivot; column < INPUTS; column++) {
          matrix[row][column] -= factor * matrix[pivot][column];
        }
        right[row] -= factor * right[pivot];
      }
    }
    var solution = new double[INPUTS];
    for (int row = INPUTS - 1; row >= 0; row--) {
      double sum = right[row];
      for (int column = row + 1; column < INPUTS; column++) {
        sum -= matrix[row][column] * solution[column];
      }
      solution[row] = sum / matrix[row][row];
    }
    return solution;
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
