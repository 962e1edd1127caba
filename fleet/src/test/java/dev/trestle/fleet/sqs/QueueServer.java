package dev.trestle.fleet.sqs;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.lease.FailPoints;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.PollInterval;
import dev.trestle.platform.queue.JobWakeups;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.SqsServer;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/** Makes queues on the tables of one engine, as several servers would have them. */
final class QueueServer {
  /** Workers look at the table once, and then only if they are woken. */
  static final Duration NEVER = Duration.ofHours(1);

  static final AwsCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

  private QueueServer() {}

  static void createTables(Trestle trestle) {
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
  }

  static SqsWakeups wakeups(SqsServer sqs) {
    return SqsWakeups.through(
        SqsQueue.parse(sqs.address().toString()).orElseThrow(), "us-east-1", CREDENTIALS);
  }

  /** A queue of one shard, whose workers poll as usual. */
  static TableQueue polling(Trestle trestle, String member, JobWakeups wakeups) {
    return queue(trestle, options(member), wakeups);
  }

  /** A queue of one shard, whose workers must be woken. */
  static TableQueue sleeping(Trestle trestle, String member, JobWakeups wakeups) {
    var options = options(member);
    var asleep =
        new QueueOptions(
            options.shards(),
            options.leases(),
            new PollInterval(NEVER, NEVER),
            NEVER,
            FailPoints.NONE);
    return queue(trestle, asleep, wakeups);
  }

  static QueueOptions options(String member) {
    return QueueOptions.of(member)
        .shards(1)
        .leases(new LeaseOptions(member, Duration.ofSeconds(60), Duration.ofMillis(100)));
  }

  static TableQueue queue(Trestle trestle, QueueOptions options, JobWakeups wakeups) {
    return new TableQueue(trestle.client(), StoreOptions.standard(), options, wakeups);
  }
}
