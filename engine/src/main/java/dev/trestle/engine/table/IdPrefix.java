package dev.trestle.engine.table;

/** The four bytes, high ones first, with which every key begins that is kept under a number. */
public final class IdPrefix {
  public static final int BYTES = 4;

  private IdPrefix() {}

  /** Where the keys of this number begin. */
  public static byte[] of(int id) {
    return new byte[] {(byte) (id >>> 24), (byte) (id >>> 16), (byte) (id >>> 8), (byte) id};
  }

  /** The first key behind all those of this number. */
  public static byte[] after(int id) {
    return of(id + 1);
  }

  static int read(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | (bytes[at + 3] & 0xFF);
  }
}
