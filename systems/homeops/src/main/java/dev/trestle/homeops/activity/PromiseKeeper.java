package dev.trestle.homeops.activity;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.Activities.Activity;
import dev.trestle.homeops.model.ActivityId;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.PromiseId;
import dev.trestle.homeops.model.Promises;
import dev.trestle.homeops.model.Promises.Promise;
import dev.trestle.homeops.model.Promises.State;
import dev.trestle.homeops.time.QuietHours;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Keeps promises: made in a message, fulfilled by a later activity, followed up once. */
public final class PromiseKeeper {
  private static final int ATTEMPTS_MAX = 20;
  private static final int PROMISES_MAX = 10_000;

  private final Store store;

  public PromiseKeeper(Store store) {
    this.store = store;
  }

  /** A promise that a message makes. */
  public record NewPromise(
      ChatId chatId,
      MessageNumber messageId,
      Instant made,
      MemberId member,
      String activity,
      String text,
      Instant deadline) {
    private PromiseId id() {
      var act = ActivityIds.of(chatId, messageId, made, activity, member);
      return new PromiseId(PromiseId.PREFIX + act.value());
    }
  }

  /** Notes a promise. Repeating it changes nothing. */
  public void make(NewPromise promise, ZoneId zone) {
    var id = promise.id();
    store.run(
        Promises.SAVE,
        new Promise(
            promise.member(),
            promise.made(),
            id,
            promise.activity(),
            promise.text(),
            promise.deadline(),
            State.active,
            Optional.of(shard(id)),
            QuietHours.endFrom(promise.deadline(), zone),
            Optional.empty(),
            promise.chatId(),
            promise.messageId(),
            0));
  }

  /** Fulfils the oldest promise that an activity keeps, if there is one. */
  public void fulfil(Activity activity) {
    for (int i = 0; i < ATTEMPTS_MAX; i++) {
      var latest = ofMember(activity.userId());
      if (kept(activity, latest).isPresent()) {
        return;
      }
      var promise =
          latest.stream()
              .filter(active -> active.status() != State.fulfilled)
              .filter(active -> keeps(activity, active))
              .min(Comparator.comparing(Promise::made));
      if (promise.isEmpty()) {
        return;
      }
      var fulfilled = settled(promise.get(), State.fulfilled, Optional.of(activity.activityId()));
      if (store.run(Promises.SAVE, fulfilled).isDone()) {
        return;
      }
    }
    throw new Refusal.Busy();
  }

  /** The promises to change when an activity is corrected: one reopened, another fulfilled. */
  List<Promise> corrected(Activity before, Activity after) {
    var kept = kept(before, all(before.userId()));
    if (kept.filter(promise -> keeps(after, promise)).isPresent()) {
      return List.of();
    }
    var fulfilled =
        ofMember(after.userId()).stream()
            .filter(promise -> promise.status() != State.fulfilled)
            .filter(promise -> keeps(after, promise))
            .min(Comparator.comparing(Promise::made))
            .map(promise -> settled(promise, State.fulfilled, Optional.of(after.activityId())));
    return Stream.concat(reopened(before).stream(), fulfilled.stream()).toList();
  }

  private static boolean keeps(Activity activity, Promise promise) {
    return promise.userId().equals(activity.userId())
        && promise.activity().equals(activity.activity())
        && promise.chatId().equals(activity.chatId())
        && !promise.made().isAfter(activity.timestamp());
  }

  /** The promise that an activity fulfilled, as it was before. */
  public Optional<Promise> reopened(Activity activity) {
    return kept(activity, all(activity.userId()))
        .map(promise -> {
          boolean followedUp = activity.createdAt().isAfter(promise.followUp());
          return settled(promise, followedUp ? State.expired : State.active, Optional.empty());
        });
  }

  private static Optional<Promise> kept(Activity activity, List<Promise> promises) {
    return promises.stream()
        .filter(promise -> promise.fulfilledBy().equals(Optional.of(activity.activityId())))
        .findFirst();
  }

  /** A member's latest promises, also those that are settled. */
  public List<Promise> ofMember(MemberId member) {
    return store.run(Promises.OF_USER_ALL, new Promises.OfUser(member)).items();
  }

  /** All promises of a member, the latest first. */
  public List<Promise> all(MemberId member) {
    return store.stream(Promises.OF_USER_ALL, new Promises.OfUser(member), PROMISES_MAX).toList();
  }

  /** A member's open promises. */
  public List<Promise> active(MemberId member) {
    return store.run(Promises.ACTIVE, new Promises.OfUser(member)).items();
  }

  /**
   * Removes the open promises of a message that it no longer makes.
   *
   * @param kept the activities that it promises, with their deadlines
   */
  public void withdraw(
      ChatId chatId, MessageNumber messageId, MemberId member, Map<String, Instant> kept) {
    for (var promise : all(member)) {
      boolean ofMessage =
          promise.chatId().equals(chatId) && promise.sourceMessageId().equals(messageId);
      boolean isKept = promise.deadline().equals(kept.get(promise.activity()));
      if (ofMessage && promise.status() == State.active && !isKept) {
        store.run(
            Promises.REMOVE,
            new Promises.OfPromise(promise.userId(), promise.made(), promise.promise()));
      }
    }
  }

  /**
   * Ends the waiting of an overdue promise: it is followed up once and never again.
   *
   * @return whether this call did it
   */
  public boolean expire(Promise promise) {
    return store.run(Promises.SAVE, settled(promise, State.expired, Optional.empty())).isDone();
  }

  /** Follows an overdue promise up later. */
  public void postpone(Promise promise, Instant until) {
    store.run(
        Promises.SAVE,
        new Promise(
            promise.userId(),
            promise.made(),
            promise.promise(),
            promise.activity(),
            promise.description(),
            promise.deadline(),
            promise.status(),
            promise.due(),
            until,
            promise.fulfilledBy(),
            promise.chatId(),
            promise.sourceMessageId(),
            promise.version()));
  }

  private static long shard(PromiseId promise) {
    return Math.floorMod(promise.value().hashCode(), Promises.DUE_SHARDS);
  }

  private static Promise settled(Promise promise, State state, Optional<ActivityId> by) {
    return new Promise(
        promise.userId(),
        promise.made(),
        promise.promise(),
        promise.activity(),
        promise.description(),
        promise.deadline(),
        state,
        state == State.active ? Optional.of(shard(promise.promise())) : Optional.empty(),
        promise.followUp(),
        by,
        promise.chatId(),
        promise.sourceMessageId(),
        promise.version());
  }
}
