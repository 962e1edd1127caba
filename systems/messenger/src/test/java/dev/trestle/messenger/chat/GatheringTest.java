package dev.trestle.messenger.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.UserId;
import dev.trestle.messenger.model.Users;
import dev.trestle.messenger.web.ApiLimits;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.ManualClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Groups that do not fit into one transaction. */
class GatheringTest {
  private static final int PEOPLE = 180;

  /** What is thrown where the process would have died. */
  private static final class Death extends RuntimeException {}

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.inMemory();

  /** The transaction before which the process dies; 0: it lives. */
  private final AtomicInteger fatal = new AtomicInteger();

  private final Messenger messenger = messenger();
  private final List<UserId> people = people();

  private Messenger messenger() {
    // Ahead of the engine's clock, which removes what has expired.
    clock.set(Instant.parse("2040-01-02T12:00:00Z"));
    for (var model : Messenger.models()) TableCreation.create(model, trestle.client(), "");
    var options =
        MessengerOptions.local(
                StoreOptions.standard().clock(clock), new MemorySecrets(new SecureRandom()))
            .limits(ApiLimits.NONE);
    return Messenger.of(mortal(trestle.client()), options);
  }

  private DynamoDbClient mortal(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            GatheringTest.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              boolean isTransaction = method.getName().equals("transactWriteItems");
              if (isTransaction && fatal.get() > 0 && fatal.decrementAndGet() == 0) {
                throw new Death();
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private List<UserId> people() {
    var all = new ArrayList<UserId>();
    for (int i = 0; i < PEOPLE; i++) {
      var number = "+4673" + (1_000_000 + i);
      all.add(messenger.parts().logins().logIn(number, "phone").user().userId());
    }
    return all;
  }

  @AfterEach
  void close() {
    messenger.close();
    trestle.close();
  }

  private int rows(String table) {
    return trestle.client().scan(scan -> scan.tableName(table)).items().size();
  }

  private List<ChatList.Line> chats(UserId user) {
    return messenger.parts().chats().of(user, Optional.empty(), 100).lines();
  }

  @Test
  void everybody_is_in_the_group_from_its_first_entry_on() {
    var group = messenger.parts().groups().open(people.getFirst(), "Everybody", people);
    assertThat(messenger.parts().members().all(group.chatId()))
        .hasSize(PEOPLE)
        .allSatisfy(member -> assertThat(member.joinedSequence()).isEqualTo(1));
    assertThat(messenger.parts().log().head(group.chatId()).sequence()).isEqualTo(1);
    assertThat(people).allSatisfy(user -> assertThat(chats(user)).hasSize(1));
  }

  @Test
  void a_crash_while_it_is_made_leaves_no_group_and_nothing_for_long() {
    var groups = messenger.parts().groups();
    // Three transactions gather 132 people, the fourth opens the group with 48.
    for (int at = 1; at <= 4; at++) {
      fatal.set(at);
      assertThatThrownBy(() -> groups.open(people.getFirst(), "Everybody", people))
          .isInstanceOf(Death.class);
      assertThat(rows("chat_memberships")).isEqualTo(Math.min((at - 1) * 50, 132));
      assertThat(rows("chats") + rows("messages")).isZero();
      assertThat(people).allSatisfy(user -> assertThat(chats(user)).isEmpty());
      clock.advance(Orphans.PATIENCE.plusSeconds(1));
      people.forEach(this::chats);
      assertThat(rows("chat_memberships")).as("died before transaction %d", at).isZero();
    }
    var group = groups.open(people.getFirst(), "Everybody", people);
    assertThat(messenger.parts().members().all(group.chatId())).hasSize(PEOPLE);
    clock.advance(Duration.ofDays(1));
    assertThat(people).allSatisfy(user -> assertThat(chats(user)).hasSize(1));
  }

  @Test
  void one_who_is_leaving_stands_in_the_way_and_nobody_stays_behind() {
    var leaver = people.get(120);
    messenger.store().run(Users.CLOSING, new Users.Leaving(leaver, clock.instant()));
    assertThatThrownBy(
            () -> messenger.parts().groups().open(people.getFirst(), "Everybody", people))
        .isInstanceOf(Refused.class);
    assertThat(rows("chat_memberships") + rows("chats")).isZero();
  }

  @Test
  void who_closes_the_account_while_a_group_is_made_is_not_in_it() {
    fatal.set(4);
    assertThatThrownBy(
            () -> messenger.parts().groups().open(people.getFirst(), "Everybody", people))
        .isInstanceOf(Death.class);
    messenger.parts().account().close(people.getLast());
    assertThat(rows("chat_memberships")).isEqualTo(131);
    assertThat(rows("messages")).isZero();
  }
}
