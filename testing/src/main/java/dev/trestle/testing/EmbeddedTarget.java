package dev.trestle.testing;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import java.nio.file.Path;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** An engine in this process, in a temporary folder. */
record EmbeddedTarget(Path folder, ManualClock clock, Faults faults, Trestle trestle)
    implements TestTarget {
  static EmbeddedTarget create() {
    var folder = TemporaryFolder.create();
    var clock = new ManualClock();
    var faults = new Faults();
    var options =
        EngineOptions.at(folder)
            .withDurability(Durability.FAST)
            .withClock(clock)
            .withFaults(faults);
    return new EmbeddedTarget(folder, clock, faults, Trestle.open(options));
  }

  @Override
  public DynamoDbClient client() {
    return trestle.client();
  }

  @Override
  public DynamoDbAsyncClient asyncClient() {
    return trestle.asyncClient();
  }

  @Override
  public DynamoDbStreamsClient streamsClient() {
    return trestle.streamsClient();
  }

  @Override
  public void close() {
    trestle.close();
    TemporaryFolder.delete(folder);
  }
}
