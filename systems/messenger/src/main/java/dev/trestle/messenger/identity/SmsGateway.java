package dev.trestle.messenger.identity;

/** Sends texts to phones. */
@FunctionalInterface
public interface SmsGateway {
  /**
   * Sends a text.
   *
   * @throws dev.trestle.messenger.Refused SERVICE_UNAVAILABLE if it could not be handed over
   */
  void send(String phoneNumber, String text);
}
