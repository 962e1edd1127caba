package dev.trestle.engine.transfer;

import dev.trestle.item.Item;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the files of an export as DynamoDB does: items in {@code data/*.json.gz}, a list of these
 * files, and a summary. Nothing is visible before {@link #finish}.
 */
public final class ExportFileWriter implements AutoCloseable {
  private static final String SUMMARY = "manifest-summary";
  private static final String FILES = "manifest-files";
  private static final String STARTED = "_started";
  private static final int FILE_BYTES = 64 << 20;

  private final TransferFolder folder;
  private final Transfer export;
  private final String region;
  private final ExportFormat format;
  private final int fileBytes;
  private final Path partial;
  private final List<Map<String, @Nullable Object>> files = new ArrayList<>();
  private @Nullable DataFile current;
  private long items;
  private long bytes;

  public ExportFileWriter(
      TransferFolder folder, Transfer export, String region, ExportFormat format)
      throws IOException {
    this(folder, export, region, format, FILE_BYTES);
  }

  /**
   * Starts an export.
   *
   * @param fileBytes how many bytes of items are in one file
   */
  ExportFileWriter(
      TransferFolder folder, Transfer export, String region, ExportFormat format, int fileBytes)
      throws IOException {
    this.folder = folder;
    this.export = export;
    this.region = region;
    this.format = format;
    this.fileBytes = fileBytes;
    this.partial = folder.createPartial(export);
    Files.createDirectory(partial.resolve("data"));
    Files.createFile(partial.resolve(STARTED));
  }

  static boolean isManifest(String name) {
    return name.startsWith(SUMMARY + ".") || name.startsWith(FILES + ".") || name.equals(STARTED);
  }

  /** Adds an item. */
  public void add(Item item) {
    add(format.write(item), item.size());
  }

  /** Adds a changed item. */
  public void add(ExportedChange change) {
    add(format.write(change), change.size());
  }

  private void add(byte[] line, long size) {
    try {
      if (current == null) {
        current = new DataFile(partial.resolve("data").resolve(fileName(files.size())));
      }
      current.add(line);
      items++;
      bytes += size;
      if (current.lineBytes() >= fileBytes) endFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileName(int number) {
    return String.format(Locale.ROOT, "%06d.json.gz", number);
  }

  private void endFile() throws IOException {
    var file = current;
    if (file == null) return;
    current = null;
    var digest = file.finish();
    var entry = new LinkedHashMap<String, @Nullable Object>();
    entry.put("itemCount", file.lines());
    entry.put("md5Checksum", Base64.getEncoder().encodeToString(digest));
    entry.put("etag", HexFormat.of().formatHex(digest) + "-1");
    entry.put("dataFileS3Key", export.exportKey() + "/data/" + fileName(files.size()));
    files.add(entry);
  }

  public Transfer.Counts counts() {
    return new Transfer.Counts(items, items, bytes, 0);
  }

  /** Writes the manifests and makes the export visible. */
  public void finish(Instant now) throws IOException {
    endFile();
    var lines = new ArrayList<byte[]>();
    for (var file : files) lines.add(format.writeObject(file));
    manifest(FILES, lines);
    manifest(SUMMARY, List.of(format.writeObject(summary(now))));
    DataFiles.sync(partial.resolve("data"));
    DataFiles.sync(partial);
    folder.publish(export, partial);
  }

  private Map<String, @Nullable Object> summary(Instant now) {
    var summary = new LinkedHashMap<String, @Nullable Object>();
    summary.put("version", export.increment().isPresent() ? "2023-08-01" : "2020-06-30");
    summary.put("exportArn", export.arn(region));
    summary.put("startTime", export.started().toString());
    summary.put("endTime", now.toString());
    summary.put("tableArn", export.tableArn(region));
    summary.put("tableId", export.table().uuid());
    export
        .increment()
        .ifPresentOrElse(
            increment -> {
              summary.put("exportFromTime", increment.from().toString());
              summary.put("exportToTime", export.at().toString());
            },
            () -> summary.put("exportTime", export.at().toString()));
    summary.put("s3Bucket", export.bucket());
    summary.put("s3Prefix", export.prefix().orElse(null));
    summary.put("s3SseAlgorithm", null);
    summary.put("s3SseKmsKeyId", null);
    summary.put("manifestFilesS3Key", export.exportKey() + "/" + FILES + ".json");
    summary.put("billedSizeBytes", bytes);
    summary.put("itemCount", items);
    summary.put("outputFormat", "DYNAMODB_JSON");
    export.increment().ifPresent(increment -> summary.put("outputView", increment.view().name()));
    summary.put("exportType", export.exportType());
    return summary;
  }

  private void manifest(String name, List<byte[]> lines) throws IOException {
    var digest = DataFiles.md5();
    for (var line : lines) {
      digest.update(line);
      digest.update((byte) '\n');
    }
    DataFiles.write(partial.resolve(name + ".json"), lines);
    DataFiles.write(partial.resolve(name + ".md5"), List.of(encoded(digest)));
  }

  private static byte[] encoded(MessageDigest digest) {
    return Base64.getEncoder().encode(digest.digest());
  }

  /** Closes the file that is being written. An export that was not finished is removed. */
  @Override
  public void close() throws IOException {
    if (current != null) current.close();
    if (Files.exists(partial)) folder.remove(export);
  }
}
