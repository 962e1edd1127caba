package dev.trestle.messenger.web;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.messenger.model.MessageFiles.MessageFile;
import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * Writes the files that a user has sent into an export. A file is in memory as a whole while it is
 * written, so exports wait for each other instead of filling the heap.
 */
public final class ExportedFiles {
  /** A multiple of three, so that the parts' Base64 in a row is the Base64 of the file. */
  static final int PART_BYTES = 3 << 18;

  /** The most bytes of files in one export. Files beyond are named only. */
  private static final long BYTES_MAX = 1L << 30;

  /** How many files are in memory at once. */
  private static final int FILES_AT_ONCE = 2;

  private record ExportedFile(String chatId, FilesApi.FileView file, boolean isIncluded) {}

  /** The bytes become Base64. */
  private record FilePart(String fileId, int part, int parts, byte[] bytes) {}

  private final ChatFiles files;
  private final long bytesMax;
  private final Semaphore room = new Semaphore(FILES_AT_ONCE, true);

  public ExportedFiles(ChatFiles files) {
    this(files, BYTES_MAX);
  }

  ExportedFiles(ChatFiles files, long bytesMax) {
    this.files = files;
    this.bytesMax = bytesMax;
  }

  void export(UserId user, ExportWriter out) {
    long left = bytesMax;
    for (var sent = files.sentBy(user).iterator(); sent.hasNext(); ) {
      var file = sent.next();
      long bytes = file.attachment().bytes();
      boolean isIncluded = bytes <= left;
      var view = FilesApi.FileView.of(file.attachment());
      out.write("file", new ExportedFile(file.chatId().value(), view, isIncluded));
      if (!isIncluded) continue;
      left -= bytes;
      exportBytes(file, out);
    }
  }

  private void exportBytes(MessageFile file, ExportWriter out) {
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal.Unavailable("The server is shutting down.");
    }
    try {
      files.bytes(file).ifPresent(bytes -> writeParts(file.fileId().value(), bytes, out));
    } finally {
      room.release();
    }
  }

  private static void writeParts(String id, byte[] bytes, ExportWriter out) {
    int parts = Math.ceilDiv(bytes.length, PART_BYTES);
    for (int part = 0; part < parts; part++) {
      int from = part * PART_BYTES;
      var some = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART_BYTES));
      out.write("file_part", new FilePart(id, part + 1, parts, some));
    }
  }
}
