package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.StreamedResponse;
import dev.trestle.platform.web.Reply;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How much of the files that are being downloaded is in memory. */
class FileDownloadsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int FILE_BYTES = 100_000;

  private final AtomicInteger read = new AtomicInteger();
  private final Semaphore mayReceive = new Semaphore(0);
  private final CountDownLatch disconnected = new CountDownLatch(1);

  private Reply reply(FileDownloads downloads) {
    return downloads.reply(
        "image/jpeg",
        FILE_BYTES,
        () -> {
          read.incrementAndGet();
          return Optional.of(new byte[FILE_BYTES]);
        });
  }

  private void send(Reply reply) throws InterruptedException {
    var response = (StreamedResponse) ((Reply.Ongoing) reply.content()).response();
    response.body().writeTo(new SlowClient());
  }

  /** Receives a file when it is told to. */
  private final class SlowClient implements StreamedResponse.Sink {
    @Override
    public void write(byte[] bytes, int start, int length) {
      mayReceive.acquireUninterruptibly();
    }

    @Override
    public boolean isOpen() {
      return disconnected.getCount() > 0;
    }

    @Override
    public void whenEnding(Runnable wake) {}
  }

  private Future<?> started(ExecutorService clients, Reply reply) {
    return clients.submit(() -> {
      send(reply);
      return null;
    });
  }

  @Test
  void a_file_is_read_when_there_is_room_for_it() throws Exception {
    var downloads = new FileDownloads(2 * FILE_BYTES);
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var one = started(clients, reply(downloads));
      var two = started(clients, reply(downloads));
      Await.until(() -> read.get() == 2, LONG);
      var three = started(clients, reply(downloads));
      mayReceive.release();
      Await.until(() -> one.isDone() || two.isDone(), LONG);
      Await.until(() -> read.get() == 3, LONG);
      assertThat(three.isDone()).isFalse();
      mayReceive.release(2);
      three.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
  }

  @Test
  void whoever_disconnects_while_waiting_gets_nothing_and_takes_no_room() throws Exception {
    var downloads = new FileDownloads(FILE_BYTES);
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = started(clients, reply(downloads));
      Await.until(() -> read.get() == 1, LONG);
      var second = started(clients, reply(downloads));
      disconnected.countDown();
      second.get(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(read).hasValue(1);
      mayReceive.release(2);
      first.get(LONG.toSeconds(), TimeUnit.SECONDS);
      send(reply(downloads));
      assertThat(read).hasValue(2);
    }
  }

  @Test
  void a_file_larger_than_the_room_is_sent_alone() throws Exception {
    mayReceive.release();
    send(reply(new FileDownloads(1)));
    assertThat(read).hasValue(1);
  }
}
