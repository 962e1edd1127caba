package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Responds with the method, the target and the body; for {@code /wait}, once it is released. */
final class Echo implements Handler {
  final CountDownLatch arrived = new CountDownLatch(1);
  final CountDownLatch release = new CountDownLatch(1);

  /** The requests that were answered so far or are being answered. */
  final List<String> paths = new CopyOnWriteArrayList<>();

  @Override
  public Route route(RequestHead head) {
    return this::handle;
  }

  private FullResponse handle(Request request) {
    if (request.path().equals("/refused")) return response(401, "who are you?");
    assertThat(request.bodyLength()).isNotNegative();
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
  public FullResponse errorResponse(RequestError fault) {
    return response(fault == RequestError.TOO_SLOW ? 408 : 400, fault.name());
  }

  private static FullResponse response(int status, String text) {
    return new FullResponse(status, List.of(), text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
