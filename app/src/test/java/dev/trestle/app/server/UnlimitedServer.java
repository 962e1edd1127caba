package dev.trestle.app.server;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.platform.limit.Limiter;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.system.SystemContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A server without rate limits, so that few clients can load it. */
public final class UnlimitedServer {
  private UnlimitedServer() {}

  /** Runs until the process is stopped. */
  public static void main(String[] arguments) throws InterruptedException {
    var configuration = Configuration.read(Map.of(), System.getenv(), Path.of(""));
    var server =
        RunningServer.start(configuration, ServerMode.STANDARD, UnlimitedServer::unlimited);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    new CountDownLatch(1).await();
  }

  private static SystemContext unlimited(SystemContext context) {
    return context.limits(new RateLimits(new NoLimits()));
  }

  private static final class NoLimits implements Limiter {
    @Override
    public Verdict take(Rate rate, String key, int tokens) {
      return new Verdict(true, rate.burst(), Duration.ZERO, Duration.ZERO);
    }

    @Override
    public void giveBack(Rate rate, String key, int tokens) {}
  }
}
