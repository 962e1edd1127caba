package dev.trestle.homeops.understanding.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The labelled messages of one split. A file holds one household: its members, the time at which it
 * is read, and messages below lines with their labels.
 *
 * <pre>
 * = diskning | sopor          two acts of the sender
 * = tvätt -1 @Anna !high      Anna's, yesterday, and heavy
 * = promise diskning          likewise question; correction and none name no activity
 * </pre>
 */
final class Corpus {
  /**
   * One act in a message.
   *
   * @param type act, promise, question or correction
   * @param activity empty for a correction
   * @param member the member's name, if it is not the sender
   * @param day how many days it is from the day of the message
   */
  record Label(
      String type, String activity, Optional<String> member, int day, Optional<String> effort) {}

  /** A message with its labels; one without is none. */
  record Message(Household household, String text, List<Label> labels) {}

  /** The household of a file. */
  record Household(String file, List<String> members, LocalDateTime now) {}

  private Corpus() {}

  static List<Message> read(Path folder) throws IOException {
    var messages = new ArrayList<Message>();
    try (var files = Files.list(folder)) {
      for (var file : files.sorted().toList()) {
        readFile(file, messages);
      }
    }
    return messages;
  }

  private static void readFile(Path file, List<Message> messages) throws IOException {
    var members = List.<String>of();
    var now = LocalDateTime.MIN;
    var labels = List.<Label>of();
    for (var line : Files.readAllLines(file)) {
      if (line.startsWith("members: ")) {
        members = List.of(line.substring("members: ".length()).split(", ", -1));
      } else if (line.startsWith("now: ")) {
        now = LocalDateTime.parse(line.substring("now: ".length()));
      } else if (line.startsWith("= ")) {
        labels = labels(line.substring(2));
      } else if (!line.isBlank() && !line.startsWith("#") && !line.startsWith("language: ")) {
        messages.add(
            new Message(new Household(file.getFileName().toString(), members, now), line, labels));
      }
    }
  }

  private static List<Label> labels(String line) {
    if (line.equals("none")) {
      return List.of();
    }
    var labels = new ArrayList<Label>();
    for (var act : line.split(" \\| ", -1)) {
      labels.add(label(act.split(" ", -1)));
    }
    return labels;
  }

  private static Label label(String[] words) {
    var type = "act";
    var activity = "";
    var member = Optional.<String>empty();
    var effort = Optional.<String>empty();
    int day = 0;
    for (var word : words) {
      switch (word.charAt(0)) {
        case '@' -> member = Optional.of(word.substring(1).toLowerCase(Locale.ROOT));
        case '!' -> effort = Optional.of(word.substring(1));
        case '-' -> day = Integer.parseInt(word);
        default -> {
          if (List.of("promise", "question", "correction").contains(word)) {
            type = word;
          } else {
            activity = word;
          }
        }
      }
    }
    return new Label(type, activity, member, day, effort);
  }
}
