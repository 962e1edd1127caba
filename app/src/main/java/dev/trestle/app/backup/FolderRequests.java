package dev.trestle.app.backup;

import dev.trestle.engine.StorageException;
import dev.trestle.engine.VerifyReport;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Lets commands use a data folder that a server has open: they leave a request in the folder, and
 * the server writes its progress and the result beside it. Whoever may write to the data folder may
 * ask; nothing listens on the network.
 */
public final class FolderRequests implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(FolderRequests.class.getName());
  static final String FOLDER = "requests";
  static final String REQUEST = ".request";
  static final String RESPONSE = ".response";
  private static final int LOOK_MILLIS = 200;
  private static final int REPORT_MILLIS = 500;
  private static final int REQUEST_BYTES_MAX = 1 << 16;

  /** A command waits until others have ended if there are so many. */
  private static final int AT_ONCE_MAX = 4;

  /** What is asked for. */
  enum Action {
    BACKUP,
    VERIFY
  }

  /**
   * A request.
   *
   * @param target the folder of backups; empty for a verification
   */
  record Request(Action action, String target) {}

  enum State {
    RUNNING,
    DONE,
    FAILED
  }

  /**
   * A response, rewritten while the work runs.
   *
   * @param count increases with each version
   * @param problem why it failed; empty otherwise
   */
  record Response(
      State state,
      int count,
      String step,
      long done,
      long total,
      String problem,
      Optional<FolderBackup> backup,
      Optional<VerifyReport> report) {}

  private final OpenFolder folder;
  private final Path place;
  private final CountDownLatch stopping = new CountDownLatch(1);

  /** The thread that looks for requests. */
  private final Thread thread;

  /** Platform threads: a backup spends its time in native calls. */
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(
          Thread.ofPlatform().name("trestle-folder-request-", 0).daemon().factory());

  /** The requests that are being served or wait, and what was responded to them. */
  private final ConcurrentMap<Path, Responses> known = new ConcurrentHashMap<>();

  /** The requests that are being served. */
  private final Set<Path> served = ConcurrentHashMap.newKeySet();

  private FolderRequests(OpenFolder folder) {
    this.folder = folder;
    this.place = folder.data().resolve(FOLDER);
    this.thread = RestartingThread.ofPlatform("trestle-folder-requests", this::serve);
    thread.start();
  }

  /** Removes requests that nobody waits for any more, and serves new ones until it is closed. */
  public static FolderRequests serve(OpenFolder folder) {
    try {
      SyncedFiles.removeAll(folder.data().resolve(FOLDER));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Old requests in the data folder cannot be removed", e);
    }
    return new FolderRequests(folder);
  }

  private void serve() {
    try {
      while (!stopping.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        var waiting = waiting();
        for (var request : waiting) look(request);
        // Whoever asked may have given up before it was served.
        known.keySet().removeIf(each -> !served.contains(each) && !waiting.contains(each));
        known.values().forEach(Responses::repeat);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(Path request) {
    var responses = known.get(request);
    if (responses == null) {
      // It may have been served since the folder was read. Then its response must stay.
      if (!Files.exists(request)) return;
      responses = Responses.to(request);
      known.put(request, responses);
    }
    if (served.size() >= AT_ONCE_MAX || !served.add(request)) return;
    responses.running("starting", 0, 0);
    start(request, responses);
  }

  private void start(Path request, Responses responses) {
    threads.execute(() -> {
      try {
        // It may have been served since the folder was read.
        if (Files.exists(request)) serve(request, responses);
      } finally {
        known.remove(request);
        served.remove(request);
      }
    });
  }

  private List<Path> waiting() {
    var found = new ArrayList<Path>();
    if (!Files.isDirectory(place)) return found;
    try (var files = Files.newDirectoryStream(place, "*" + REQUEST)) {
      files.forEach(found::add);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Requests in the data folder cannot be read", e);
    }
    return found;
  }

  private void serve(Path file, Responses responses) {
    try {
      if (Files.size(file) > REQUEST_BYTES_MAX)
        throw new BackupException("the request is too long");
      var request = Json.read(Files.readAllBytes(file), Request.class);
      switch (request.action()) {
        case BACKUP ->
            responses.done(
                Optional.of(folder.backUp(Path.of(request.target()), responses::running)),
                Optional.empty());
        case VERIFY ->
            responses.done(Optional.empty(), Optional.of(folder.verify(responses::running)));
      }
    } catch (BackupException | StorageException | ApiError e) {
      responses.failed(String.valueOf(e.getMessage()));
    } catch (RuntimeException | IOException e) {
      LOG.log(Level.WARNING, "A request in the data folder failed", e);
      responses.failed(e.toString());
    } catch (Error e) {
      responses.failed(e.toString());
      throw e;
    } finally {
      remove(file);
    }
  }

  /** Removes a request, also one that cannot be served, so that it is not served again. */
  private static void remove(Path request) {
    try {
      Files.deleteIfExists(request);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "A request in the data folder cannot be removed", e);
    }
  }

  /** The versions of one response. */
  private static final class Responses {
    private final Path file;
    private int count;
    private long lastNanos;
    private String lastStep = "waiting for other commands";
    private long lastDone;
    private long lastTotal;
    private boolean isOver;

    private Responses(Path file) {
      this.file = file;
    }

    static Responses to(Path request) {
      var name = request.getFileName().toString();
      var id = name.substring(0, name.length() - REQUEST.length());
      return new Responses(request.resolveSibling(id + RESPONSE));
    }

    synchronized void running(String step, long done, long total) {
      lastStep = step;
      lastDone = done;
      lastTotal = total;
      repeat();
    }

    /** Shows that the server is there, also while a step takes long or the request waits. */
    synchronized void repeat() {
      long now = System.nanoTime();
      boolean isEarly = count > 0 && now - lastNanos < TimeUnit.MILLISECONDS.toNanos(REPORT_MILLIS);
      if (isOver || isEarly) return;
      lastNanos = now;
      write(State.RUNNING, lastStep, lastDone, lastTotal, "", Optional.empty(), Optional.empty());
    }

    synchronized void done(Optional<FolderBackup> backup, Optional<VerifyReport> report) {
      // The requester needs the figures, not the list of all files.
      var summary =
          backup.map(made ->
              new FolderBackup(
                  made.id(), made.taken(), made.tookMillis(), made.bytes(), List.of()));
      write(State.DONE, "done", 0, 0, "", summary, report);
    }

    synchronized void failed(String problem) {
      write(State.FAILED, "failed", 0, 0, problem, Optional.empty(), Optional.empty());
    }

    private void write(
        State state,
        String step,
        long done,
        long total,
        String problem,
        Optional<FolderBackup> backup,
        Optional<VerifyReport> report) {
      isOver = state != State.RUNNING;
      try {
        var response = new Response(state, ++count, step, done, total, problem, backup, report);
        SyncedFiles.replace(file, Json.write(response));
      } catch (IOException e) {
        LOG.log(Level.WARNING, "A response cannot be written to the data folder", e);
      }
    }
  }

  /** Finishes what is running. */
  @Override
  public void close() {
    stopping.countDown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    threads.close();
    if (interrupted) Thread.currentThread().interrupt();
  }
}
