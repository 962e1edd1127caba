package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.file.ProfilePhotos;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.ConsentSettings;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DirectPairs;
import dev.trestle.messenger.model.DirectPairs.Pair;
import dev.trestle.messenger.model.GroupInvitations;
import dev.trestle.messenger.model.MemberProfiles;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.RemovedMembers;
import dev.trestle.messenger.push.PushDeviceStore;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.List;

/**
 * Erases a user whose account is being closed: memberships, delivery states, direct pairs,
 * invitations and the choice to require them, removals from groups, the profile and picture,
 * blocks, push subscriptions, and the files that the user sent. The messages stay, also those that
 * showed the files. Nobody can be added to a chat whose account is closing, so what is found is all
 * there is. May be repeated.
 */
public final class AccountErasure {
  private static final int CHATS_MAX = 2000;

  /** Those beyond expire by themselves. */
  private static final int INVITATIONS_MAX = 10_000;

  private static final int REMOVALS_MAX = 10_000;
  private static final int FILES_MAX = 100_000;

  /** How far an index of DynamoDB may be behind its table; usually it is much less. */
  private static final Duration INDEX_LAG = Duration.ofSeconds(1);

  private final Store store;
  private final Members members;
  private final UserBlocks blocks;
  private final ProfilePhotos pictures;
  private final PushDeviceStore pushDevices;

  public AccountErasure(
      Store store,
      Members members,
      UserBlocks blocks,
      ProfilePhotos pictures,
      PushDeviceStore pushDevices) {
    this.store = store;
    this.members = members;
    this.blocks = blocks;
    this.pictures = pictures;
    this.pushDevices = pushDevices;
  }

  public void erase(UserId user) {
    long start = System.nanoTime();
    leaveAll(user);
    // The index may not yet show a chat that the user was added to just before.
    sleepUntil(start + INDEX_LAG.toNanos());
    leaveAll(user);
    removeDeliveryStates(user);
    removeInvitations(user);
    forgetRemovals(user);
    removeFiles(user);
    blocks.erase(user);
    store.run(ConsentSettings.REMOVE, new ConsentSettings.OfUser(user));
    pictures.erase(user);
    pushDevices.erase(user);
    store.run(MemberProfiles.REMOVE, new MemberProfiles.OfUser(user));
  }

  private void removeFiles(UserId user) {
    var keys =
        store.stream(MessageFiles.OF_OWNER, new MessageFiles.OfOwner(user), FILES_MAX)
            .map(file -> new MessageFiles.ById(file.fileId()))
            .toList();
    if (!keys.isEmpty()) store.run(MessageFiles.ERASE, List.of(), keys);
  }

  private static void sleepUntil(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(Math.max(0, nanos - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal.Unavailable("The server is shutting down.");
    }
  }

  private void leaveAll(UserId user) {
    var memberships =
        store.stream(Memberships.OF_USER, new Memberships.OfUser(user), CHATS_MAX).toList();
    for (var membership : memberships) leave(membership);
  }

  private void leave(Membership membership) {
    var chat = membership.chatId();
    var user = membership.userId();
    var known = store.run(Chats.BY_ID_CONSISTENT, new Chats.ById(chat));
    if (known.isEmpty()) {
      // A group that is not open yet has no log that could record the leaving.
      store.run(Memberships.REMOVE, new Memberships.Member(chat, user));
      return;
    }
    members.withdraw(chat, user);
    var pair = known.get().pair();
    if (pair.size() == 2) store.run(DirectPairs.REMOVE, Pair.of(pair.get(0), pair.get(1)));
  }

  private void removeDeliveryStates(UserId user) {
    var keys =
        store.stream(DeliveryStates.OF_USER, new DeliveryStates.OfUser(user), CHATS_MAX)
            .map(state -> new DeliveryStates.Of(user, state.chatId()))
            .toList();
    if (!keys.isEmpty()) store.run(DeliveryStates.REMOVE, List.of(), keys);
  }

  private void removeInvitations(UserId user) {
    var keys =
        store.stream(GroupInvitations.OF_USER, new GroupInvitations.OfUser(user), INVITATIONS_MAX)
            .map(invitation -> new GroupInvitations.Of(user, invitation.chatId()))
            .toList();
    if (!keys.isEmpty()) store.run(GroupInvitations.REMOVE, List.of(), keys);
  }

  private void forgetRemovals(UserId user) {
    var keys =
        store.stream(RemovedMembers.OF_USER, new RemovedMembers.OfUser(user), REMOVALS_MAX)
            .map(removal -> new RemovedMembers.Of(user, removal.chatId()))
            .toList();
    if (!keys.isEmpty()) store.run(RemovedMembers.ERASE, List.of(), keys);
  }
}
