package dev.trestle.app.trial;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Passes connections on to another port of this machine. It can be cut, and it can fall silent:
 * then connections stay open, and what is sent arrives when the link is restored, as on a network
 * that loses packets.
 */
final class TcpLink implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;

  private final ServerSocket listening;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition restored = lock.newCondition();
  private volatile boolean isCut;

  /** Guarded by the lock. */
  private boolean isSilent;

  private TcpLink(ServerSocket listening, int target) {
    this.listening = listening;
    this.target = target;
  }

  static TcpLink to(int port) {
    try {
      var link = new TcpLink(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), port);
      Thread.ofVirtual().name("link-" + port).start(link::accept);
      return link;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same address with the port of this link. */
  URI of(URI real) {
    return URI.create(
        real.toString().replace(":" + real.getPort(), ":" + listening.getLocalPort()));
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        var client = listening.accept();
        if (isCut) {
          client.close();
        } else {
          connect(client);
        }
      } catch (IOException closedOrRefused) {
        // The client sees a connection that ends.
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server;
    try {
      server = new Socket(InetAddress.getLoopbackAddress(), target);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    sockets.add(client);
    sockets.add(server);
    // A cut that came meanwhile did not see these two.
    if (isCut) cut();
    pass(client, server);
    pass(server, client);
  }

  private void pass(Socket from, Socket to) {
    Thread.ofVirtual()
        .start(() -> {
          try (from;
              to) {
            copy(from.getInputStream(), to.getOutputStream());
          } catch (IOException ended) {
            // Either side closed it, or it was cut.
          } finally {
            sockets.remove(from);
            sockets.remove(to);
          }
        });
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    var buffer = new byte[BUFFER_BYTES];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      awaitSound();
      out.write(buffer, 0, read);
      out.flush();
    }
  }

  private void awaitSound() {
    lock.lock();
    try {
      while (isSilent) restored.awaitUninterruptibly();
    } finally {
      lock.unlock();
    }
  }

  /** Passes nothing on until it is restored, and closes nothing. */
  void silence() {
    setSilent(true);
  }

  private void setSilent(boolean silent) {
    lock.lock();
    try {
      isSilent = silent;
      restored.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all connections and refuses new ones. */
  void cut() {
    isCut = true;
    for (var socket : sockets) {
      try {
        socket.close();
      } catch (IOException alreadyClosed) {
        // That is what was wanted.
      }
    }
  }

  /** Works again after a cut or a silence. */
  void restore() {
    isCut = false;
    setSilent(false);
  }

  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cut();
    setSilent(false);
  }
}
