package dev.trestle.gen;

/** Generators of byte arrays. */
public final class Binaries {
  private Binaries() {}

  /**
   * Generates bytes of every value, with a preference for the limits of signed and unsigned bytes.
   */
  public static Gen<byte[]> any(int min, int max) {
    Gen<Integer> bytes =
        Gen.frequency(
            Gen.weighted(2, Gen.ints(0, 255)), Gen.weighted(1, Gen.of(0, 1, 0x7F, 0x80, 0xFF)));
    return bytes
        .list(min, max)
        .map(list -> {
          var array = new byte[list.size()];
          for (int i = 0; i < array.length; i++) array[i] = list.get(i).byteValue();
          return array;
        });
  }
}
