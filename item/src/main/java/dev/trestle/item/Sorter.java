package dev.trestle.item;

import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sorts the elements of a map or set that was just written and rejects duplicates. */
final class Sorter {
  private Sorter() {}

  /**
   * Sorts the elements that start at the given positions; the last one ends at {@code end}.
   *
   * @return the sorted buffer, or the same buffer if it was sorted already
   */
  static byte[] sort(Type type, byte[] buffer, int[] starts, int count, int end) {
    if (isAscending(type, buffer, starts, count)) return buffer;
    var order = IntStream.range(0, count).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> compare(type, buffer, starts[a], starts[b]));
    for (int i = 1; i < count; i++) {
      if (compare(type, buffer, starts[order[i - 1]], starts[order[i]]) == 0) {
        throw duplicate(type, buffer, starts, count, starts[order[i]]);
      }
    }
    var sorted = buffer.clone();
    int at = starts[0];
    for (int element : order) {
      int length = (element + 1 < count ? starts[element + 1] : end) - starts[element];
      System.arraycopy(buffer, starts[element], sorted, at, length);
      at += length;
    }
    return sorted;
  }

  private static boolean isAscending(Type type, byte[] buffer, int[] starts, int count) {
    for (int i = 1; i < count; i++) {
      if (compare(type, buffer, starts[i - 1], starts[i]) >= 0) return false;
    }
    return true;
  }

  /**
   * Compares names of map entries or contents of set members. Both are a length followed by bytes.
   */
  private static int compare(Type type, byte[] buffer, int a, int b) {
    int skip = type == Type.M ? 0 : 1;
    int aLength = Bytes.varint(buffer, a + skip);
    int bLength = Bytes.varint(buffer, b + skip);
    int aFrom = a + skip + Bytes.varintLength(aLength);
    int bFrom = b + skip + Bytes.varintLength(bLength);
    return Bytes.compare(buffer, aFrom, aFrom + aLength, buffer, bFrom, bFrom + bLength);
  }

  private static InvalidValueException duplicate(
      Type type, byte[] buffer, int[] starts, int count, int twice) {
    if (type == Type.M) {
      var name = new Fields(buffer, twice, Integer.MAX_VALUE);
      name.next();
      return new InvalidValueException("The name " + name.name() + " is given twice");
    }
    if (type == Type.NS) return new InvalidValueException("Input collection contains duplicates");
    var all =
        IntStream.range(0, count)
            .mapToObj(i -> text(Value.at(buffer, starts[i])))
            .collect(Collectors.joining(", ", "[", "]"));
    return new InvalidValueException(
        "One or more parameter values were invalid: Input collection "
            + all
            + (type == Type.BS ? "of type BS " : " ")
            + "contains duplicates.");
  }

  private static String text(Value member) {
    return switch (member.type()) {
      case S -> member.string();
      case N -> member.numberText();
      case B, BOOL, NULL, SS, NS, BS, L, M -> Base64.getEncoder().encodeToString(member.content());
    };
  }
}
