package dev.trestle.accounts.model;

import dev.trestle.model.Model;

/** The data of accounts. */
public final class AccountsModel {
  public static final Model MODEL =
      Model.named("accounts")
          .entities(
              Users.USER,
              Sessions.SESSION,
              RevokedSessions.REVOKED_SESSION,
              Claims.PHONE,
              OtpRequests.OTP_REQUEST,
              Closings.KNOWN_SYSTEM,
              Closings.PENDING_CLOSING,
              IdleAccounts.ACCOUNT)
          .patterns(
              Users.BY_ID,
              Users.BY_PHONE,
              Sessions.BY_ID,
              Sessions.OF_USER,
              Sessions.REVOKE,
              Sessions.REVOKE_ALL)
          .patterns(
              Users.BY_ID_CONSISTENT,
              Users.BY_IDS,
              Users.RENAME,
              Users.FREE_DEVICE,
              Sessions.OPEN,
              Sessions.ROTATE,
              RevokedSessions.SINCE,
              Claims.SIGN_UP,
              Claims.BY_PHONE,
              Claims.BY_PHONES,
              OtpRequests.REQUEST_CODE,
              OtpRequests.FIND,
              OtpRequests.COUNT_TRY,
              OtpRequests.USE_CODE,
              Closings.ADD_SYSTEM,
              Closings.SYSTEMS,
              Closings.START,
              Closings.PENDING_OF,
              Closings.ERASED,
              Closings.CLOSE)
          .patterns(
              Users.NOTE_USE,
              IdleAccounts.DUE,
              IdleAccounts.POSTPONE,
              IdleAccounts.END,
              IdleAccounts.ARCHIVE)
          .build();

  private AccountsModel() {}
}
