package dev.trestle.messenger.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.model.Closings;
import dev.trestle.accounts.model.Users;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.ManualClock;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.Refusal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
class EarlyMembersTest {
  private static final int USERS = 180;

  /** Thrown where the process would have died. */
  private static final class Crash extends RuntimeException {}

  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.inMemory();

  /** Crashes before this transaction; 0 never. */
  private final AtomicInteger crashAt = new AtomicInteger();

  private final DomainFixture server = server();
  private final List<UserId> users = users();

  private DomainFixture server() {
    // Ahead of the engine's clock, by which it removes expired items.
    clock.set(Instant.parse("2040-01-02T12:00:00Z"));
    return new DomainFixture(TestServer.context(trestle, crashing(trestle.client()), clock));
  }

  private DynamoDbClient crashing(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            EarlyMembersTest.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              boolean isTransaction = method.getName().equals("transactWriteItems");
              if (isTransaction && crashAt.get() > 0 && crashAt.decrementAndGet() == 0) {
                throw new Crash();
              }
              try {
                return method.invoke(client, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private List<UserId> users() {
    var all = new ArrayList<UserId>();
    for (int i = 0; i < USERS; i++) {
      all.add(server.accounts.addUser("+4673" + (1_000_000 + i), "User " + i));
    }
    return all;
  }

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  private int rows(String table) {
    return trestle.client().scan(scan -> scan.tableName(table)).items().size();
  }

  private List<ChatList.ChatSummary> chats(UserId user) {
    return server.chats.of(user, Optional.empty(), 100).chats();
  }

  @Test
  void everyone_is_in_the_group_from_its_first_entry_on() {
    var group = server.groups.create(users.getFirst(), "Everyone", users);
    assertThat(server.members.all(group.chatId()))
        .hasSize(USERS)
        .allSatisfy(member -> assertThat(member.joinedSequence()).isEqualTo(1));
    assertThat(server.logs.head(group.chatId()).sequence()).isEqualTo(1);
    assertThat(users).allSatisfy(user -> assertThat(chats(user)).hasSize(1));
  }

  @Test
  void a_crash_while_a_group_is_created_leaves_no_group_and_nothing_for_long() {
    var groups = server.groups;
    // Three transactions add 133 users, the fourth opens the group with 47.
    for (int at = 1; at <= 4; at++) {
      crashAt.set(at);
      assertThatThrownBy(() -> groups.create(users.getFirst(), "Everyone", users))
          .isInstanceOf(Crash.class);
      assertThat(rows("chat_memberships")).isEqualTo(Math.min((at - 1) * 50, 133));
      assertThat(rows("chats") + rows("messages")).isZero();
      assertThat(users).allSatisfy(user -> assertThat(chats(user)).isEmpty());
      clock.advance(OrphanedMemberships.OPENING_MAX.plusSeconds(1));
      users.forEach(this::chats);
      assertThat(rows("chat_memberships")).as("crashed before transaction %d", at).isZero();
    }
    var group = groups.create(users.getFirst(), "Everyone", users);
    assertThat(server.members.all(group.chatId())).hasSize(USERS);
    clock.advance(Duration.ofDays(1));
    assertThat(users).allSatisfy(user -> assertThat(chats(user)).hasSize(1));
  }

  @Test
  void a_user_whose_account_is_closing_prevents_the_group_and_leaves_no_memberships() {
    var leaver = users.get(120);
    startClosing(leaver);
    assertThatThrownBy(() -> server.groups.create(users.getFirst(), "Everyone", users))
        .isInstanceOf(Refusal.InvalidField.class);
    assertThat(rows("chat_memberships") + rows("chats")).isZero();
  }

  @Test
  void a_user_who_closes_the_account_while_a_group_is_created_is_not_in_it() {
    crashAt.set(4);
    assertThatThrownBy(() -> server.groups.create(users.getFirst(), "Everyone", users))
        .isInstanceOf(Crash.class);
    startClosing(users.getLast());
    server.erasure.erase(users.getLast());
    assertThat(rows("chat_memberships")).isEqualTo(132);
    assertThat(rows("messages")).isZero();
  }

  private void startClosing(UserId user) {
    var starting = new Closings.Starting(new Users.Closing(user, clock.instant()), List.of());
    server.accounts.stores().getFirst().run(Closings.START, starting);
  }
}
