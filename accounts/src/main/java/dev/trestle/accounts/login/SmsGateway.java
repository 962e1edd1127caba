package dev.trestle.accounts.login;

/** Sends text messages to phones. */
@FunctionalInterface
public interface SmsGateway {
  /**
   * Hands a text over for sending.
   *
   * @throws dev.trestle.accounts.Refusal.Unavailable if it could not be handed over
   */
  void send(String phoneNumber, String text);
}
