package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Hosts;
import dev.trestle.http.RawClient;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class SiteServerTest {
  private final List<String> events = new CopyOnWriteArrayList<>();

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void what_a_request_stands_on_ends_after_it() throws Exception {
    var begun = new CountDownLatch(1);
    var stopping = new CountDownLatch(1);
    var router =
        new Router()
            .get(
                "/slow",
                _ -> {
                  begun.countDown();
                  await(stopping);
                  events.add("answered");
                  return Reply.text(200, "whole");
                });
    var site = new Site(Hosts.of("localhost"), () -> "req_1").at("", router, ErrorShape.PLAIN);
    var server =
        SiteServer.start(site, "localhost", 0)
            .closeAfter(() -> events.add("engine"))
            .closeAfter(() -> events.add("workers"))
            .closeBefore(() -> {
              events.add("health");
              stopping.countDown();
            });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var client = new RawClient(server.port())) {
      var answer =
          threads.submit(() -> client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").read());
      await(begun);
      server.close();
      assertThat(answer.get().text()).isEqualTo("whole");
    }
    assertThat(events).containsExactly("health", "answered", "workers", "engine");
    server.close();
    assertThat(events).hasSize(4);
  }

  @Test
  void a_part_that_cannot_end_does_not_keep_the_others_from_it() {
    var site = new Site(Hosts.of("localhost"), () -> "req_1");
    SiteServer.start(site, "localhost", 0)
        .closeAfter(() -> events.add("first"))
        .closeAfter(() -> {
          throw new IllegalStateException("stuck");
        })
        .close();
    assertThat(events).containsExactly("first");
  }
}
