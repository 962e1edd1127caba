package dev.trestle.platform.lease;

import java.util.concurrent.atomic.AtomicLong;

/** A passage that ends a whole process in spirit: after its hour, every point is the last one. */
public final class Mortal implements Passage {
  private final AtomicLong left;
  private final AtomicLong passed = new AtomicLong();

  /** Dies at the passage of this number, whatever point that is. */
  public Mortal(long passages) {
    left = new AtomicLong(passages);
  }

  /** Dies only when it is told to. */
  public Mortal() {
    this(Long.MAX_VALUE);
  }

  public void die() {
    left.set(0);
  }

  public boolean isDead() {
    return left.get() <= 0;
  }

  /** How many points were passed. */
  public long passages() {
    return passed.get();
  }

  @Override
  public void at(String point) {
    passed.incrementAndGet();
    if (left.decrementAndGet() <= 0) {
      left.set(0);
      throw new Death(point);
    }
  }
}
