package dev.trestle.messenger.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.accounts.UserId;
import dev.trestle.platform.signal.Signals;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * Passes frames that can be lost (typing, receipts, invitations) to the sockets of other servers,
 * each with the users it is for.
 */
public final class FrameRelay implements AutoCloseable {
  private static final String TOPIC = "messenger.frames";

  /** Delivers a frame to the sockets of one server. */
  interface Receiver {
    void receive(byte[] frame, Collection<UserId> users);
  }

  private final Signals signals;
  private final String server;
  private Signals.Subscription subscription = () -> {};

  /**
   * Creates a relay.
   *
   * @param server an id without spaces that no other server has
   */
  public FrameRelay(Signals signals, String server) {
    this.signals = signals;
    this.server = server;
  }

  /** Passes the frames of other servers on. Called once. */
  void start(Receiver receiver) {
    subscription = signals.subscribe(TOPIC, new FromServers(receiver));
  }

  void publish(byte[] frame, Collection<UserId> users) {
    var names = users.stream().map(UserId::value).collect(Collectors.joining(","));
    var head = (server + " " + names + "\n").getBytes(UTF_8);
    if (head.length + frame.length > Signals.MESSAGE_BYTES_MAX) return;
    signals.publish(
        TOPIC, ByteBuffer.allocate(head.length + frame.length).put(head).put(frame).array());
  }

  @Override
  public void close() {
    subscription.close();
  }

  private final class FromServers implements Signals.Listener {
    private final Receiver receiver;

    FromServers(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void received(byte[] message) {
      int end = 0;
      while (message[end] != '\n') end++;
      var head = new String(message, 0, end, UTF_8).split(" ", 2);
      if (head[0].equals(server)) return;
      var users = Arrays.stream(head[1].split(",", -1)).map(UserId::new).toList();
      receiver.receive(Arrays.copyOfRange(message, end + 1, message.length), users);
    }

    @Override
    public void missed() {
      // These frames can be lost.
    }
  }
}
