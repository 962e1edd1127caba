package dev.trestle.stak.email;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** An SMTP server that answers as a test says: real servers do not refuse on demand. */
public final class ScriptedMailServer implements AutoCloseable {
  private final ServerSocket socket;

  /** Answers an address that an e-mail is for, such as {@code 550 No such mailbox}. */
  private final UnaryOperator<String> answer;

  private final Map<String, String> replies;

  public final List<String> asked = new CopyOnWriteArrayList<>();
  public final List<String> accepted = new CopyOnWriteArrayList<>();

  public ScriptedMailServer(UnaryOperator<String> answer) {
    this(answer, Map.of());
  }

  /**
   * Starts a server.
   *
   * @param answer its reply to each recipient
   * @param replies to the sender ({@code MAIL}) and to the content ({@code DATA})
   */
  ScriptedMailServer(UnaryOperator<String> answer, Map<String, String> replies) {
    this.answer = answer;
    this.replies = replies;
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::serve);
  }

  public SmtpServer address() {
    return SmtpServer.parse("smtp://127.0.0.1:" + socket.getLocalPort(), "").orElseThrow();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        var connection = socket.accept();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection;
        var lines =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      say(connection, "220 scripted");
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("RCPT TO:")) {
          var address = line.substring(line.indexOf('<') + 1, line.indexOf('>'));
          asked.add(address);
          say(connection, answer.apply(address));
        } else if (line.equals("DATA")) {
          say(connection, "354 go on");
          var content = content(lines);
          var reply = replies.getOrDefault("DATA", "250 accepted");
          if (reply.startsWith("250")) accepted.add(content);
          say(connection, reply);
        } else if (line.startsWith("MAIL FROM:")) {
          say(connection, replies.getOrDefault("MAIL", "250 fine"));
        } else {
          say(connection, line.equals("QUIT") ? "221 bye" : "250 fine");
        }
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private static String content(BufferedReader lines) throws IOException {
    var text = new StringBuilder();
    for (var line = lines.readLine(); line != null && !line.equals("."); line = lines.readLine()) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  private static void say(Socket connection, String line) throws IOException {
    connection.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
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
