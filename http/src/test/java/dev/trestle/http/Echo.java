package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Answers with the method, the target and the body; at {@code /wait} once it is let go. */
final class Echo implements Handler {
  final CountDownLatch arrived = new CountDownLatch(1);
  final CountDownLatch release = new CountDownLatch(1);

  /** What was answered so far, or is being answered. */
  final List<String> paths = new CopyOnWriteArrayList<>();

  @Override
  public Response answer(Request request) {
    paths.add(request.path());
    if (request.path().equals("/wait")) {
      arrived.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (request.path().equals("/long")) return response(200, "x".repeat(32 << 20));
    return response(200, request.toString());
  }

  @Override
  public Response refuse(Fault fault) {
    return response(fault == Fault.TOO_SLOW ? 408 : 400, fault.name());
  }

  private static Response response(int status, String text) {
    return new Response(status, List.of(), text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
