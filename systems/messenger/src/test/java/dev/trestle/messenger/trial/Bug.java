package dev.trestle.messenger.trial;

import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Servers that are wrong in a way that the checker must find out. */
enum Bug {
  NONE,
  /** Forgets what was sent: a retry is another message. */
  NO_DEDUPE;

  /** The store as the server with this bug sees it. */
  DynamoDbClient around(DynamoDbClient client) {
    return switch (this) {
      case NONE -> client;
      case NO_DEDUPE -> ForgetfulStore.around(client);
    };
  }

  Messenger plant(DynamoDbClient client, MessengerOptions options) {
    return switch (this) {
      case NONE, NO_DEDUPE -> Messenger.of(client, options);
    };
  }
}
