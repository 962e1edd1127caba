package dev.trestle.homeops.understanding.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorpusTest {
  private static final Path DATA =
      Path.of(System.getProperty("trestle.root"), "systems", "homeops", "data");

  /** The names and the bytes of the held-out files, in order. */
  private static final String HELD_OUT =
      "9145501dbc05ff5c8c9dbd766548d1f597dbbd4f15176627d5b3a9292729b7e3";

  @Test
  void there_are_messages_enough_to_train_calibrate_and_judge() throws IOException {
    assertThat(read("train")).hasSizeGreaterThan(19_000);
    assertThat(read("calibration")).hasSizeGreaterThan(3000);
    assertThat(read("heldout")).hasSizeGreaterThan(1200);
  }

  /** Families mostly write about other things; what trains has more reports (decision 70). */
  @Test
  void six_of_ten_messages_that_calibrate_or_judge_say_nothing_to_log() throws IOException {
    assertThat(partOfNone("train")).isGreaterThan(0.4);
    assertThat(partOfNone("calibration")).isGreaterThan(0.59);
    assertThat(partOfNone("heldout")).isGreaterThan(0.59);
  }

  private static double partOfNone(String split) throws IOException {
    var messages = read(split);
    long none = messages.stream().filter(message -> message.labels().isEmpty()).count();
    return (double) none / messages.size();
  }

  /** Whoever changes the split has judged nothing with it: write another one, and judge anew. */
  @Test
  void the_held_out_messages_are_those_that_judged() throws Exception {
    var digest = MessageDigest.getInstance("SHA-256");
    try (var listed = Files.list(DATA.resolve("heldout"))) {
      for (var file : listed.sorted().toList()) {
        digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        digest.update(Files.readAllBytes(file));
      }
    }
    assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(HELD_OUT);
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
