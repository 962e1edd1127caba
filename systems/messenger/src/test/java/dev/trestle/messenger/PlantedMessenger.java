package dev.trestle.messenger;

import dev.trestle.messenger.message.CountingLog;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Messengers that are wrong on purpose. */
public final class PlantedMessenger {
  private PlantedMessenger() {}

  /** Numbers messages by a counter and puts them afterwards. */
  public static Messenger counting(DynamoDbClient client, MessengerOptions options) {
    return Messenger.of(client, options, CountingLog::new);
  }
}
