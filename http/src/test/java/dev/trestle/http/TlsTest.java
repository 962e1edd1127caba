package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  @TempDir Path folder;

  private static HttpServer serve(TestCertificate files) throws Exception {
    return HttpServer.start(
        new Echo(),
        "127.0.0.1",
        0,
        HttpLimits.ofBodyBytes(1 << 20),
        Optional.of(TlsKeys.in(files.certificate(), files.key())));
  }

  /** The common name of the certificate that the server shows. */
  private static String subject(SSLContext trusting, URI address) throws Exception {
    try (var client = HttpClient.newBuilder().sslContext(trusting).build()) {
      var request = HttpRequest.newBuilder(address).build();
      var response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      var chain = response.sslSession().orElseThrow().getPeerCertificates();
      return ((X509Certificate) chain[0]).getSubjectX500Principal().getName();
    }
  }

  @Test
  void requests_are_answered_over_tls() throws Exception {
    var files = TestCertificate.in(folder, "one");
    try (var server = serve(files);
        var client = HttpClient.newBuilder().sslContext(files.trusting()).build()) {
      assertThat(server.endpoint().getScheme()).isEqualTo("https");
      var body = "x".repeat(200_000);
      for (int i = 0; i < 3; i++) {
        var request =
            HttpRequest.newBuilder(server.endpoint().resolve("/a"))
                .POST(BodyPublishers.ofString(body))
                .build();
        var response = client.send(request, BodyHandlers.ofString());
        assertThat(response.body()).isEqualTo("POST /a " + body);
      }
    }
  }

  @Test
  void what_is_not_tls_is_closed() throws Exception {
    try (var server = serve(TestCertificate.in(folder, "one"));
        var client = new RawClient(server.port())) {
      client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      assertThat(client.readToEnd()).doesNotContain("HTTP/1.1 200");
    }
  }

  @Test
  void a_new_certificate_is_used_without_a_restart() throws Exception {
    var one = TestCertificate.in(folder, "one");
    try (var server = serve(one)) {
      assertThat(subject(one.trusting(), server.endpoint())).isEqualTo("CN=one");
      var two = TestCertificate.in(folder, "two");
      Files.setLastModifiedTime(two.certificate(), FileTime.from(Instant.now().plusSeconds(5)));
      awaitSubject(two.trusting(), server.endpoint(), "CN=two");
    }
  }

  private static void awaitSubject(SSLContext trusting, URI address, String subject)
      throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    var shown = "";
    while (!shown.equals(subject) && System.nanoTime() < end) {
      try {
        shown = subject(trusting, address);
      } catch (IOException stillTheOld) {
        Thread.onSpinWait();
      }
    }
    assertThat(shown).isEqualTo(subject);
  }

  @Test
  void a_certificate_of_another_key_is_refused() throws Exception {
    var one = TestCertificate.in(folder, "one");
    var two = TestCertificate.in(Files.createDirectory(folder.resolve("other")), "two");
    assertThatThrownBy(() -> TlsKeys.in(two.certificate(), one.key()))
        .isInstanceOf(TlsKeys.Unusable.class)
        .hasMessage("the certificate and the key do not fit together");
  }

  /** A renewal writes one file after the other. */
  @Test
  void while_only_the_certificate_is_new_the_old_pair_stays_in_use() throws Exception {
    var one = TestCertificate.in(folder, "one");
    var two = TestCertificate.in(Files.createDirectory(folder.resolve("other")), "two");
    try (var server = serve(one)) {
      Files.copy(two.certificate(), one.certificate(), StandardCopyOption.REPLACE_EXISTING);
      // Longer than the interval in which the files are looked at.
      long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
      while (System.nanoTime() < end) {
        assertThat(subject(one.trusting(), server.endpoint())).isEqualTo("CN=one");
      }
      Files.copy(two.key(), one.key(), StandardCopyOption.REPLACE_EXISTING);
      awaitSubject(two.trusting(), server.endpoint(), "CN=two");
    }
  }

  /** As when the process has no more files to open for a moment. */
  @Test
  void a_certificate_that_could_not_be_read_is_read_later() throws Exception {
    var renewal = FileTime.from(Instant.now().plusSeconds(5));
    var one = TestCertificate.in(folder, "one");
    var two = TestCertificate.in(Files.createDirectory(folder.resolve("other")), "two");
    try (var server = serve(one)) {
      Files.copy(two.key(), one.key(), StandardCopyOption.REPLACE_EXISTING);
      Files.delete(one.certificate());
      Files.createDirectory(one.certificate());
      Files.setLastModifiedTime(one.certificate(), renewal);
      // Longer than the interval in which the files are looked at.
      long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
      while (System.nanoTime() < end) {
        assertThat(subject(one.trusting(), server.endpoint())).isEqualTo("CN=one");
      }
      Files.delete(one.certificate());
      Files.copy(two.certificate(), one.certificate());
      Files.setLastModifiedTime(one.certificate(), renewal);
      awaitSubject(two.trusting(), server.endpoint(), "CN=two");
    }
  }

  @Test
  void files_that_cannot_be_used_are_told() throws Exception {
    var files = TestCertificate.in(folder, "one");
    assertThatThrownBy(() -> TlsKeys.in(files.key(), files.key()))
        .isInstanceOf(TlsKeys.Unusable.class)
        .hasMessageContaining("certificate");
    assertThatThrownBy(() -> TlsKeys.in(files.certificate(), files.certificate()))
        .isInstanceOf(TlsKeys.Unusable.class)
        .hasMessageContaining("pkcs8");
    assertThatThrownBy(() -> TlsKeys.in(folder.resolve("none"), files.key()))
        .isInstanceOf(TlsKeys.Unusable.class)
        .hasMessageContaining("none");
  }
}
