package dev.trestle.console;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import java.util.List;

/** The work queues and their dead letters. */
record QueueView(List<ConsoleQueue> queues) {
  private static final int DEAD_MAX = 100;

  record View(List<OfQueue> queues) {}

  record OfQueue(
      String name, ConsoleQueue.State state, List<ConsoleQueue.DeadLetter> deadLetters) {}

  /** Identifies a dead letter. */
  record Which(String id) {}

  View view() {
    return new View(
        queues.stream()
            .map(queue -> new OfQueue(queue.name(), queue.state(), queue.deadLetters(DEAD_MAX)))
            .toList());
  }

  Reply replay(Call call) {
    return done(queue(call).replay(id(call)));
  }

  Reply drop(Call call) {
    return done(queue(call).drop(id(call)));
  }

  private static Reply done(boolean found) {
    if (found) return Reply.nothing();
    throw ApiError.notFound("This dead letter is gone.");
  }

  private ConsoleQueue queue(Call call) {
    return queues.stream()
        .filter(queue -> queue.name().equals(call.pathParameter("queue")))
        .findFirst()
        .orElseThrow(() -> ApiError.notFound("There is no such queue."));
  }

  private static String id(Call call) {
    return call.json(Which.class).id();
  }
}
