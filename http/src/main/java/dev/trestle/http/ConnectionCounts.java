package dev.trestle.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the open connections of a server, and admits new ones within the limits. Thread-safe. */
final class ConnectionCounts {
  private static final int NETWORK_BYTES = 8;

  private final ConnectionLimits limits;

  /** Guards the counts and the slots. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition closed = lock.newCondition();
  private final Map<String, Count> byAddress = new HashMap<>();
  private final Count all = new Count();

  private static final class Count {
    int open;
    int unauthenticated;
  }

  ConnectionCounts(ConnectionLimits limits) {
    this.limits = limits;
  }

  /** Counts a new connection; empty if there are too many. */
  Optional<Slot> admit(InetAddress address) {
    lock.lock();
    try {
      if (all.open >= limits.all()) return Optional.empty();
      boolean isProxy = limits.isProxy().test(address);
      var slot = new Slot(isProxy ? "" : network(address));
      if (!isProxy && !mayOpen(slot.key)) return Optional.empty();
      slot.count(1, 1);
      return Optional.of(slot);
    } finally {
      lock.unlock();
    }
  }

  private boolean mayOpen(String key) {
    if (all.unauthenticated >= limits.unauthenticated()) return false;
    var mine = byAddress.get(key);
    return mine == null
        || (mine.open < limits.ofAddress()
            && mine.unauthenticated < limits.unauthenticatedOfAddress());
  }

  /** One customer has all addresses of an IPv6 network of 64 bits. */
  private static String network(InetAddress address) {
    var bytes = address.getAddress();
    return HexFormat.of()
        .formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }

  /** The place of one open connection. */
  final class Slot implements AutoCloseable {
    private final String key;
    private boolean isUnauthenticated = true;
    private boolean isOpen = true;

    private Slot(String key) {
      this.key = key;
    }

    /** The client has said who it is. */
    void authenticated() {
      lock.lock();
      try {
        if (!isUnauthenticated || !isOpen) return;
        isUnauthenticated = false;
        count(0, -1);
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        if (!isOpen) return;
        isOpen = false;
        count(-1, isUnauthenticated ? -1 : 0);
        closed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    private void count(int open, int unauthenticated) {
      all.open += open;
      if (key.isEmpty()) return;
      all.unauthenticated += unauthenticated;
      var mine = byAddress.computeIfAbsent(key, unused -> new Count());
      mine.open += open;
      mine.unauthenticated += unauthenticated;
      if (mine.open == 0) byAddress.remove(key);
    }
  }

  /** Waits until no connection is open; returns whether that happened in time. */
  boolean awaitNone(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (all.open > 0) {
        if (left <= 0) return false;
        left = closed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
