package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Users of Messenger who open groups: whoever is in one hears of it on the socket they have. */
final class NewChatWork implements TrialWork {
  /** Longer than a server with their socket stands still. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Each of three users may open 60 in an hour, and a client lists a hundred. */
  private static final int CHATS_MAX = 100;

  private final List<SignedInClient> users;
  private final List<LiveClient> sockets = new ArrayList<>();
  private final Pace pace;
  private final SplittableRandom random;
  private final List<String> violations = new ArrayList<>();
  private final List<String> chats = new ArrayList<>();

  /** Connects users who are in no other chats. */
  NewChatWork(List<SignedInClient> users, Pace pace, SplittableRandom random) {
    this.users = users;
    this.pace = pace;
    this.random = random;
    for (var user : users) {
      sockets.add(new LiveClient(user, random.split(), (_, _, _) -> {}).start());
    }
  }

  @Override
  public void step() throws Exception {
    pace.pause(random, 1000, CHATS_MAX);
    int number = chats.size();
    int member = (number + 1) % users.size();
    var others = List.of(users.get(member).userId());
    var chat =
        Repeat.until(
            () -> ChatCalls.createGroup(users.get(number % users.size()), "New " + number, others));
    chats.add(chat);
    try {
      Await.until(() -> sockets.get(member).last(chat) > 0, TIMEOUT);
    } catch (AssertionError late) {
      violations.add("a member did not hear of the new chat " + number);
    }
  }

  @Override
  public List<String> violations() {
    return violations;
  }

  @Override
  public String summary() {
    return "new_chats=" + chats.size();
  }

  @Override
  public List<ComparedEvent> events() {
    return chats.stream().map(chat -> ComparedEvent.entry(chat, "chat_created", 1)).toList();
  }

  @Override
  public void close() {
    sockets.forEach(LiveClient::close);
  }
}
