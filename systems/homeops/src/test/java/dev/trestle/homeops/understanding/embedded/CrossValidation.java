package dev.trestle.homeops.understanding.embedded;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Judges rules and features without the held-out split: trains on the training households, judges
 * each calibration household with a calibration fitted to the others, and prints the figures and
 * every error. Run its main method with the folder of the messages.
 */
final class CrossValidation {
  private CrossValidation() {}

  public static void main(String[] arguments) throws IOException {
    var data = Path.of(arguments[0]);
    var messages = Corpus.read(data.resolve("calibration"));
    var model = ModelBuild.train(Corpus.read(data.resolve("train")), messages);
    var lexicon = new Lexicon();
    var training = new Training(lexicon, model.familiar());
    var analysis = new Analysis(lexicon, model.classifiers());
    var evaluation = new Evaluation();
    for (var file : messages.stream().map(m -> m.household().file()).distinct().toList()) {
      var judged = messages.stream().filter(m -> m.household().file().equals(file)).toList();
      var others = messages.stream().filter(m -> !m.household().file().equals(file)).toList();
      var calibration = Calibration.fit(ModelBuild.samples(training, analysis, others));
      var calibrated = new TrainedModel(model.familiar(), model.classifiers(), calibration);
      evaluation.addAll(new EmbeddedUnderstanding(calibrated), judged);
    }
    evaluation.print(System.out);
    evaluation.printErrors(System.out);
  }
}
