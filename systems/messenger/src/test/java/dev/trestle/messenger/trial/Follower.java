package dev.trestle.messenger.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.CallFailed;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.messenger.client.LiveClient;
import dev.trestle.messenger.client.LiveListener;
import dev.trestle.messenger.history.Event;
import dev.trestle.messenger.history.Recorder;
import dev.trestle.messenger.history.SeenEntry;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A user of the reference client who only listens, and must have everything in the end. */
final class Follower implements LiveListener, AutoCloseable {
  private final SignedInClient account;
  private final String name;
  private final Map<String, List<SeenEntry>> entries = new ConcurrentHashMap<>();
  private final LiveClient client;

  Follower(RestClient rest, String phone, String name, long seed) {
    this.name = name;
    this.account = SignedInClient.signIn(rest.http(), rest.server(), phone, name, code -> code);
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
