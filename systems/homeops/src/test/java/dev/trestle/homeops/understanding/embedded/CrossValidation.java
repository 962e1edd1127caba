package dev.trestle.homeops.understanding.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges rules and features without the held-out split: trains on four fifths of the training
 * households, judges on the rest, five times, and prints the figures and every error. Run its main
 * method with the folder of the messages.
 */
final class CrossValidation {
  private static final int FOLDS = 5;

  private CrossValidation() {}

  public static void main(String[] arguments) throws IOException {
    var data = Path.of(arguments[0]);
    var messages = Corpus.read(data.resolve("train"));
    var calibration = Corpus.read(data.resolve("calibration"));
    var evaluation = new Evaluation();
    for (int fold = 0; fold < FOLDS; fold++) {
      var training = new ArrayList<Corpus.Message>();
      var judged = new ArrayList<Corpus.Message>();
      split(messages, fold, training, judged);
      evaluation.addAll(new EmbeddedUnderstanding(ModelBuild.train(training, calibration)), judged);
    }
    evaluation.print(System.out);
    evaluation.printErrors(System.out);
  }

  private static void split(
      List<Corpus.Message> messages,
      int fold,
      List<Corpus.Message> training,
      List<Corpus.Message> judged) {
    var files = messages.stream().map(message -> message.household().file()).distinct().toList();
    for (var message : messages) {
      boolean inFold = files.indexOf(message.household().file()) % FOLDS == fold;
      (inFold ? judged : training).add(message);
    }
  }
}
