package dev.trestle.bench.messenger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Many WebSockets driven by the calling thread, so that the load takes little of the machine that
 * it shares with the server. Nothing here is for use by several threads.
 */
final class Crowd implements AutoCloseable {
  /** Whoever has a channel here. */
  interface Attendee {
    /** The channel has something to do; the buffer is lent. */
    void ready(ByteBuffer shared);
  }

  private static final int READ_BYTES = 512 * 1024;

  private final InetSocketAddress server;
  private final Selector selector;
  private final ByteBuffer read = ByteBuffer.allocate(READ_BYTES);
  private final List<Guest> guests = new ArrayList<>();
  private final List<Asker> askers = new ArrayList<>();

  Crowd(InetSocketAddress server) {
    this.server = server;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Begins to open a socket; the listener is told when it is open. */
  Guest invite(String token, Guest.Listener listener) {
    try {
      var channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      boolean isConnected = channel.connect(server);
      var key = channel.register(selector, isConnected ? 0 : SelectionKey.OP_CONNECT);
      var guest = new Guest(channel, key, token, listener);
      key.attach(guest);
      guests.add(guest);
      if (isConnected) guest.connected();
      return guest;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a connection for requests. */
  Asker asker() {
    try {
      var channel = SocketChannel.open(server);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      var asker = new Asker(channel);
      channel.register(selector, SelectionKey.OP_READ, asker);
      askers.add(asker);
      return asker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All that were invited and have not left. */
  List<Guest> guests() {
    guests.removeIf(guest -> !guest.isInvited());
    return guests;
  }

  /** Handles what has come in, waiting at most until this moment for something. */
  void turn(long deadlineNanos) {
    try {
      long wait = deadlineNanos - System.nanoTime();
      if (wait > 1_000_000) {
        selector.select(wait / 1_000_000);
      } else {
        // The selector knows milliseconds only; what is due sooner is slept for.
        if (selector.selectNow() == 0 && wait > 0) LockSupport.parkNanos(Math.min(wait, 100_000));
      }
      var selected = selector.selectedKeys();
      for (var key : selected) {
        if (key.isValid()) ((Attendee) key.attachment()).ready(read);
      }
      selected.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Handles what comes in until something is so, and says whether it became so in time. */
  boolean until(BooleanSupplier condition, double seconds) {
    long deadline = System.nanoTime() + (long) (seconds * 1e9);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) return false;
      turn(Math.min(deadline, System.nanoTime() + 50_000_000));
    }
    return true;
  }

  /** Sends everybody away. */
  void disperse() {
    guests.forEach(Guest::leave);
    guests.clear();
    askers.forEach(Asker::close);
    askers.clear();
  }

  @Override
  public void close() {
    disperse();
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
