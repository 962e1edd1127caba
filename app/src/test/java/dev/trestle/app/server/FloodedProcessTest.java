package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers as processes of their own that may open few files, and more connections than that. The
 * limits that they choose themselves leave files for the store, keep those who are connected, and
 * let the process end when it is told to.
 */
class FloodedProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int FILES = 1024;

  /** A quarter of the files, and an eighth of these for strangers from one address. */
  private static final int STRANGERS_OF_ADDRESS = FILES / 4 / 8;

  private static final int ADDRESSES = 8;
  private static final int FLOOD_OF_ADDRESS = 250;

  @TempDir Path folder;

  private final List<Socket> flood = new ArrayList<>();
  private final List<Process> started = new ArrayList<>();

  /** A process and the address that it printed. */
  private record Running(Process process, URI address) {
    /** Tells it to end, as SIGTERM does. */
    void end() throws InterruptedException {
      process.destroy();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @AfterEach
  void close() throws IOException {
    endFlood();
    started.forEach(Process::destroyForcibly);
  }

  private Running start(String... arguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                "ulimit -n " + FILES + " && exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                "dev.trestle.app.Main"));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--port", "0", "--data", folder.resolve("data").toString()));
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("TRESTLE_DB_PORT", "0");
    var process = builder.start();
    started.add(process);
    var line = process.inputReader().readLine();
    assertThat(line).contains(" on http://");
    return new Running(process, URI.create(line.substring(line.indexOf("http://"))));
  }

  private static Socket connect(URI server, String from) throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private void flood(URI server) throws IOException {
    for (int address = 2; address < 2 + ADDRESSES; address++) {
      for (int i = 0; i < FLOOD_OF_ADDRESS; i++) flood.add(connect(server, "127.0.0." + address));
    }
  }

  private void endFlood() throws IOException {
    for (var socket : flood) socket.close();
    flood.clear();
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  private static String operation(String name, String body) {
    return ("POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.%s\r\n"
            + "Content-Type: application/x-amz-json-1.0\r\nContent-Length: %d\r\n\r\n%s")
        .formatted(name, body.length(), body);
  }

  /** The status of a response; empty if the connection was closed before one came. */
  private static String ask(Socket socket, String request) {
    try {
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      var in = socket.getInputStream();
      var status = new String(in.readNBytes(12), US_ASCII);
      var head = new StringBuilder();
      while (!head.toString().endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) return status;
        head.append((char) next);
      }
      in.readNBytes(length(head.toString()));
      return status;
    } catch (IOException refused) {
      // The reset may arrive before the error.
      return "";
    }
  }

  private static int length(String head) {
    return head.lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
        .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
        .findFirst()
        .orElse(0);
  }

  private static String askOnce(URI server, String request) {
    try (var socket = connect(server, "127.0.0.1")) {
      return ask(socket, request);
    } catch (IOException refused) {
      return "";
    }
  }

  /** Floods, asks meanwhile, ends the flood, asks again, floods again and ends the process. */
  private void survives(Running running, String request) throws Exception {
    var server = running.address();
    try (var connected = connect(server, "127.0.0.1")) {
      assertThat(ask(connected, request)).isEqualTo("HTTP/1.1 200");
      flood(server);
      for (int i = 0; i < 20; i++) assertThat(ask(connected, request)).isEqualTo("HTTP/1.1 200");
      var refused = new String(flood.getLast().getInputStream().readAllBytes(), US_ASCII);
      assertThat(refused).startsWith("HTTP/1.1 503 ");
      endFlood();
      long start = System.nanoTime();
      Await.until(() -> askOnce(server, request).equals("HTTP/1.1 200"), PATIENCE);
      System.out.printf(
          "%s: answered %d ms after the flood%n", server, (System.nanoTime() - start) / 1_000_000);
      flood(server);
      running.end();
    }
  }

  @Test
  void a_flooded_database_serves_those_who_are_connected_recovers_and_ends() throws Exception {
    var server = start("db");
    var table =
        """
        {"TableName": "kept", "BillingMode": "PAY_PER_REQUEST",
         "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
         "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}\
        """;
    assertThat(askOnce(server.address(), operation("CreateTable", table)))
        .isEqualTo("HTTP/1.1 200");
    var write = "{\"TableName\": \"kept\", \"Item\": {\"pk\": {\"S\": \"a\"}}}";
    survives(server, operation("PutItem", write));
  }

  @Test
  void a_flooded_server_serves_those_who_are_connected_recovers_and_ends() throws Exception {
    survives(start("serve", "--dev", "--only", "stak"), get("/stak/"));
  }

  /** An unknown operation is reported without a signature, and says nothing about who asks. */
  @Test
  void strangers_stay_strangers_whatever_they_ask() throws Exception {
    var keys = folder.resolve("keys");
    Files.writeString(keys, "[a]\naws_access_key_id=AKIDONE\naws_secret_access_key=hush\n");
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    var server = start("db", "--credentials", keys.toString());
    int answered = 0;
    for (int i = 0; i < 2 * STRANGERS_OF_ADDRESS; i++) {
      flood.add(connect(server.address(), "127.0.0.2"));
      var status = ask(flood.getLast(), operation("NoSuchOperation", "{}"));
      if (status.equals("HTTP/1.1 400")) answered++;
    }
    assertThat(answered).isEqualTo(STRANGERS_OF_ADDRESS);
    server.end();
  }
}
