package dev.trestle.item.throughput;

/**
 * Where a key lies in a table: the hash of its partition key, then the beginning of its sort key.
 * Both are compared as unsigned numbers.
 *
 * @param sort the first eight bytes of the sort key; 0 where a partition key cannot be split over
 *     several partitions
 */
public record KeyPosition(long hash, long sort) implements Comparable<KeyPosition> {
  public static final KeyPosition FIRST = new KeyPosition(0, 0);

  public static KeyPosition ofHash(long hash) {
    return new KeyPosition(hash, 0);
  }

  @Override
  public int compareTo(KeyPosition other) {
    int byHash = Long.compareUnsigned(hash, other.hash);
    return byHash != 0 ? byHash : Long.compareUnsigned(sort, other.sort);
  }
}
