package dev.trestle.platform.lease;

import java.util.concurrent.atomic.AtomicLong;

/** A passage that ends a whole process in spirit: after its hour, every point is the last one. */
public final class Mortal implements FailPoints {
  private static final String NOWHERE = "";

  private final AtomicLong left;
  private final String lastPoint;
  private final AtomicLong passed = new AtomicLong();

  /** Dies at the passage of this number, whatever point that is. */
  public Mortal(long passages) {
    this(passages, NOWHERE);
  }

  private Mortal(long passages, String lastPoint) {
    this.left = new AtomicLong(passages);
    this.lastPoint = lastPoint;
  }

  /** Dies when it first passes this point. */
  public static Mortal dyingAt(String point) {
    return new Mortal(Long.MAX_VALUE, point);
  }

  /** Dies only when told to. */
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
    if (left.decrementAndGet() <= 0 || point.equals(lastPoint)) {
      left.set(0);
      throw new SimulatedCrash(point);
    }
  }
}
