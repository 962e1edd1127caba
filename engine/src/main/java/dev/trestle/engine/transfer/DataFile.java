package dev.trestle.engine.transfer;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.zip.GZIPOutputStream;

/** A compressed file of lines that is being written, and the digest of its bytes. */
final class DataFile implements AutoCloseable {
  private final Path path;
  private final MessageDigest digest = DataFiles.md5();
  private final OutputStream out;
  private long lines;
  private long lineBytes;

  DataFile(Path path) throws IOException {
    this.path = path;
    var file =
        new BufferedOutputStream(
            Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    this.out = new GZIPOutputStream(new DigestOutputStream(file, digest));
  }

  void add(byte[] line) throws IOException {
    out.write(line);
    out.write('\n');
    lines++;
    lineBytes += line.length + 1L;
  }

  long lines() {
    return lines;
  }

  long lineBytes() {
    return lineBytes;
  }

  /** Makes the file durable and returns its digest. */
  byte[] finish() throws IOException {
    out.close();
    DataFiles.sync(path);
    return digest.digest();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
