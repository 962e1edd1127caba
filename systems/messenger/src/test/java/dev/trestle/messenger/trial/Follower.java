package dev.trestle.messenger.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.client.Account;
import dev.trestle.messenger.client.CallFailed;
import dev.trestle.messenger.client.Listener;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.history.Entry;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Somebody with the reference client, who only listens. In the end it must have it all. */
final class Follower implements Listener, AutoCloseable {
  private final Account account;
  private final String name;
  private final Map<String, List<Entry>> entries = new ConcurrentHashMap<>();
  private final LiveClient client;

  Follower(Rest rest, String phone, String name, long seed) {
    this.name = name;
    this.account = Account.logIn(rest.http(), rest.server(), phone, name, code -> code);
    this.client = new LiveClient(account, new SplittableRandom(seed), this);
  }

  void start() {
    client.start();
  }

  @Override
  public void entry(String chat, long sequence, JsonNode entry) {
    entries.computeIfAbsent(chat, _ -> new CopyOnWriteArrayList<>()).add(Replica.entry(entry));
  }

  void cut() {
    client.cut();
  }

  long last(String chat) {
    return client.last(chat);
  }

  boolean isMember(String chat) {
    try {
      account.get("/chats/" + chat);
      return true;
    } catch (CallFailed _) {
      return false;
    }
  }

  String user() {
    return account.userId();
  }

  void recordReplicas(Recorder recorder) {
    entries.forEach((chat, list) ->
        recorder.record(
            at -> new Event.Replica(at, account.userId(), name, chat, List.copyOf(list))));
  }

  @Override
  public void close() {
    client.close();
  }
}
