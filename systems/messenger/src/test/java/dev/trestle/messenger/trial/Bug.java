package dev.trestle.messenger.trial;

import dev.trestle.accounts.Accounts;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.TestMessengers;
import dev.trestle.platform.system.SystemContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Bugs that a server has on purpose. The checker must detect them. */
enum Bug {
  NONE,
  /** Forgets idempotency keys: a retry becomes another message. */
  NO_DEDUPE,
  /** Takes a number from a counter and writes the message afterwards. */
  COUNTER_THEN_PUT;

  /** The client that a server with this bug uses. */
  DynamoDbClient around(DynamoDbClient client) {
    return switch (this) {
      case NONE, COUNTER_THEN_PUT -> client;
      case NO_DEDUPE -> ForgetfulStore.around(client);
    };
  }

  Messenger open(SystemContext context, Accounts accounts, MessengerOptions options) {
    return switch (this) {
      case NONE, NO_DEDUPE -> Messenger.open(context, accounts, options);
      case COUNTER_THEN_PUT -> TestMessengers.counting(context, accounts, options);
    };
  }
}
