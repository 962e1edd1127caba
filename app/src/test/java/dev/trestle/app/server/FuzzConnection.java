package dev.trestle.app.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One connection: everything is sent at once, then the end of the stream, and what comes back is
 * read until the server closes. So nobody waits for anybody, whatever was sent.
 */
final class FuzzConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int BUFFER_BYTES = 64 * 1024;

  /** A response, as far as it is judged. */
  record FuzzResponse(int status, boolean saysWhenToRetry) {}

  private final Socket socket;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int end;

  FuzzConnection(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = socket.getInputStream();
  }

  /**
   * Sends requests and returns the responses in their order. There may be fewer, because the server
   * closes after what is no request, and an endless response is left after its head.
   */
  List<FuzzResponse> exchange(List<byte[]> requests) throws IOException {
    var responses = new ArrayList<FuzzResponse>();
    try {
      send(requests);
      while (start < end || fill()) {
        if (!readResponse(responses)) break;
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException closed) {
      // The server may close at once, which can reset the connection.
    }
    return responses;
  }

  /** Opens a WebSocket, sends frames, and returns the status of the handshake; 0 if it was cut. */
  int socket(byte[] handshake, byte[] frames) throws IOException {
    try {
      send(List.of(handshake, frames));
      int status = Integer.parseInt(line().substring(9, 12));
      do {
        start = end;
      } while (fill());
      return status;
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException closed) {
      return 0;
    }
  }

  private void send(List<byte[]> parts) throws IOException {
    var all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    all.writeTo(socket.getOutputStream());
    socket.shutdownOutput();
  }

  /** Reads one response; false if no other can follow. */
  private boolean readResponse(List<FuzzResponse> responses) throws IOException {
    int status = Integer.parseInt(line().substring(9, 12));
    long length = -1;
    boolean saysWhenToRetry = false;
    for (var line = line(); !line.isEmpty(); line = line()) {
      var lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) length = Long.parseLong(lower.substring(16));
      if (lower.startsWith("retry-after:")) saysWhenToRetry = true;
    }
    if (status == 100) return true;
    responses.add(new FuzzResponse(status, saysWhenToRetry));
    if (length < 0) return status == 204 || status == 304;
    skip(length);
    return true;
  }

  private void skip(long count) throws IOException {
    long left = count;
    while (left > end - start) {
      left -= end - start;
      start = end;
      if (!fill()) throw new IOException("closed");
    }
    start += (int) left;
  }

  private String line() throws IOException {
    for (int searched = start; ; searched++) {
      if (searched == end) {
        searched -= start;
        if (!fill()) throw new IOException("closed");
        searched += start;
      }
      if (buffer[searched] == '\n') {
        var line = new String(buffer, start, searched - start, StandardCharsets.ISO_8859_1);
        start = searched + 1;
        return line.strip();
      }
    }
  }

  private boolean fill() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, end - start);
    end -= start;
    start = 0;
    int count = in.read(buffer, end, buffer.length - end);
    if (count <= 0) return false;
    end += count;
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
