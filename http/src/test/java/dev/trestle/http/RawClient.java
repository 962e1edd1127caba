package dev.trestle.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A connection for sending arbitrary bytes and reading responses with a length. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  /** A response, with lower-case header names. */
  public record Response(int status, Map<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    public String header(String name) {
      return Optional.ofNullable(headers.get(name)).orElse("");
    }
  }

  private final Socket socket;
  private final InputStream in;

  public RawClient(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.setTcpNoDelay(true);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public RawClient send(String text) {
    return send(text.getBytes(StandardCharsets.UTF_8));
  }

  public RawClient send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the sending side only, unless the server has reset the connection. */
  public RawClient end() {
    try {
      socket.shutdownOutput();
      return this;
    } catch (SocketException reset) {
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Response read() {
    try {
      var start = line();
      var headers = new TreeMap<String, String>();
      for (var line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
      }
      int status = Integer.parseInt(start.substring(9, 12));
      int length = Integer.parseInt(Optional.ofNullable(headers.get("content-length")).orElse("0"));
      return new Response(status, headers, in.readNBytes(length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads this many bytes. */
  public byte[] readBytes(int count) {
    try {
      var bytes = in.readNBytes(count);
      if (bytes.length < count) throw new EOFException("the connection was closed");
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes the sending side and reads until the server has closed. */
  public String readToEnd() {
    end();
    try {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends bytes and waits until the server has closed the connection. The server may do so before
   * it has read all of them, which resets the connection.
   */
  public void sendAndAwaitEnd(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      in.transferTo(OutputStream.nullOutputStream());
    } catch (SocketTimeoutException e) {
      throw new UncheckedIOException(e);
    } catch (IOException reset) {
      // Closed.
    }
  }

  /** Waits until the server closes or sends a byte, and returns whether it closed. */
  public boolean isAtEnd() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return !(e instanceof SocketTimeoutException);
    }
  }

  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) throw new EOFException("the connection was closed");
      if (next != '\r') line.write(next);
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
