package dev.trestle.model.key;

import java.util.List;

/**
 * How a part writes its values, as data: what files say of a part. The Java type of the values is
 * not in it; a part made from it has texts, numbers or moments as such.
 */
public sealed interface PartForm {
  /** {@link Part#text}, or {@link Part#raw} where the alphabet is all of Unicode. */
  record Text(Alphabet alphabet, int maxBytes) implements PartForm {}

  /** {@link Part#escaped}; the width is that of values. */
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

  /** {@link Part#descending()}. */
  record Descending(PartForm of) implements PartForm {}
}
