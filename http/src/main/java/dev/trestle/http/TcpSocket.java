package dev.trestle.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * The socket of one connection, plain or with TLS. One thread may read while another writes, and
 * any thread may close it; reads and writes under way then fail with an {@link
 * UncheckedIOException}.
 */
final class TcpSocket implements AutoCloseable {
  private final Socket raw;

  /** The same as {@code raw} without TLS. */
  private final Socket socket;

  private final InputStream in;
  private final OutputStream out;

  private TcpSocket(Socket raw, Socket socket) throws IOException {
    this.raw = raw;
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  static TcpSocket plain(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    return new TcpSocket(socket, socket);
  }

  /** The handshake takes place with the first read, within the deadline of a new connection. */
  static TcpSocket tls(Socket socket, SSLContext context) throws IOException {
    socket.setTcpNoDelay(true);
    var host = socket.getInetAddress().getHostAddress();
    var layered = context.getSocketFactory().createSocket(socket, host, socket.getPort(), false);
    ((SSLSocket) layered).setUseClientMode(false);
    return new TcpSocket(socket, layered);
  }

  /** Waits for bytes and returns how many were read; -1 if the client has sent all it will. */
  int read(byte[] to, int start, int length) {
    try {
      return in.read(to, start, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many bytes the system has received that were not read yet. */
  int available() {
    try {
      return raw.getInputStream().available();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the system has taken all the bytes. */
  void write(byte[] from, int start, int length) {
    try {
      out.write(from, start, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  InetAddress peer() {
    return raw.getInetAddress();
  }

  /** Tells the client of a TLS connection that nothing was cut off. */
  void finish() {
    if (!(socket instanceof SSLSocket) || raw.isClosed()) return;
    try {
      socket.close();
    } catch (IOException disconnected) {
      // Nobody is left to be told.
    }
  }

  /** Closes at once: TLS would first wait for a write under way. */
  @Override
  public void close() {
    try {
      raw.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
