package dev.trestle.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.StoreOptions;
import java.security.SecureRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The context that a server would pass to Stak, on a test's engine. */
public final class TestContext {
  private TestContext() {}

  public static SystemContext on(Trestle trestle, StoreOptions options) {
    return on(trestle, trestle.client(), options);
  }

  /** With a client that does something on the way to the engine. */
  public static SystemContext on(Trestle trestle, DynamoDbClient client, StoreOptions options) {
    return SystemContext.open(
        client,
        trestle.streamsClient(),
        options,
        new MemorySecrets(new SecureRandom()),
        FeedOptions.polling("test"));
  }
}
