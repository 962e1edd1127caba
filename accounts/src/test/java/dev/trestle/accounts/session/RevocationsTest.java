package dev.trestle.accounts.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Access tokens end with their session: on other servers, and after a restart. */
final class RevocationsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final TestServer server = TestServer.open();
  private final TestUser ann = server.user();

  @AfterEach
  void close() {
    server.close();
  }

  private int status(TestServer on, TestUser user) {
    return on.call("GET", "/users/me", null, user.access, Map.of()).status();
  }

  @Test
  void a_signed_out_token_is_refused_after_a_restart() {
    try (var other = server.another()) {
      assertThat(status(other, ann)).isEqualTo(200);
    }
    assertThat(ann.post("/auth/logout", Map.of()).status()).isEqualTo(204);
    server.clock.advance(Duration.ofMinutes(59));
    try (var restarted = server.another()) {
      assertThat(status(restarted, ann)).isEqualTo(401);
    }
  }

  @Test
  void a_session_that_another_one_replaced_is_refused_after_a_restart() {
    var again = server.signIn(ann.number, ann.device);
    try (var restarted = server.another()) {
      assertThat(status(restarted, ann)).isEqualTo(401);
      assertThat(status(restarted, again)).isEqualTo(200);
    }
  }

  @Test
  void all_sessions_but_one_are_refused_after_a_restart() {
    var laptop = server.signIn(ann.number, "laptop");
    var tablet = server.signIn(ann.number, "tablet");
    assertThat(laptop.delete("/sessions").data().path("revoked").asInt()).isEqualTo(2);
    try (var restarted = server.another()) {
      assertThat(status(restarted, ann)).isEqualTo(401);
      assertThat(status(restarted, tablet)).isEqualTo(401);
      assertThat(status(restarted, laptop)).isEqualTo(200);
    }
  }

  @Test
  void a_server_that_gets_no_signal_reads_what_another_one_revoked() {
    try (var other = server.another()) {
      other.accounts.start();
      assertThat(status(other, ann)).isEqualTo(200);
      ann.post("/auth/logout", Map.of());
      Await.until(() -> status(other, ann) == 401, PATIENCE);
    }
  }

  /** Signed-out tokens of other servers would be valid for up to an hour. */
  @Test
  void an_error_does_not_end_the_reading_of_revocations() {
    var bo = server.user();
    try (var other = server.another()) {
      other
          .accounts
          .revocations()
          .listen(session -> {
            if (session.value().equals(ann.session)) throw new NoClassDefFoundError("on purpose");
          });
      other.accounts.start();
      ann.post("/auth/logout", Map.of());
      Await.until(() -> status(other, ann) == 401, PATIENCE);
      bo.post("/auth/logout", Map.of());
      Await.until(() -> status(other, bo) == 401, PATIENCE);
    }
  }

  @Test
  void sockets_are_told_once_of_a_session_that_another_server_ended() {
    var bo = server.user();
    var told = new ConcurrentLinkedQueue<String>();
    try (var other = server.another()) {
      other.accounts.revocations().listen(session -> told.add(session.value()));
      other.accounts.start();
      ann.post("/auth/logout", Map.of());
      Await.until(() -> told.contains(ann.session), PATIENCE);
      bo.post("/auth/logout", Map.of());
      Await.until(() -> told.contains(bo.session), PATIENCE);
    }
    assertThat(told).containsExactly(ann.session, bo.session);
  }

  @Test
  void revocations_are_removed_when_the_tokens_have_expired() {
    ann.post("/auth/logout", Map.of());
    assertThat(server.items("revoked_sessions")).contains(ann.session);
    server.clock.advance(Duration.ofMinutes(66));
    try (var restarted = server.another()) {
      var session = new SessionId(ann.session);
      assertThat(restarted.accounts.revocations().isRevoked(session)).isFalse();
      assertThat(status(restarted, ann)).isEqualTo(401);
    }
  }
}
