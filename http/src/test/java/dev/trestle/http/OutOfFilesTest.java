package dev.trestle.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** A server whose process cannot open more files. Its connection limits normally prevent this. */
class OutOfFilesTest {
  private static final int FILES = 200;
  private static final int FLOOD = 300;
  private static final int PATIENCE_MILLIS = 60_000;

  /** The process under test: it allows more connections than it can have files. */
  static final class Server {
    private Server() {}

    static void main(String[] arguments) throws IOException {
      var limits =
          HttpLimits.ofBodyBytes(1024)
              .connections(new ConnectionLimits(10_000, 10_000, 10_000, address -> false));
      try (var server = HttpServer.start(new Echo(), "127.0.0.1", 0, limits)) {
        System.out.println(server.port());
        while (System.in.read() >= 0) {}
      }
    }
  }

  @Test
  void a_server_that_ran_out_of_files_accepts_again_when_it_has_some() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                "sh",
                "-c",
                "ulimit -n " + FILES + " && exec \"$@\"",
                "sh",
                java,
                "-cp",
                classPath(HttpServer.class, Echo.class, Assertions.class),
                Server.class.getName())
            .redirectErrorStream(true)
            .start();
    // Ends the wait for a warning that does not come.
    CompletableFuture.delayedExecutor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .execute(process::destroyForcibly);
    try (var said = process.inputReader()) {
      int port = Integer.parseInt(said.readLine());
      assertThat(status(port)).isEqualTo("HTTP/1.1 200");
      var flood = new ArrayList<Socket>();
      try {
        for (int i = 0; i < FLOOD; i++) flood.add(connect(port));
        awaitWarning(said);
      } finally {
        for (var socket : flood) socket.close();
      }
      assertThat(status(port)).isEqualTo("HTTP/1.1 200");
      process.getOutputStream().close();
      assertThat(process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Few files, because each jar takes one. */
  private static String classPath(Class<?>... classes) throws URISyntaxException {
    var places = new LinkedHashSet<String>();
    for (var type : classes) {
      var place = type.getProtectionDomain().getCodeSource().getLocation().toURI();
      places.add(Path.of(place).toString());
    }
    return String.join(File.pathSeparator, places);
  }

  private static void awaitWarning(BufferedReader said) throws IOException {
    var lines = new ArrayList<String>();
    for (var line = said.readLine(); line != null; line = said.readLine()) {
      lines.add(line);
      if (line.contains("cannot accept a connection")) return;
    }
    throw new AssertionError("the process ended: " + lines);
  }

  private static Socket connect(int port) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  private static String status(int port) throws IOException {
    try (var socket = connect(port)) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), US_ASCII);
    }
  }
}
