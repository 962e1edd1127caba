package dev.trestle.messenger.trial;

import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.PlantedMessenger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Servers that are wrong in a way that the checker must find out. */
enum Bug {
  NONE,
  /** Forgets what was sent: a retry is another message. */
  NO_DEDUPE,
  /** Takes a number first and puts the message afterwards. */
  COUNTER_THEN_PUT;

  /** The store as the server with this bug sees it. */
  DynamoDbClient around(DynamoDbClient client) {
    return switch (this) {
      case NONE, COUNTER_THEN_PUT -> client;
      case NO_DEDUPE -> ForgetfulStore.around(client);
    };
  }

  Messenger plant(DynamoDbClient client, MessengerOptions options) {
    return switch (this) {
      case NONE, NO_DEDUPE -> Messenger.of(client, options);
      case COUNTER_THEN_PUT -> PlantedMessenger.counting(client, options);
    };
  }
}
