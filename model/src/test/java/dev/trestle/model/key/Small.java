package dev.trestle.model.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.gen.Gen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Templates so small that all their keys can be written down, over characters that clash. */
final class Small {
  /** An enum to give codes to. */
  enum Light {
    RED,
    AMBER,
    GREEN
  }

  /** A part and all its values. */
  record Whole(Part<?> part, List<?> values) {}

  /** A template and all values of each of its parts. */
  record Sample(KeyTemplate template, List<Whole> parts) {
    /** Each row of values. */
    void rows(Consumer<Object[]> each) {
      rows(new Object[parts.size()], 0, each);
    }

    private void rows(Object[] row, int at, Consumer<Object[]> each) {
      if (at == row.length) {
        each.accept(row.clone());
        return;
      }
      for (var value : parts.get(at).values()) {
        row[at] = value;
        rows(row, at + 1, each);
      }
    }

    List<Object[]> rows() {
      var rows = new ArrayList<Object[]>();
      rows(rows::add);
      return rows;
    }

    /** In the form in which a counterexample names them. */
    String reading(Object[] row) {
      var values = new ArrayList<String>();
      for (int i = 0; i < row.length; i++) {
        values.add(parts.get(i).part().name() + "=" + textOf(parts.get(i).part(), row[i]));
      }
      return String.join(", ", values);
    }

    @Override
    public String toString() {
      return template + " with " + parts.stream().map(p -> p.part() + " of " + p.values()).toList();
    }
  }

  /** The order of values: texts as their bytes, all else as Java has it. */
  static final Comparator<Object> VALUES =
      (a, b) ->
          switch (a) {
            case String text -> compare(text, (String) b);
            case Long number -> number.compareTo((Long) b);
            case Light light -> light.compareTo((Light) b);
            default -> throw new IllegalArgumentException(a.toString());
          };

  private static final List<Integer> CHARACTERS =
      List.of((int) 'a', (int) 'b', (int) '#', (int) '1', (int) '~', 0xE5, 0xFFFD, 0x1F600);

  /** Mostly those that literals have too: others clash with nothing. */
  private static final Gen<Alphabet> ALPHABETS =
      Gen.frequency(
              Gen.weighted(6, Gen.of((int) 'a', (int) '#')), Gen.weighted(2, Gen.of(CHARACTERS)))
          .list(1, 3)
          .map(list -> list.stream().map(Alphabet::only).reduce(Alphabet::with).orElseThrow());

  private static final List<List<String>> CODES =
      List.of(
          List.of("a", "b", "1"),
          List.of("aa", "ab", "b"),
          List.of("#", "a#", "b#"),
          List.of("b", "a", "#1"));

  private Small() {}

  static int compare(String a, String b) {
    return Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
  }

  static <T> String textOf(Part<T> part, Object value) {
    return part.text(part.type().cast(value));
  }

  static Gen<Sample> samples(int partsMax) {
    return choices -> {
      var parts = new ArrayList<Whole>();
      var pattern = new StringBuilder(literals().from(choices));
      int count = Gen.ints(1, partsMax).from(choices);
      for (int i = 0; i < count; i++) {
        var part = whole("p" + i, count > 2 ? 2 : 3).from(choices);
        parts.add(part);
        pattern.append(part.part()).append(literals().from(choices));
      }
      var all = parts.stream().map(Whole::part).toArray(Part<?>[]::new);
      return new Sample(KeyTemplate.unproven(pattern.toString(), all), parts);
    };
  }

  private static Gen<String> literals() {
    return Gen.frequency(
        Gen.weighted(6, Gen.of("", "#", "a")),
        Gen.weighted(2, Gen.of("b", "1", "~", "#a", "a#", "ab", "~2", "\uFFFD")));
  }

  private static Gen<Whole> whole(String name, int length) {
    return Gen.frequency(
        Gen.weighted(6, text(name, length)),
        Gen.weighted(1, lone(name)),
        Gen.weighted(1, number(name)),
        Gen.weighted(1, escaped(name)),
        Gen.weighted(2, Gen.of(CODES).map(codes -> code(name, codes))));
  }

  private static Gen<Whole> text(String name, int length) {
    return choices -> {
      var alphabet = ALPHABETS.from(choices);
      int least = Utf8Order.bytes(alphabet.first());
      int width = Gen.ints(least, Math.max(least, length + 1)).from(choices);
      return new Whole(Part.text(name, alphabet, width), texts(alphabet, width));
    };
  }

  /** One character, repeated beyond the widths that are counted at once. */
  private static Gen<Whole> lone(String name) {
    return Gen.of("a", "#", "1")
        .flatMap(character ->
            Gen.ints(5, 7)
                .map(width -> {
                  var alphabet = Alphabet.of(character);
                  return new Whole(Part.text(name, alphabet, width), texts(alphabet, width));
                }));
  }

  private static Gen<Whole> number(String name) {
    return choices -> {
      long min = Gen.longs(-3, 12).from(choices);
      long max = min + Gen.longs(0, 9).from(choices);
      var values = new ArrayList<Long>();
      for (long v = min; v <= max; v++) values.add(v);
      var part = Part.number(name, min, max);
      return new Whole(choices.oneOf(2) == 0 ? part : part.descending(), values);
    };
  }

  private static Gen<Whole> escaped(String name) {
    return Gen.ints(1, 2)
        .map(width -> {
          var values = new ArrayList<String>();
          for (var text : texts(Alphabet.of("a1#~\u00E5"), width)) values.add(text);
          return new Whole(Part.escaped(name, width), values);
        });
  }

  private static Whole code(String name, List<String> codes) {
    return new Whole(
        Part.code(
            name,
            Light.class,
            light ->
                switch (light) {
                  case RED -> codes.get(0);
                  case AMBER -> codes.get(1);
                  case GREEN -> codes.get(2);
                }),
        List.of(Light.values()));
  }

  private static List<String> texts(Alphabet alphabet, int width) {
    var texts = new ArrayList<String>();
    extend("", alphabet, width, texts);
    return texts;
  }

  private static void extend(String text, Alphabet alphabet, int width, List<String> texts) {
    for (int c : CHARACTERS) {
      var longer = text + Character.toString(c);
      if (!alphabet.has(c) || Utf8Order.bytes(longer) > width) continue;
      texts.add(longer);
      extend(longer, alphabet, width, texts);
    }
  }
}
