package dev.trestle.messenger.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.messenger.DomainFixture;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventRelay;
import dev.trestle.platform.event.MemoryEventLog;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EntryEventsTest {
  private final Trestle trestle = Trestle.inMemory();
  private final DomainFixture server =
      new DomainFixture(TestServer.context(trestle, InstantSource.system()));
  private final UserId ann = server.accounts.addUser("+46701112233", "Ann");
  private final UserId bo = server.accounts.addUser("+46701112244", "Bo");
  private final UserId cleo = server.accounts.addUser("+46701112255", "Cleo");
  private final List<Event> events = new ArrayList<>();

  @AfterEach
  void close() {
    server.close();
    trestle.close();
  }

  private void send(ChatId chat, Kind kind, String text, Optional<Long> target) {
    var mentions = kind == Kind.text ? List.of(bo) : List.<UserId>of();
    var draft =
        new Draft(
            kind + "-" + target.orElse(0L),
            kind,
            text,
            "text/plain",
            target,
            Optional.empty(),
            Optional.empty(),
            mentions);
    server.logs.send(chat, ann, draft);
  }

  private String line(Event event) {
    return (event.type() + " " + event.data())
        .replace(ann.value(), "ann")
        .replace(bo.value(), "bo")
        .replace(cleo.value(), "cleo")
        .replaceAll("\"message_id\":\"msg_\\w+\",", "")
        .replace("\"", "");
  }

  @Test
  void every_entry_of_a_chat_is_an_event_without_what_was_written() {
    var chat = server.groups.create(ann, "Secret name", List.of(bo)).chatId();
    send(chat, Kind.text, "Secret text", Optional.empty());
    send(chat, Kind.edit, "Secret edit", Optional.of(2L));
    send(chat, Kind.reaction, "❤", Optional.of(2L));
    send(chat, Kind.delete, "", Optional.of(2L));
    server.groups.rename(chat, ann, "Secret again");
    server.members.add(chat, ann, List.of(cleo));
    server.members.changeRole(chat, ann, cleo, Role.admin);
    server.members.remove(chat, ann, bo);
    var log = new MemoryEventLog();
    EventLog.Consumer remember =
        more -> {
          synchronized (events) {
            events.addAll(more);
          }
        };
    var source = new EntryEvents(server.store);
    try (var _ = log.follow("messenger", EventLog.Start.OLDEST, remember);
        var relay = EventRelay.of(log, server.context.feed(), List.of(source))) {
      relay.start();
      Await.until(
          () -> {
            synchronized (events) {
              return events.size() >= 9;
            }
          },
          Duration.ofSeconds(60));
    }
    // Bo has left by the time the first entry is published.
    assertThat(events.stream().map(this::line))
        .containsExactly(
            "chat_created {number:1,user_id:ann,members:[{user_id:ann,role:owner}]}",
            "message_sent {number:2,user_id:ann,mentions:[bo],has_file:false}",
            "message_edited {number:3,user_id:ann,target:2}",
            "reaction_changed {number:4,user_id:ann,target:2}",
            "message_deleted {number:5,user_id:ann,target:2}",
            "chat_renamed {number:6,user_id:ann}",
            "member_joined {number:7,user_id:ann,member_id:cleo}",
            "role_changed {number:8,user_id:ann,member_id:cleo,role:admin}",
            "member_left {number:9,user_id:ann,member_id:bo}");
    assertThat(events).allMatch(event -> event.key().equals(chat.value()));
    assertThat(events.toString()).doesNotContain("Secret", "❤");
  }
}
