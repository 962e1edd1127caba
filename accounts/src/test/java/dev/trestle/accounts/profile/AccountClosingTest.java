package dev.trestle.accounts.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.PersonalData;
import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import dev.trestle.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccountClosingTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final TestServer server = TestServer.open();
  private final Notes notes = new Notes();
  private final TestUser ann = server.user();
  private final TestUser bo = server.user();

  @AfterEach
  void close() {
    server.close();
  }

  /** A system that stores something about users. */
  private static final class Notes implements PersonalData {
    private final List<UserId> erased = new ArrayList<>();
    private boolean isFailing;

    @Override
    public String system() {
      return "notes";
    }

    @Override
    public void export(UserId user, ExportWriter out) {
      out.write("note", Map.of("text", "about " + user.value()));
    }

    @Override
    public synchronized void erase(UserId user) {
      if (isFailing) throw new Refusal.Unavailable("The system failed.");
      erased.add(user);
    }

    synchronized List<UserId> erased() {
      return List.copyOf(erased);
    }
  }

  private static UserId id(TestUser user) {
    return new UserId(user.id);
  }

  /** Another run of the server on the same tables. */
  private Accounts restarted(PersonalData data) {
    var accounts = Accounts.open(server.context, TestServer.unlimited());
    accounts.register(data);
    accounts.start();
    return accounts;
  }

  @Test
  void an_export_has_the_account_the_sessions_and_the_data_of_each_system() {
    server.accounts.register(notes);
    var export =
        new String(ann.get("/users/me/export").response().body(), StandardCharsets.UTF_8).lines();
    assertThat(export)
        .satisfiesExactly(
            line -> assertThat(line).contains("\"type\":\"user\"", ann.number),
            line -> assertThat(line).contains("\"type\":\"session\"", ann.session),
            line -> assertThat(line).contains("\"type\":\"note\"", "about " + ann.id));
  }

  @Test
  void a_closed_account_keeps_its_id_and_nothing_else() {
    server.accounts.register(notes);
    assertThat(ann.delete("/users/me").status()).isEqualTo(204);
    assertThat(notes.erased()).containsExactly(id(ann));
    assertThat(ann.get("/users/me").status()).isEqualTo(401);
    assertThat(
            server.anyone("POST", "/auth/refresh", Map.of("refresh_token", ann.refresh)).status())
        .isEqualTo(401);
    assertThat(bo.get("/users/" + ann.id).data().path("display_name").asText())
        .isEqualTo("deleted user");
    for (var table : List.of("sessions", "claims", "account_closings")) {
      assertThat(server.items(table)).as(table).doesNotContain(ann.id, ann.number);
    }
    assertThat(server.items("users")).doesNotContain(ann.number);
    assertThat(server.signIn(ann.number, "phone").id).isNotEqualTo(ann.id);
  }

  @Test
  void a_closed_account_cannot_be_renamed() {
    ann.delete("/users/me");
    assertThatThrownBy(() -> server.accounts.profiles().rename(id(ann), "Back again"))
        .isInstanceOf(Refusal.NotSignedIn.class);
    assertThat(server.items("users")).doesNotContain("Back again");
  }

  @Test
  void a_system_that_was_not_served_erases_its_data_at_its_next_start() {
    restarted(notes).close();
    // The server of this test does not serve the system, but knows that it exists.
    assertThat(ann.delete("/users/me").status()).isEqualTo(204);
    assertThat(notes.erased()).isEmpty();
    assertThat(server.items("account_closings")).contains(ann.id);
    var accounts = restarted(notes);
    Await.until(() -> !server.items("account_closings").contains(ann.id), TIMEOUT);
    assertThat(notes.erased()).containsExactly(id(ann));
    accounts.close();
  }

  @Test
  void a_closing_that_failed_half_way_is_finished_by_the_next_start() {
    server.accounts.register(notes);
    notes.isFailing = true;
    assertThat(ann.delete("/users/me").status()).isEqualTo(503);
    assertThat(server.items("claims")).contains(ann.number);
    notes.isFailing = false;
    var accounts = restarted(notes);
    Await.until(() -> !server.items("account_closings").contains(ann.id), TIMEOUT);
    assertThat(notes.erased()).containsExactly(id(ann));
    assertThat(server.items("claims") + server.items("sessions")).doesNotContain(ann.id);
    accounts.close();
  }

  @Test
  void a_closing_that_failed_half_way_is_finished_by_the_next_sign_in() {
    server.accounts.register(notes);
    notes.isFailing = true;
    assertThat(ann.delete("/users/me").status()).isEqualTo(503);
    notes.isFailing = false;
    var again = server.signIn(ann.number, "phone");
    assertThat(again.id).isNotEqualTo(ann.id);
    assertThat(notes.erased()).containsExactly(id(ann));
    assertThat(server.items("account_closings")).doesNotContain(ann.id);
  }
}
