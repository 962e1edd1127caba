package dev.trestle.dynamodb.http.signature;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads access keys from a file in the form of the AWS CLI's {@code ~/.aws/credentials}: sections
 * with {@code aws_access_key_id} and {@code aws_secret_access_key}. Everything else is ignored. No
 * error message contains a value from the file.
 */
public final class CredentialsFile {
  /** The file is missing, readable by others or malformed; the message says which. */
  public static final class Unusable extends RuntimeException {
    Unusable(Path file, String reason) {
      super(file + ": " + reason);
    }
  }

  private static final Set<PosixFilePermission> OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);
  private static final long BYTES_MAX = 1 << 20;

  private final Path file;
  private final Map<String, String> secrets = new HashMap<>();
  private String section = "";
  private String keyId = "";
  private String secret = "";

  private CredentialsFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the file.
   *
   * @throws Unusable if other users may read or change it, or it has no keys
   */
  public static AccessKeys read(Path file) {
    var reading = new CredentialsFile(file);
    reading.lines().forEach(reading::line);
    reading.endSection();
    if (reading.secrets.isEmpty()) throw reading.unusable("it has no keys");
    return AccessKeys.of(reading.secrets);
  }

  private List<String> lines() {
    try {
      if (!Files.isRegularFile(file)) {
        throw unusable(Files.exists(file) ? "this is not a file" : "there is no such file");
      }
      checkPermissions();
      if (Files.size(file) > BYTES_MAX) throw unusable("it is too large");
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw unusable("there is no such file");
    } catch (CharacterCodingException e) {
      throw unusable("it is not text in UTF-8");
    } catch (IOException e) {
      throw unusable("it cannot be read");
    }
  }

  private void checkPermissions() throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) return;
    var given = EnumSet.copyOf(OTHERS);
    given.retainAll(Files.getPosixFilePermissions(file));
    if (given.isEmpty()) return;
    throw unusable("it has secrets, and others than its owner may read or change it; chmod 600 it");
  }

  private void line(String raw) {
    var line = raw.strip();
    if (line.isEmpty() || line.startsWith("#") || line.startsWith(";")) return;
    if (line.startsWith("[")) {
      endSection();
      if (!line.endsWith("]")) throw unusable("a section's name has no closing bracket");
      section = line.substring(1, line.length() - 1).strip();
      return;
    }
    int equals = line.indexOf('=');
    if (equals < 0)
      throw unusable("a line in [" + section + "] is neither a section nor a setting");
    var value = line.substring(equals + 1).strip();
    switch (line.substring(0, equals).strip()) {
      case "aws_access_key_id" -> keyId = value;
      case "aws_secret_access_key" -> secret = value;
      default -> {}
    }
  }

  private void endSection() {
    if (keyId.isEmpty() && secret.isEmpty()) return;
    if (keyId.isEmpty()) throw unusable("[" + section + "] has no aws_access_key_id");
    if (secret.isEmpty()) throw unusable("[" + section + "] has no aws_secret_access_key");
    if (!keyId.matches("[^\\s,/=;]+")) {
      throw unusable("[" + section + "] has an aws_access_key_id that cannot be one");
    }
    var other = secrets.put(keyId, secret);
    if (other != null && !other.equals(secret)) {
      throw unusable("[" + section + "] gives a key another secret than a section before it");
    }
    keyId = "";
    secret = "";
  }

  private Unusable unusable(String reason) {
    return new Unusable(file, reason);
  }
}
