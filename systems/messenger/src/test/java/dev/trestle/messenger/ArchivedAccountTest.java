package dev.trestle.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.IdleAccounts;
import dev.trestle.messenger.model.MemberProfiles;
import dev.trestle.testing.Await;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The chats of a user who has not come for two years. */
class ArchivedAccountTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser bo = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void chats_of_an_archived_account_go_on_and_wait_for_its_return() {
    var ann = fixture.user();
    var chat = ann.direct(bo);
    ann.send(chat, "a1", "Are you there?");
    var store = fixture.messenger.stores().getFirst();
    var id = new UserId(bo.id);
    store.run(MemberProfiles.SEE, new MemberProfiles.Seen(id, fixture.server.clock.instant()));
    fixture.server.clock.advance(IdleAccounts.IDLE_MAX.plusDays(1));
    ann = fixture.signIn(ann.number, "phone");
    fixture.server.accounts.start();
    Await.until(() -> fixture.items("users").contains("archived_at"), Duration.ofSeconds(30));
    assertThat(store.run(MemberProfiles.FIND, new MemberProfiles.OfUser(id)))
        .hasValueSatisfying(profile -> assertThat(profile.lastSeenAt()).isEmpty());
    assertThat(ann.send(chat, "a2", "Still not?").status()).isEqualTo(201);
    assertThat(ann.get("/chats/" + chat).status()).isEqualTo(200);

    var again = fixture.signIn(bo.number, "tablet");
    assertThat(again.id).isEqualTo(bo.id);
    assertThat(fixture.items("users")).doesNotContain("archived_at");
    assertThat(again.get("/chats").data().get(0).path("unread_count").asLong()).isEqualTo(2);
    assertThat(again.send(chat, "b1", "Here I am").status()).isEqualTo(201);
  }
}
