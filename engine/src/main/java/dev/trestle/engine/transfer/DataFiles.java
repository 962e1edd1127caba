package dev.trestle.engine.transfer;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads and writes whole files durably. */
public final class DataFiles {
  private static final int BUFFER_BYTES = 64 << 10;

  private DataFiles() {}

  /** Opens a file of an import. An empty one is not compressed, like those of empty partitions. */
  public static InputStream open(Path file, boolean isCompressed) throws IOException {
    if (Files.size(file) == 0) return InputStream.nullInputStream();
    var in = Files.newInputStream(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try {
      return new BufferedInputStream(
          isCompressed ? new GZIPInputStream(in, BUFFER_BYTES) : in, BUFFER_BYTES);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Creates a folder, and those above it that are missing, so that a power cut keeps them. */
  static void createFolders(Path folder) throws IOException {
    if (Files.isDirectory(folder)) return;
    var parent = folder.toAbsolutePath().getParent();
    if (parent == null) return;
    createFolders(parent);
    Files.createDirectories(folder);
    sync(parent);
  }

  static void write(Path file, List<byte[]> lines) throws IOException {
    try (var out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (var line : lines) {
        writeAll(out, ByteBuffer.wrap(line));
        writeAll(out, ByteBuffer.wrap(new byte[] {'\n'}));
      }
      out.force(true);
    }
  }

  private static void writeAll(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) out.write(bytes);
  }

  /** Makes a file or a folder's entries durable. */
  static void sync(Path path) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5"); // the digest that manifests contain
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
