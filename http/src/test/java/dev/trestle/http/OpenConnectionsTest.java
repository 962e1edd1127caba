package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The thread that closes connections past their deadline. */
class OpenConnectionsTest {
  private static final HttpLimits IMPATIENT =
      HttpLimits.ofBodyBytes(1024).withTimes(Duration.ofMillis(50), Duration.ofMillis(20));

  private final OpenConnections connections = new OpenConnections(new Echo(), IMPATIENT);
  private final ConnectionCounts counts = new ConnectionCounts(IMPATIENT.connections());

  /** Throws when it is closed, until it is mended. */
  private static final class SilentSocket extends Socket {
    final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Runnable fault;
    private volatile boolean isMended;

    SilentSocket(Runnable fault) {
      this.fault = fault;
    }

    @Override
    public void setTcpNoDelay(boolean on) {}

    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          try {
            closed.await();
            return -1;
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }

        @Override
        public int read(byte[] into, int start, int length) throws IOException {
          return read();
        }
      };
    }

    @Override
    public OutputStream getOutputStream() {
      return new ByteArrayOutputStream();
    }

    @Override
    public void close() {
      closing.countDown();
      if (!isMended) fault.run();
      closed.countDown();
    }

    void mend() {
      isMended = true;
    }

    boolean isClosedSoon() throws InterruptedException {
      return closed.await(60, TimeUnit.SECONDS);
    }
  }

  private void serve(Socket socket) {
    Thread.startVirtualThread(() -> {
      try (var slot = counts.admit(InetAddress.getLoopbackAddress()).orElseThrow()) {
        connections.serve(TcpSocket.plain(socket), slot);
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    });
  }

  static Stream<Throwable> errors() {
    return Stream.of(
        new IllegalStateException("on purpose"),
        new NoClassDefFoundError("on purpose"),
        new AssertionError("on purpose"));
  }

  @AfterEach
  void stop() {
    connections.abort();
    connections.stopChecks();
  }

  @ParameterizedTest
  @MethodSource("errors")
  void a_connection_that_cannot_be_closed_does_not_keep_others_open(Throwable error)
      throws InterruptedException {
    var broken = new SilentSocket(() -> throwAny(error));
    connections.start();
    serve(broken);
    assertThat(broken.closing.await(60, TimeUnit.SECONDS)).isTrue();
    var other = new SilentSocket(() -> {});
    serve(other);
    assertThat(other.isClosedSoon()).isTrue();
    broken.mend();
    assertThat(broken.isClosedSoon()).isTrue();
  }

  @Test
  void a_fatal_error_is_handed_to_the_process_and_if_that_goes_on_so_do_the_deadlines()
      throws InterruptedException {
    var handed = new LinkedBlockingQueue<Throwable>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> handed.add(thrown));
    try {
      var fatal = new InternalError("on purpose");
      a_connection_that_cannot_be_closed_does_not_keep_others_open(fatal);
      assertThat(handed.poll(60, TimeUnit.SECONDS)).isSameAs(fatal);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  private static void throwAny(Throwable error) {
    if (error instanceof Error fatal) throw fatal;
    throw (RuntimeException) error;
  }
}
