package dev.trestle.model.key;

import java.util.Optional;

/** Bytes, which have no text form, so they cannot be part of a template. */
final class BinaryForm extends TextForm<byte[]> {
  private final int maxBytes;

  BinaryForm(int maxBytes) {
    if (maxBytes < 1) throw new IllegalArgumentException("a width of " + maxBytes + " bytes");
    this.maxBytes = maxBytes;
  }

  @Override
  Language shape() {
    return new Language.Run(Alphabet.UNICODE, maxBytes);
  }

  @Override
  Class<byte[]> type() {
    return byte[].class;
  }

  @Override
  PartForm data() {
    return new PartForm.Bytes(maxBytes);
  }

  /** An array that was written may change afterwards. */
  @Override
  boolean converted() {
    return true;
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  void append(StringBuilder out, byte[] value, String part) {
    throw new RefusedValueException(part, "has no text");
  }

  @Override
  byte[] parse(String text, int from, int to, String part) {
    throw refused(part, "is text where bytes are wanted");
  }

  @Override
  int end(String text, int from) {
    return from;
  }

  @Override
  Optional<Part.BytesForm<byte[]>> bytes(String part) {
    return Optional.of(
        new Part.BytesForm<>() {
          @Override
          public byte[] bytes(byte[] value) {
            return checked(value, part);
          }

          @Override
          public byte[] value(byte[] bytes) {
            return checked(bytes, part);
          }
        });
  }

  private byte[] checked(byte[] value, String part) {
    if (value.length < 1 || value.length > maxBytes) {
      throw new RefusedValueException(part, "is not 1 to %d bytes long".formatted(maxBytes));
    }
    return value;
  }
}
