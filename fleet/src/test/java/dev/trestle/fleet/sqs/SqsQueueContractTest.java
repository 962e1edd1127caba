package dev.trestle.fleet.sqs;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.WorkQueueContract;
import dev.trestle.testing.SqsServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

/**
 * A queue in a table, with wake-ups. All tests share a queue of SQS: messages that one leaves
 * behind reach the next, which has no such jobs.
 */
class SqsQueueContractTest implements WorkQueueContract {
  private static final SqsServer SQS = SqsServer.start();

  private final Trestle trestle = Trestle.inMemory();
  private final SqsWakeups wakeups = QueueServer.wakeups(SQS);
  private final WorkQueue queue = create();

  @AfterAll
  static void stopServer() {
    SQS.close();
  }

  private WorkQueue create() {
    QueueServer.createTables(trestle);
    return QueueServer.polling(trestle, "one", wakeups);
  }

  @AfterEach
  void close() {
    wakeups.close();
    trestle.close();
  }

  @Override
  public WorkQueue queue() {
    return queue;
  }
}
