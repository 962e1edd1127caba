package dev.trestle.cli;

import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.dynamodb.http.signature.AccessKeys;
import dev.trestle.dynamodb.http.signature.CredentialsFile;
import dev.trestle.dynamodb.http.signature.SignatureCheck;
import dev.trestle.engine.Engine;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/** Who may use the engine over HTTP. */
public sealed interface DatabaseAccess {
  /**
   * The access for those who sign with a key of a file, or without it for everybody.
   *
   * @throws UsageError if other machines could connect unsigned and nobody allowed it, or if the
   *     credentials file cannot be used
   */
  static DatabaseAccess of(Address address, Optional<Path> credentials, boolean allowsAnyone) {
    if (credentials.isPresent()) {
      return new Signed(address, credentials.get(), read(credentials.get()));
    }
    if (!DynamoDbServer.isLoopback(address.host) && !allowsAnyone) {
      throw new UsageError(
          "host is '%s', so other machines could read and change everything without credentials."
                  .formatted(address.host)
              + " Give --credentials FILE, or --allow-anyone if that is intended.");
    }
    return new Unsigned(address);
  }

  private static AccessKeys read(Path file) {
    try {
      return CredentialsFile.read(file);
    } catch (CredentialsFile.Unusable e) {
      throw new UsageError("credentials: " + e.getMessage());
    }
  }

  /** Starts to listen; empty if nobody may connect. */
  Optional<DynamoDbServer> start(Engine engine, InstantSource clock);

  /** Who may connect, for people to read. */
  String description();

  /** The environment variables that give a client access. */
  String clientVariables();

  /** Where the engine listens. */
  record Address(String host, int port, String region) {}

  /** Nobody: the engine is for the systems in this process. */
  record Closed() implements DatabaseAccess {
    @Override
    public Optional<DynamoDbServer> start(Engine engine, InstantSource clock) {
      return Optional.empty();
    }

    @Override
    public String description() {
      return "the systems of this server; give --credentials FILE to open it to AWS SDKs";
    }

    @Override
    public String clientVariables() {
      return "";
    }
  }

  /** Everybody who can reach the address. */
  record Unsigned(Address address) implements DatabaseAccess {
    @Override
    public Optional<DynamoDbServer> start(Engine engine, InstantSource clock) {
      return Optional.of(DynamoDbServer.start(engine, address.host, address.port));
    }

    @Override
    public String description() {
      return DynamoDbServer.isLoopback(address.host)
          ? "anyone on this machine; signatures are not verified"
          : "ANYONE who can reach this address, to read and change everything";
    }

    @Override
    public String clientVariables() {
      return "AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any";
    }
  }

  /** Those who sign requests with a key from the file. */
  record Signed(Address address, Path file, AccessKeys keys) implements DatabaseAccess {
    @Override
    public Optional<DynamoDbServer> start(Engine engine, InstantSource clock) {
      var check = new SignatureCheck(keys, address.region, clock);
      return Optional.of(DynamoDbServer.start(engine, check, address.host, address.port));
    }

    @Override
    public String description() {
      return "requests signed for region %s with %s in %s"
          .formatted(
              address.region,
              keys.count() == 1 ? "the key" : "one of the " + keys.count() + " keys",
              absolute());
    }

    @Override
    public String clientVariables() {
      return "AWS_SHARED_CREDENTIALS_FILE=" + absolute();
    }

    private Path absolute() {
      return file.toAbsolutePath().normalize();
    }
  }
}
