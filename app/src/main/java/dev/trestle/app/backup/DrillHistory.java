package dev.trestle.app.backup;

import dev.trestle.platform.web.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The results of the latest drills, in the file {@code drills} of the data folder. */
public final class DrillHistory {
  private static final int KEPT = 100;

  private final Path file;

  public DrillHistory(Path data) {
    this.file = data.resolve("drills");
  }

  /** Returns the results, newest first. */
  public List<DrillResult> all() {
    try {
      if (!Files.exists(file)) return List.of();
      var results = new ArrayList<DrillResult>();
      for (var line : Files.readAllLines(file)) {
        results.add(Json.read(line.getBytes(StandardCharsets.UTF_8), DrillResult.class));
      }
      return results.reversed();
    } catch (IOException e) {
      throw new BackupException("cannot read " + file + ": " + e, e);
    }
  }

  /** Adds a result. */
  public void add(DrillResult result) {
    var results = new ArrayList<>(all().reversed());
    results.add(result);
    var lines = new ByteArrayOutputStream();
    for (var each : results.subList(Math.max(0, results.size() - KEPT), results.size())) {
      lines.writeBytes(Json.write(each));
      lines.write('\n');
    }
    try {
      SyncedFiles.replace(file, lines.toByteArray());
    } catch (IOException e) {
      throw new BackupException("cannot write " + file + ": " + e, e);
    }
  }
}
