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
 * Drives many sockets on the calling thread, so that the load takes little of the machine that it
 * shares with the server. Not thread-safe.
 */
final class SocketDriver implements AutoCloseable {
  /** Handles the events of a channel. */
  interface ChannelHandler {
    /** The channel is ready. The buffer is valid during the call only. */
    void ready(ByteBuffer shared);
  }

  private static final int READ_BYTES = 512 * 1024;

  private final InetSocketAddress server;
  private final Selector selector;
  private final ByteBuffer read = ByteBuffer.allocate(READ_BYTES);
  private final List<SocketClient> sockets = new ArrayList<>();
  private final List<RequestConnection> connections = new ArrayList<>();

  SocketDriver(InetSocketAddress server) {
    this.server = server;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts to open a WebSocket; the listener is told when it is open. */
  SocketClient connect(String token, SocketClient.Listener listener) {
    try {
      var channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      boolean isConnected = channel.connect(server);
      var key = channel.register(selector, isConnected ? 0 : SelectionKey.OP_CONNECT);
      var socket = new SocketClient(channel, key, token, listener);
      key.attach(socket);
      sockets.add(socket);
      if (isConnected) socket.connected();
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Opens a connection for requests. */
  RequestConnection openConnection() {
    try {
      var channel = SocketChannel.open(server);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      var connection = new RequestConnection(channel);
      channel.register(selector, SelectionKey.OP_READ, connection);
      connections.add(connection);
      return connection;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sockets that are open or being opened. */
  List<SocketClient> sockets() {
    sockets.removeIf(socket -> !socket.isInvited());
    return sockets;
  }

  /** Handles events, waiting for one at most until the deadline. */
  void turn(long deadlineNanos) {
    try {
      long wait = deadlineNanos - System.nanoTime();
      if (wait > 1_000_000) {
        selector.select(wait / 1_000_000);
      } else {
        // The selector waits in milliseconds, which is too coarse for short waits.
        if (selector.selectNow() == 0 && wait > 0) LockSupport.parkNanos(Math.min(wait, 100_000));
      }
      var selected = selector.selectedKeys();
      for (var key : selected) {
        if (key.isValid()) ((ChannelHandler) key.attachment()).ready(read);
      }
      selected.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Handles events until the condition holds; returns whether it did in time. */
  boolean until(BooleanSupplier condition, double seconds) {
    long deadline = System.nanoTime() + (long) (seconds * 1e9);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) return false;
      turn(Math.min(deadline, System.nanoTime() + 50_000_000));
    }
    return true;
  }

  /** Closes all sockets. */
  void closeAll() {
    sockets.forEach(SocketClient::leave);
    sockets.clear();
    connections.forEach(RequestConnection::close);
    connections.clear();
  }

  @Override
  public void close() {
    closeAll();
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
