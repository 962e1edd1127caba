package dev.trestle.engine.stream;

import dev.trestle.engine.stream.ImageState.Kind;
import dev.trestle.item.KeyHash;

/**
 * Finds changes that are missing in a stream or a recovery log. The changes of each item form a
 * chain: what one leaves is what the next one finds, and what the last one leaves is the item.
 *
 * <p>For each item it holds only a hash of the key and the last checksum, {@value #SLOT_BYTES}
 * bytes. With ten million items the chance that two have the same hash, which would look like a
 * missing change, is one in 300,000. Items that do not fit into memory are left to later passes
 * over the log: when the table is full, it drops those with the greatest hashes.
 */
final class ChangeChains {
  private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES + 1;
  private static final int SLOTS_MIN = 1 << 10;

  /** Flags of a slot: the last change left an item, its checksum is known, the item is present. */
  private static final byte LEFT = 1;

  private static final byte CHECKED = 1 << 1;
  private static final byte PRESENT = 1 << 2;

  private final int slotsMax;

  /** The items of this pass have hashes from the first to the last, compared as unsigned. */
  private long first;

  private long last = -1;

  /** The hashes of the keys; zero where the slot is free. */
  private long[] hashes = new long[SLOTS_MIN];

  private int[] checksums = new int[SLOTS_MIN];
  private byte[] flags = new byte[SLOTS_MIN];
  private int used;
  private long holes;
  private long different;

  /** Creates chains that take at most so much memory. */
  ChangeChains(long bytesMax) {
    slotsMax = Integer.highestOneBit(Math.clamp(bytesMax / SLOT_BYTES, SLOTS_MIN, 1 << 30));
  }

  /** Adds the next change of the log. */
  void change(byte[] key, ImageState before, ImageState after) {
    long hash = hash(key);
    if (!isInPass(hash)) return;
    int slot = slot(hash);
    if (hashes[slot] == 0) {
      hashes[slot] = hash;
      used++;
    } else if (!state(slot).fits(before)) {
      holes++;
    }
    checksums[slot] = after.checksum();
    flags[slot] = flags(after.kind());
    if (used > hashes.length / 4 * 3) makeRoom();
  }

  /** Compares an item of the table with the state in which its last change left it. */
  void item(byte[] key, byte[] value) {
    long hash = hash(key);
    if (!isInPass(hash)) return;
    int slot = slot(hash);
    if (hashes[slot] == 0) return;
    if (!state(slot).fits(ImageState.of(value))) different++;
    flags[slot] |= PRESENT;
  }

  /** Notes that all items of the table were compared: the others must have been deleted. */
  void compared() {
    for (int slot = 0; slot < hashes.length; slot++) {
      if (hashes[slot] == 0 || (flags[slot] & PRESENT) != 0) continue;
      if (!state(slot).fits(ImageState.ABSENT)) different++;
    }
  }

  /** Begins the next pass, unless all items have been in one. */
  boolean next() {
    if (last == -1) return false;
    first = last + 1;
    last = -1;
    resize(hashes.length);
    return true;
  }

  /** How many changes did not find what the one before had left. */
  long holes() {
    return holes;
  }

  /** How many items are not as their last change left them. */
  long different() {
    return different;
  }

  private static long hash(byte[] key) {
    long hash = KeyHash.of(key, 0, key.length);
    return hash == 0 ? 1 : hash;
  }

  private boolean isInPass(long hash) {
    return Long.compareUnsigned(hash, first) >= 0 && Long.compareUnsigned(hash, last) <= 0;
  }

  /** Returns the slot of this hash, or the free one where it belongs. */
  private int slot(long hash) {
    int slot = (int) hash & (hashes.length - 1);
    while (hashes[slot] != 0 && hashes[slot] != hash) slot = (slot + 1) & (hashes.length - 1);
    return slot;
  }

  private static byte flags(Kind kind) {
    return switch (kind) {
      case ABSENT -> 0;
      case UNKNOWN -> LEFT;
      case KNOWN -> LEFT | CHECKED;
    };
  }

  private ImageState state(int slot) {
    if ((flags[slot] & LEFT) == 0) return ImageState.ABSENT;
    return (flags[slot] & CHECKED) == 0
        ? ImageState.UNKNOWN
        : ImageState.ofChecksum(checksums[slot]);
  }

  private void makeRoom() {
    if (hashes.length < slotsMax) {
      resize(hashes.length * 2);
    } else {
      last = first + ((last - first) >>> 1);
      resize(hashes.length);
    }
  }

  /** Moves what belongs to this pass to new slots. */
  private void resize(int slots) {
    var oldHashes = hashes;
    var oldChecksums = checksums;
    var oldFlags = flags;
    hashes = new long[slots];
    checksums = new int[slots];
    flags = new byte[slots];
    used = 0;
    for (int old = 0; old < oldHashes.length; old++) {
      if (oldHashes[old] == 0 || !isInPass(oldHashes[old])) continue;
      int slot = slot(oldHashes[old]);
      hashes[slot] = oldHashes[old];
      checksums[slot] = oldChecksums[old];
      flags[slot] = oldFlags[old];
      used++;
    }
  }
}
