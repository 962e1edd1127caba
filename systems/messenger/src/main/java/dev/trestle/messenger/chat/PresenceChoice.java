package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.model.Users;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.MemberProfiles;
import dev.trestle.messenger.model.MemberProfiles.Choosing;
import dev.trestle.messenger.model.MemberProfiles.MemberProfile;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * Whether users show when they are online and were last seen. Whoever does not show it does not see
 * it of others.
 */
public final class PresenceChoice {
  /** Told when a user has chosen. */
  @FunctionalInterface
  public interface Listener {
    void chosen(UserId user, boolean isShown);
  }

  private final Store store;
  private final Listener listener;

  public PresenceChoice(Store store, Listener listener) {
    this.store = store;
    this.listener = listener;
  }

  public boolean isShownBy(UserId user) {
    return profile(user).showsPresence();
  }

  /** What is stored about a user. */
  public MemberProfile profile(UserId user) {
    return store
        .run(MemberProfiles.FIND, new MemberProfiles.OfUser(user))
        .orElseGet(() -> MemberProfile.empty(user));
  }

  /** Hiding it also deletes when the user was last seen. */
  public void set(UserId user, boolean isShown) {
    var choosing =
        new Choosing(
            isShown ? Optional.empty() : Optional.of(new MemberProfiles.Hiding(user, true)),
            isShown ? Optional.of(new MemberProfiles.OfUser(user)) : Optional.empty(),
            new Users.ById(user));
    if (!store.run(MemberProfiles.CHOOSE, choosing).isDone()) {
      throw new Refusal.Unavailable("The setting could not be saved. Try again.");
    }
    listener.chosen(user, isShown);
  }

  /** Deletes when a user was last seen, because it is long ago. */
  public void forgetSeen(UserId user) {
    store.run(MemberProfiles.FORGET_SEEN, new MemberProfiles.OfUser(user));
  }
}
