package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.understanding.embedded.Analysis.Finding;
import dev.trestle.homeops.understanding.embedded.Calibration.Sample;
import dev.trestle.platform.crypto.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Trains the model during the build: the classifiers on one split of the messages, the calibration
 * on another. The held-out split is not read here.
 */
final class ModelBuild {
  private ModelBuild() {}

  /**
   * Takes the folder of the messages, the folder of the module's classes, and the file that records
   * what the current model was trained from. A model that is up to date is not trained again.
   */
  public static void main(String[] arguments) throws IOException {
    var data = Path.of(arguments[0]);
    var classes = Path.of(arguments[1]);
    var stamp = Path.of(arguments[2]);
    var file =
        classes.resolve(ModelBuild.class.getPackageName().replace('.', '/'), TrainedModel.FILE);
    var inputs = digest(data, classes);
    if (Files.exists(file) && Files.exists(stamp) && Files.readString(stamp).equals(inputs)) {
      return;
    }
    var model = train(Corpus.read(data.resolve("train")), Corpus.read(data.resolve("calibration")));
    try (var out = Files.newOutputStream(file)) {
      model.write(out);
    }
    Files.writeString(stamp, inputs);
  }

  static TrainedModel train(List<Corpus.Message> messages, List<Corpus.Message> calibration) {
    var lexicon = new Lexicon();
    var familiar = FamiliarWords.of(messages);
    var training = new Training(lexicon, familiar);
    var examples = new UnseenWords(training).added(messages);
    var classifiers = training.classifiers(examples);
    var samples = samples(training, new Analysis(lexicon, classifiers), calibration);
    return new TrainedModel(familiar, classifiers, Calibration.fit(samples));
  }

  static List<Sample> samples(Training training, Analysis analysis, List<Corpus.Message> messages) {
    var samples = new ArrayList<Sample>();
    for (var message : messages) {
      var findings = analysis.of(training.reading(message));
      var done = message.labels().stream().filter(label -> label.type().equals(Training.DONE));
      var reported = done.map(Corpus.Label::activity).toList();
      var found = findings.stream().map(Finding::activity).toList();
      // A report whose activity is mistaken is a report.
      boolean mistaken = !found.containsAll(reported);
      for (var finding : findings) {
        boolean right = mistaken || reported.contains(finding.activity());
        samples.add(new Sample(finding.evidence(), right));
      }
    }
    return samples;
  }

  /** A digest of everything that the model depends on: messages, word lists and code. */
  private static String digest(Path data, Path classes) throws IOException {
    var files = new ArrayList<Path>();
    var root = classes.resolve("dev", "trestle", "homeops");
    for (var folder :
        List.of(
            data.resolve("train"),
            data.resolve("calibration"),
            root.resolve("understanding"),
            root.resolve("text"))) {
      try (var walk = Files.walk(folder)) {
        walk.filter(Files::isRegularFile)
            .filter(file -> !file.endsWith(TrainedModel.FILE))
            .sorted()
            .forEach(files::add);
      }
    }
    var digest = Sha256.digest();
    for (var file : files) {
      digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(file));
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
