package dev.trestle.messenger.model;

import dev.trestle.model.Model;

/** All of Messenger's data. */
public final class MessengerModel {
  public static final Model MODEL =
      Model.named("messenger")
          .entities(
              Users.USER,
              Chats.CHAT,
              Memberships.MEMBERSHIP,
              Messages.MESSAGE,
              ChatCounters.HEAD,
              IdempotencyKeys.KEY,
              DeliveryStates.STATE,
              Sessions.SESSION,
              Claims.PHONE,
              Claims.DIRECT,
              OtpRequests.REQUEST)
          .patterns(
              Users.M1,
              Users.M2,
              Chats.M3,
              Memberships.M4,
              Memberships.M5,
              Memberships.M6,
              Memberships.M7,
              Memberships.M8,
              Messages.M9,
              Messages.M10,
              Messages.M11,
              ChatCounters.M12,
              IdempotencyKeys.M13,
              DeliveryStates.M14,
              DeliveryStates.M15,
              Sessions.M16,
              Sessions.M17,
              DeliveryStates.M18,
              Sessions.M19,
              Sessions.M20,
              Messages.M21)
          .patterns(
              Messages.M11_SYNC,
              Messages.BEFORE,
              Messages.HEAD,
              Messages.LAST,
              Messages.SEARCH,
              Messages.CHANGE,
              DeliveryStates.READ,
              DeliveryStates.STATUS,
              DeliveryStates.REMOVE_ALL,
              ChatCounters.HEADS,
              Chats.OPEN,
              Chats.RENAME,
              Chats.LISTED,
              Chats.FRESH,
              Memberships.JOIN,
              Memberships.GATHER,
              Memberships.LEAVE,
              Memberships.MUTE,
              Memberships.UNMUTE,
              Memberships.ROLES,
              Sessions.OPEN,
              Sessions.ROTATE,
              Users.FRESH,
              Users.RENAME,
              Users.NAMED,
              Users.FREE_DEVICE,
              Users.VOID_SESSIONS,
              Claims.SIGN_UP,
              Users.CLOSING,
              Claims.CLOSE,
              Claims.PART,
              Claims.WHOSE_PHONE,
              Claims.WHO_OF,
              Claims.CHAT_OF,
              OtpRequests.ASK,
              OtpRequests.FIND,
              OtpRequests.TRY,
              OtpRequests.USE)
          .build();

  private MessengerModel() {}
}
