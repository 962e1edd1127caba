package dev.trestle.model.key;

import java.util.List;

/**
 * The format of a part as data, for files. It does not contain the Java type of the values; a part
 * created from it has texts, numbers or instants.
 */
public sealed interface PartForm {
  /** {@link Part#text}, or {@link Part#raw} if the alphabet is all of Unicode. */
  record Text(Alphabet alphabet, int maxBytes) implements PartForm {}

  /** {@link Part#escaped}. The width is that of the values. */
  record Escaped(int maxBytes) implements PartForm {}

  /** {@link Part#ulid}. */
  record Ulid(String prefix) implements PartForm {}

  /** {@link Part#number}. */
  record Whole(long min, long max) implements PartForm {}

  /** {@link Part#millis}. */
  record Millis() implements PartForm {}

  /** {@link Part#seconds}. */
  record Seconds() implements PartForm {}

  /** {@link Part#isoMillis}. */
  record IsoMillis() implements PartForm {}

  /** {@link Part#code}, with the codes in the order of their values. */
  record Codes(List<String> codes) implements PartForm {
    public Codes {
      codes = List.copyOf(codes);
    }
  }

  /** {@link Part#bytes}. */
  record Bytes(int maxBytes) implements PartForm {}

  /** {@link Part#date}. */
  record Date() implements PartForm {}

  /** {@link Part#month}. */
  record Month() implements PartForm {}

  /** {@link Part#uuid}. */
  record Uuid() implements PartForm {}

  /** {@link Part#as} a type with a different order from that of the texts. */
  record Unordered(PartForm of) implements PartForm {}

  /** {@link Part#descending()}. */
  record Descending(PartForm of) implements PartForm {}
}
