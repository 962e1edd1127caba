package dev.trestle.homeops.understanding.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorpusTest {
  private static final Path DATA =
      Path.of(System.getProperty("trestle.root"), "systems", "homeops", "data");

  @Test
  void there_are_messages_enough_to_train_calibrate_and_judge() throws IOException {
    assertThat(read("train")).hasSizeGreaterThan(3000);
    assertThat(read("calibration")).hasSizeGreaterThan(500);
    assertThat(read("heldout")).hasSizeGreaterThan(600);
  }

  @Test
  void every_split_has_messages_that_say_nothing_to_log() throws IOException {
    for (var split : List.of("train", "calibration", "heldout")) {
      var none = read(split).stream().filter(message -> message.labels().isEmpty()).count();
      assertThat(none).as(split).isGreaterThan(read(split).size() / 5);
    }
  }

  @Test
  void no_household_is_in_two_splits() throws IOException {
    var files = new HashSet<>(households("train"));
    files.retainAll(households("heldout"));
    assertThat(files).isEmpty();
    files.addAll(households("calibration"));
    files.retainAll(households("heldout"));
    assertThat(files).isEmpty();
  }

  @Test
  void few_held_out_messages_are_also_trained_on() throws IOException {
    var trained = texts("train");
    trained.addAll(texts("calibration"));
    var heldOut = texts("heldout");
    int all = heldOut.size();
    heldOut.retainAll(trained);
    assertThat(heldOut.size()).as("held-out messages that are trained on").isLessThan(all / 20);
  }

  private static List<Corpus.Message> read(String split) throws IOException {
    return Corpus.read(DATA.resolve(split));
  }

  private static Set<String> households(String split) throws IOException {
    var files = new HashSet<String>();
    for (var message : read(split)) files.add(message.household().file());
    return files;
  }

  private static Set<String> texts(String split) throws IOException {
    var texts = new HashSet<String>();
    for (var message : read(split)) texts.add(message.text().strip().toLowerCase(Locale.ROOT));
    return texts;
  }
}
