package dev.trestle.stak.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.TestCertificate;
import dev.trestle.stak.email.SmtpClient.Outcome;
import dev.trestle.stak.email.SmtpServer.Security;
import dev.trestle.stak.model.EmailAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpClientTest {
  private static final String HOST = "localhost";

  /** That of the server, and another one. */
  private static List<TestCertificate> certificates = List.of();

  private static final EmailAddress FROM = new EmailAddress("no-reply@stak.example");

  @BeforeAll
  static void makeCertificates(@TempDir Path folder) {
    certificates = List.of(TestCertificate.in(folder, "mail"), TestCertificate.in(folder, "other"));
  }

  private static OutgoingEmail email(String id) {
    return new OutgoingEmail(
        id + "@stak.example",
        new EmailAddress("ann@example.com"),
        "Zażółć “Acme”, Ltd.",
        "Zażółć gęślą jaźń " + "and much more ".repeat(20),
        "Text\n.\nafter a dot",
        "<p>Text</p>",
        Optional.of(URI.create("https://stak.example/stak/unsubscribe/" + "x".repeat(700))));
  }

  private static Outcome send(SmtpServer server) {
    try (var client = new SmtpClient(server, FROM, InstantSource.system())) {
      return client.send(email("one"));
    }
  }

  @Test
  void texts_in_any_script_arrive_as_they_were_over_one_connection() {
    try (var mails = new MailServer();
        var client = new SmtpClient(mails.address(), FROM, InstantSource.system())) {
      assertThat(client.send(email("one"))).isEqualTo(new Outcome.Accepted());
      assertThat(client.send(email("two"))).isEqualTo(new Outcome.Accepted());
      var received = mails.awaitTo("ann@example.com", 2);
      var first = received.getFirst();
      assertThat(first.subject()).isEqualTo(email("one").subject().strip());
      assertThat(first.from()).contains("no-reply@stak.example");
      assertThat(first.text().replace("\r\n", "\n")).isEqualTo("Text\n.\nafter a dot");
      assertThat(first.unsubscribePath()).endsWith("xxx").hasSizeGreaterThan(700);
      assertThat(received)
          .extracting(each -> each.header("Message-ID"))
          .containsExactly("<one@stak.example>", "<two@stak.example>");
    }
  }

  private static Outcome send(SmtpServer server, TestCertificate trusted) {
    try (var client = new SmtpClient(server, FROM, InstantSource.system(), trusted.trusting())) {
      return client.send(email("one"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"TLS", "STARTTLS"})
  void a_server_with_a_trusted_certificate_gets_the_email(Security security) {
    try (var mails = new TlsMailServer(HOST, security, certificates.getFirst())) {
      assertThat(send(mails.address(), certificates.getFirst())).isEqualTo(new Outcome.Accepted());
      assertThat(mails.behind().awaitTo("ann@example.com", 1)).hasSize(1);
    }
  }

  /** Nobody has signed its certificate; or somebody has signed another one. */
  @ParameterizedTest
  @EnumSource(names = {"TLS", "STARTTLS"})
  void a_server_with_another_certificate_gets_nothing(Security security) {
    try (var mails = new TlsMailServer(HOST, security, certificates.getFirst())) {
      assertThat(send(mails.address())).isInstanceOf(Outcome.Deferred.class);
      assertThat(send(mails.address(), certificates.getLast()))
          .isInstanceOf(Outcome.Deferred.class);
      assertThat(mails.connections()).isEqualTo(2);
      assertThat(mails.behind().received()).isEmpty();
    }
  }

  /** The certificate is trusted, and names 127.0.0.1 and localhost. */
  @ParameterizedTest
  @EnumSource(names = {"TLS", "STARTTLS"})
  void a_server_whose_certificate_names_another_host_gets_nothing(Security security) {
    try (var mails = new TlsMailServer("127.0.0.2", security, certificates.getFirst())) {
      assertThat(send(mails.address(), certificates.getFirst()))
          .isInstanceOf(Outcome.Deferred.class);
      assertThat(mails.connections()).isEqualTo(1);
      assertThat(mails.behind().received()).isEmpty();
    }
  }

  @Test
  void a_server_without_tls_gets_nothing_where_tls_is_required() {
    try (var scripted = new ScriptedMailServer(_ -> "250 fine")) {
      var plain = scripted.address();
      var server =
          new SmtpServer(plain.host(), plain.port(), Security.STARTTLS, Optional.empty(), "");
      assertThat(send(server)).isInstanceOf(Outcome.Deferred.class);
      assertThat(scripted.asked).isEmpty();
    }
  }

  @Test
  void a_server_that_is_not_there_is_tried_again() {
    SmtpServer address;
    try (var scripted = new ScriptedMailServer(_ -> "250 fine")) {
      address = scripted.address();
    }
    assertThat(send(address)).isInstanceOf(Outcome.Deferred.class);
  }

  private static Outcome outcome(UnaryOperator<String> answer, Map<String, String> replies) {
    try (var scripted = new ScriptedMailServer(answer, replies)) {
      return send(scripted.address());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "550 No such mailbox",
        "551 User not local",
        "553 Mailbox name not allowed",
        "550 5.1.1 User unknown",
        "550 5.1.0 Recipient not found",
        "550-5.1.1 The account does not exist",
        "501 5.1.3 Bad address",
        "556 5.1.10 The domain takes no mail",
        "550 5.2.1 Mailbox disabled"
      })
  void an_address_that_does_not_exist_is_refused_for_good(String reply) {
    var lines = reply.contains("-") ? reply + "\r\n550 5.1.1 at all" : reply;
    assertThat(outcome(_ -> lines, Map.of()))
        .isInstanceOfSatisfying(
            Outcome.Refused.class, refused -> assertThat(refused.ofAddress()).isTrue());
  }

  /** Otherwise a relay that is configured wrongly would silence every user. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "550 relay not permitted",
        "550 5.1.0 <news@example.com>: Sender address rejected: User unknown",
        "550 Sender verify failed",
        "550 Authentication required",
        "550 Administrative prohibition",
        "550 rejected because 192.0.2.1 is in a black list at dnsbl.example",
        "554 5.7.1 Relay access denied",
        "550 5.7.1 Rejected by policy",
        "550 5.4.5 Daily quota exceeded",
        "530 5.7.0 Authentication required",
        "552 5.2.2 Mailbox full",
        "554 Transaction failed"
      })
  void a_recipient_that_is_refused_for_another_reason_is_tried_again(String reply) {
    assertThat(outcome(_ -> reply, Map.of())).isEqualTo(new Outcome.Deferred(reply));
  }

  @ParameterizedTest
  @ValueSource(strings = {"553 5.7.1 Not your address", "550 5.1.8 Unknown domain", "530 Sign in"})
  void a_refused_sender_is_tried_again(String reply) {
    assertThat(outcome(_ -> "250 fine", Map.of("MAIL", reply)))
        .isEqualTo(new Outcome.Deferred(reply));
  }

  @ParameterizedTest
  @CsvSource({
    "550 5.7.1 This is spam, true",
    "552 5.3.4 Too large, true",
    "554 Transaction failed, true",
    "550 5.4.5 Daily quota exceeded, false",
    "451 Try again later, false"
  })
  void a_refused_email_is_final_unless_the_server_is_the_reason(String reply, boolean isFinal) {
    var expected = isFinal ? new Outcome.Refused(reply, false) : new Outcome.Deferred(reply);
    assertThat(outcome(_ -> "250 fine", Map.of("DATA", reply))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "smtp://mail.example.com, mail.example.com, 587, STARTTLS, ''",
    "smtp://ann@mail.example.com:2525, mail.example.com, 2525, STARTTLS, ann",
    "smtps://ann%40example.com@mail.example.com, mail.example.com, 465, TLS, ann@example.com",
    "smtp://localhost:25, localhost, 25, NONE, ''"
  })
  void an_address_says_how_the_connection_is_protected(
      String address, String host, int port, Security security, String user) {
    var parsed = SmtpServer.parse(address, "secret").orElseThrow();
    assertThat(parsed)
        .isEqualTo(
            new SmtpServer(
                host, port, security, Optional.of(user).filter(u -> !u.isEmpty()), "secret"));
    assertThat(parsed.toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "smtp://ann:secret@mail.example.com",
        "http://mail.example.com",
        "mail.example.com",
        "smtp://",
        "smtp://mail.example.com/x"
      })
  void other_addresses_are_not_accepted(String address) {
    assertThat(SmtpServer.parse(address, "")).isEmpty();
  }
}
