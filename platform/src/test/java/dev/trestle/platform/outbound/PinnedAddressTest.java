package dev.trestle.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The name of a host is resolved once, when its address is checked. */
final class PinnedAddressTest {
  /** No resolver knows names below "invalid" (RFC 6761). */
  private static final String HOST = "hooks.example.invalid";

  @Test
  void a_call_goes_to_the_checked_address_without_resolving_the_name_again() throws Exception {
    try (var call = new PinnedCall(Duration.ofSeconds(60));
        var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var head = CompletableFuture.supplyAsync(() -> answer(server), Thread::startVirtualThread);
      var url = URI.create("http://" + HOST + ":" + server.getLocalPort() + "/hook");
      var checked = new AddressPolicy.Verdict.Allowed(url, InetAddress.getLoopbackAddress());
      int status = call.post(checked, Map.of(), new byte[] {'{', '}'}).status();
      assertThat(status).isEqualTo(204);
      assertThat(head.get(60, TimeUnit.SECONDS))
          .startsWith("POST /hook HTTP/1.1")
          .contains("Host: " + url.getRawAuthority());
    }
  }

  @Test
  void the_address_that_is_called_is_the_one_that_was_checked() {
    var verdict = new AddressPolicy(true).check("acme", "http://127.0.0.1:1/hook");
    assertThat(verdict)
        .isInstanceOfSatisfying(
            AddressPolicy.Verdict.Allowed.class,
            allowed -> assertThat(allowed.address().getHostAddress()).isEqualTo("127.0.0.1"));
    assertThat(new AddressPolicy(false).check("acme", "https://127.0.0.1/hook"))
        .isInstanceOf(AddressPolicy.Verdict.Refused.class);
  }

  private static List<String> answer(ServerSocket server) {
    try (var socket = server.accept()) {
      var in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      var head = new ArrayList<String>();
      for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        head.add(line);
      }
      var response = "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n";
      socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
      return head;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
