package dev.trestle.platform.thread;

import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Threads for work that goes on until it is stopped. If the work throws, an {@link Error} included,
 * that is logged and the work starts again. A fatal error of the virtual machine ends the thread,
 * and with it the process, if that is set up so.
 */
public final class RestartingThread {
  private static final System.Logger LOG = System.getLogger(RestartingThread.class.getName());

  /** The pause before failed work starts again, so that errors do not spin. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  /** Ends the thread quietly, as if its process had ended. For tests. */
  public abstract static class Ending extends Error {
    protected Ending(String message) {
      super(message);
    }
  }

  private RestartingThread() {}

  /** Creates a virtual thread. The work ends it by returning. */
  public static Thread of(String name, Runnable work) {
    return Thread.ofVirtual().name(name).unstarted(() -> runUntilDone(name, work));
  }

  /** Creates a platform thread, for work that spends its time in native calls. */
  public static Thread ofPlatform(String name, Runnable work) {
    return Thread.ofPlatform().name(name).daemon().unstarted(() -> runUntilDone(name, work));
  }

  private static void runUntilDone(String name, Runnable work) {
    while (true) {
      try {
        work.run();
        return;
      } catch (Ending _) {
        return;
      } catch (RuntimeException | Error failure) {
        if (isFatal(failure)) throw failure;
        log(LOG, Level.ERROR, name + " failed and starts again", failure);
      }
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * Whether an error makes the whole process unfit to go on. A stack overflow ends what was being
   * done, and nothing else.
   */
  public static boolean isFatal(Throwable failure) {
    return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
  }

  /**
   * Hands a fatal error to the process, as if it had ended the thread. For threads whose executor
   * keeps it to itself. If the process goes on, so does the thread.
   */
  public static void handOverIfFatal(Throwable failure) {
    if (!isFatal(failure)) return;
    var thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
  }

  /** Logs, unless logging needs a class that cannot be loaded, because there are no more files. */
  public static void log(System.Logger log, Level level, String message, Throwable failure) {
    try {
      log.log(level, message, failure);
    } catch (RuntimeException | LinkageError noFiles) {
      // The work matters more.
    }
  }
}
