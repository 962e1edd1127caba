package dev.trestle.homeops.understanding;

import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.text.FoldedWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The activities that every household starts with. A household's aliases can name others. */
public final class Vocabulary {
  /**
   * An activity.
   *
   * @param name its canonical name, which keys and APIs use
   */
  public record Entry(String name, Kind kind, Effort effort, String swedish, String english) {}

  private static final List<String> DEFINITE = List.of("en", "n", "et", "t", "na");

  private static final Map<String, Entry> ENTRIES = read();

  private Vocabulary() {}

  public static List<Entry> entries() {
    return List.copyOf(ENTRIES.values());
  }

  public static Optional<Entry> of(String activity) {
    return Optional.ofNullable(ENTRIES.get(activity));
  }

  /** The activity that people call so, also in its definite form. */
  public static Optional<String> named(String text) {
    var wanted = String.join(" ", FoldedWords.of(text));
    return ENTRIES.values().stream()
        .filter(entry -> isNamed(entry, wanted))
        .map(Entry::name)
        .findFirst();
  }

  private static boolean isNamed(Entry entry, String wanted) {
    return List.of(entry.name(), entry.swedish(), entry.english()).stream()
        .map(name -> String.join(" ", FoldedWords.of(name)))
        .anyMatch(name ->
            wanted.equals(name)
                || wanted.equals("the " + name)
                || DEFINITE.stream().anyMatch(ending -> wanted.equals(name + ending)));
  }

  /** Work or rest; an activity of the household's own is work. */
  public static Kind kindOf(String activity) {
    return of(activity).map(Entry::kind).orElse(Kind.chore);
  }

  /** The usual effort of an activity. */
  public static Effort effortOf(String activity) {
    return of(activity).map(Entry::effort).orElse(Effort.medium);
  }

  /** The words for an activity. */
  public static String say(String activity, HouseholdLanguage language) {
    return of(activity)
        .map(entry -> language.pick(entry.swedish(), entry.english()))
        .orElse(activity);
  }

  private static Map<String, Entry> read() {
    try (var in = Vocabulary.class.getResourceAsStream("activities.txt")) {
      if (in == null) {
        throw new IllegalStateException("no list of activities");
      }
      var entries = new LinkedHashMap<String, Entry>();
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(Vocabulary::entry)
          .forEach(entry -> entries.put(entry.name(), entry));
      return Collections.unmodifiableMap(entries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Entry entry(String line) {
    var columns = line.split(" \\| ", -1);
    var first = columns[0].split(" ", -1);
    return new Entry(
        first[0], Kind.valueOf(first[1]), Effort.valueOf(first[2]), columns[1], columns[2]);
  }
}
