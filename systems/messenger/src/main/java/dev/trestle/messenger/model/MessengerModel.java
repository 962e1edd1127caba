package dev.trestle.messenger.model;

import dev.trestle.accounts.model.Users;
import dev.trestle.model.Model;

/** Messenger's data. */
public final class MessengerModel {
  public static final Model MODEL =
      Model.named("messenger")
          .entities(
              Chats.CHAT,
              Memberships.MEMBERSHIP,
              Messages.MESSAGE,
              ChatCounters.COUNTER,
              IdempotencyKeys.KEY,
              DeliveryStates.STATE,
              DirectPairs.DIRECT_PAIR,
              GroupInvitations.INVITATION,
              ConsentSettings.SETTING,
              MessageFiles.FILE,
              Blocks.BLOCK,
              Reports.REPORT)
          .uses(Users.USER)
          .patterns(
              Chats.BY_ID,
              Memberships.OF_CHAT,
              Memberships.OF_USER,
              Memberships.FIND,
              Memberships.ADD,
              Memberships.REMOVE,
              Messages.AFTER,
              Messages.RECENT,
              Messages.ONE,
              ChatCounters.PUBLISH,
              IdempotencyKeys.CLAIM,
              DeliveryStates.OF_MEMBER,
              DeliveryStates.ACKNOWLEDGE,
              DeliveryStates.OF_USER,
              Messages.SEND)
          .patterns(
              Messages.ONE_CONSISTENT,
              Messages.BEFORE,
              Messages.NEWEST,
              Messages.SEARCH,
              Messages.AMEND,
              DeliveryStates.MARK_READ,
              DeliveryStates.OF_MEMBERS,
              DeliveryStates.REMOVE,
              ChatCounters.OF_CHATS,
              Chats.OPEN,
              Chats.RENAME,
              Chats.PAGE,
              Chats.BY_ID_CONSISTENT,
              Memberships.JOIN,
              Memberships.ADD_BEFORE_OPENING,
              Memberships.LEAVE,
              Memberships.MUTE,
              Memberships.UNMUTE,
              Memberships.MOVE,
              Memberships.CHANGE_ROLES,
              DirectPairs.FIND,
              DirectPairs.REMOVE)
          .patterns(
              GroupInvitations.OF_USER,
              GroupInvitations.OF_CHAT,
              GroupInvitations.FIND,
              GroupInvitations.KNOWN,
              GroupInvitations.SEND,
              GroupInvitations.ACCEPT,
              GroupInvitations.DECLINE,
              GroupInvitations.END,
              GroupInvitations.REMOVE,
              ConsentSettings.FIND,
              ConsentSettings.OF_USERS,
              ConsentSettings.SAVE,
              ConsentSettings.REMOVE)
          .patterns(
              MessageFiles.ADD,
              MessageFiles.FIND,
              MessageFiles.OF_OWNER,
              MessageFiles.SEND,
              MessageFiles.ERASE)
          .patterns(
              Blocks.OF_USER,
              Blocks.AMONG,
              Blocks.ADD,
              Blocks.END,
              Blocks.ERASE,
              Reports.ADD,
              Reports.OF_MONTH)
          .build();

  private MessengerModel() {}
}
