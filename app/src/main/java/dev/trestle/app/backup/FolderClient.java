package dev.trestle.app.backup;

import dev.trestle.app.backup.FolderRequests.Action;
import dev.trestle.app.backup.FolderRequests.Request;
import dev.trestle.app.backup.FolderRequests.Response;
import dev.trestle.app.backup.FolderRequests.State;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FolderInUseException;
import dev.trestle.engine.VerifyReport;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Backs up and verifies a data folder from a command: by opening it, or by asking the server that
 * has it open.
 */
public final class FolderClient {
  /** A server reports every half second; one that is silent for so long is gone. */
  private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

  private static final int LOOK_MILLIS = 100;

  private final Path data;
  private final BackupProgress progress;
  private final Duration silenceMax;

  /**
   * Uses a data folder.
   *
   * @throws BackupException if there is no data
   */
  public FolderClient(Path data, BackupProgress progress) {
    this(data, progress, SILENCE_MAX);
  }

  FolderClient(Path data, BackupProgress progress, Duration silenceMax) {
    this.data = data.toAbsolutePath().normalize();
    this.progress = progress;
    this.silenceMax = silenceMax;
    if (!OpenFolder.hasData(this.data)) {
      throw new BackupException("There is no data in " + this.data + ".");
    }
  }

  public FolderBackup backUp(Path target) {
    var place = target.toAbsolutePath().normalize();
    return with(
        folder -> folder.backUp(place, progress),
        () -> ask(new Request(Action.BACKUP, place.toString())).backup().orElseThrow());
  }

  public VerifyReport verify() {
    return with(
        folder -> folder.verify(progress),
        () -> ask(new Request(Action.VERIFY, "")).report().orElseThrow());
  }

  private interface Asking<T> {
    T run() throws IOException;
  }

  private <T> T with(Function<OpenFolder, T> here, Asking<T> there) {
    try (var engine = Engine.open(EngineOptions.at(data))) {
      return here.apply(new OpenFolder(engine, data, Clock.systemUTC()));
    } catch (FolderInUseException e) {
      try {
        return there.run();
      } catch (IOException failure) {
        throw new BackupException("cannot ask the server: " + failure, failure);
      }
    }
  }

  private Response ask(Request request) throws IOException {
    var folder = data.resolve(FolderRequests.FOLDER);
    var id = UUID.randomUUID().toString();
    var file = folder.resolve(id + FolderRequests.RESPONSE);
    var asked = folder.resolve(id + FolderRequests.REQUEST);
    write(request, asked);
    int count = 0;
    long heard = System.nanoTime();
    while (true) {
      var response = read(file);
      if (response.count() > count) {
        count = response.count();
        heard = System.nanoTime();
        progress.at(response.step(), response.done(), response.total());
      }
      if (response.state() != State.RUNNING) {
        Files.deleteIfExists(file);
        if (response.state() == State.DONE) return response;
        throw new BackupException(response.problem());
      }
      if (!Files.exists(asked) && !Files.exists(file)) {
        // A server that starts removes the requests that it finds.
        if (count > 0) throw new BackupException("The server was restarted. Try again.");
        write(request, asked);
      }
      if (System.nanoTime() - heard > silenceMax.toNanos()) {
        Files.deleteIfExists(asked);
        throw new BackupException(
            data + " is in use by a process that does not respond. Stop it, then try again.");
      }
      pause();
    }
  }

  private static void write(Request request, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try {
      SyncedFiles.replace(file, Json.write(request));
    } catch (NoSuchFileException e) {
      // A server that starts is removing the folder; the request is written again.
    }
  }

  private static Response read(Path file) throws IOException {
    try {
      return Json.read(Files.readAllBytes(file), Response.class);
    } catch (NoSuchFileException e) {
      return new Response(
          State.RUNNING, 0, "waiting for the server", 0, 0, "", Optional.empty(), Optional.empty());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BackupException("interrupted", e);
    }
  }
}
