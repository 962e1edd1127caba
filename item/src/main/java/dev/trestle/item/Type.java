package dev.trestle.item;

/** The ten types of a DynamoDB value, named by their type descriptors. */
public enum Type {
  S(0),
  N(1),
  B(2),
  BOOL(3),
  NULL(4),
  SS(5),
  NS(6),
  BS(7),
  L(8),
  M(9);

  private static final Type[] BY_CODE = values();
  private static final byte FIRST_CONTAINER = 5;

  private final byte code;

  Type(int code) {
    this.code = (byte) code;
  }

  /** The byte for this type in an encoded value. It never changes. */
  byte code() {
    return code;
  }

  /** Returns whether this byte is the code of a list, a map or a set. */
  static boolean isContainer(byte code) {
    return code >= FIRST_CONTAINER;
  }

  static Type ofCode(byte code) {
    return BY_CODE[code];
  }

  /** Returns whether key attributes may have this type. */
  public boolean isKeyType() {
    return this == S || this == N || this == B;
  }

  public boolean isSet() {
    return this == SS || this == NS || this == BS;
  }

  /** Returns whether this is a list, a map or a set: a value with a count and elements. */
  boolean isContainer() {
    return isContainer(code);
  }

  /** Returns the type of a set's members. */
  public Type member() {
    return switch (this) {
      case SS -> S;
      case NS -> N;
      case BS -> B;
      case S, N, B, BOOL, NULL, L, M -> throw new IllegalStateException(this + " has no members");
    };
  }
}
