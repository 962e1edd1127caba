package dev.trestle.bench.messenger;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A blocking connection on which anything can be sent, also what is not HTTP. */
final class PlainConnection implements AutoCloseable {
  private static final int CONNECT_MILLIS_MAX = 10_000;
  private static final int READ_MILLIS_MAX = 60_000;
  private static final int LINE_MAX = 8192;
  private static final int MASKED = 0x80;
  private static final int TEXT = 0x81;

  private final Socket socket;
  private final OutputStream out;
  private final InputStream in;

  /** Connects from one of this machine's addresses. */
  PlainConnection(InetSocketAddress server, String from) throws IOException {
    socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(from, 0));
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(READ_MILLIS_MAX);
      socket.connect(server, CONNECT_MILLIS_MAX);
      out = socket.getOutputStream();
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  void send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a text message as a WebSocket frame. */
  void sendFrame(String text) throws IOException {
    var payload = text.getBytes(StandardCharsets.UTF_8);
    var frame = ByteBuffer.allocate(payload.length + 8);
    frame.put((byte) TEXT);
    if (payload.length < 126) {
      frame.put((byte) (MASKED | payload.length));
    } else {
      frame.put((byte) (MASKED | 126)).putShort((short) payload.length);
    }
    // A mask of zeros leaves the payload as it is.
    frame.putInt(0).put(payload).flip();
    out.write(frame.array(), 0, frame.limit());
  }

  /** Reads a response with a Content-Length and returns its status. */
  int readResponse() throws IOException {
    var statusLine = line();
    int length = 0;
    for (var header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).strip());
      }
    }
    in.skipNBytes(length);
    var words = statusLine.split(" ", -1);
    if (words.length < 2) throw new IOException("not a response: " + statusLine);
    return Integer.parseInt(words[1]);
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.length() > LINE_MAX) throw new IOException("the connection ended");
      if (next != '\r') line.append((char) next);
    }
    return line.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed anyway.
    }
  }
}
