package dev.trestle.bench.messenger;

import dev.trestle.bench.ResponseParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;

/** A connection that sends one request after the other; further requests are queued. */
final class RequestConnection implements SocketDriver.ChannelHandler {
  /** Handles a response. The bytes are valid during the call only. */
  @FunctionalInterface
  interface Receiver {
    void answered(ResponseParser answer, byte[] bytes);
  }

  private record Question(byte[] request, Receiver receiver) {}

  private static final byte[] NOTHING = {};

  private final SocketChannel channel;
  private final ArrayDeque<Question> questions = new ArrayDeque<>();
  private final ResponseParser answer = new ResponseParser();
  private byte[] begun = NOTHING;

  RequestConnection(SocketChannel channel) {
    this.channel = channel;
  }

  int waiting() {
    return questions.size();
  }

  void ask(byte[] request, Receiver receiver) {
    questions.add(new Question(request, receiver));
    if (questions.size() == 1) send();
  }

  private void send() {
    answer.begin();
    var out = ByteBuffer.wrap(questions.getFirst().request);
    try {
      // Requests fit into the system's buffer.
      while (out.hasRemaining()) channel.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  @SuppressWarnings("ByteBufferBackingArray") // made by allocate
  public void ready(ByteBuffer shared) {
    try {
      shared.clear().put(begun);
      begun = NOTHING;
      if (channel.read(shared) < 0) throw new IllegalStateException("a connection was closed");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var bytes = shared.array();
    if (!answer.isWhole(bytes, shared.position())) {
      begun = Arrays.copyOf(bytes, shared.position());
      return;
    }
    var question = questions.removeFirst();
    question.receiver.answered(answer, bytes);
    if (!questions.isEmpty()) send();
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
