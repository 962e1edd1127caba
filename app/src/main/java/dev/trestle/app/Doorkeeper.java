package dev.trestle.app;

import dev.trestle.dynamodb.wire.WireServer;
import dev.trestle.dynamodb.wire.signature.AccessKeys;
import dev.trestle.dynamodb.wire.signature.CredentialsFile;
import dev.trestle.dynamodb.wire.signature.SignatureCheck;
import dev.trestle.engine.Engine;
import java.nio.file.Path;
import java.time.InstantSource;

/** Who may come to the engine over HTTP. */
sealed interface Doorkeeper {
  /**
   * The one that the configuration asks for.
   *
   * @throws WrongUse if the configuration lets in more people than anybody can have meant, or its
   *     file of keys is of no use
   */
  static Doorkeeper of(Configuration configuration) {
    return of(configuration, configuration.host());
  }

  /** The same on an address that was chosen elsewhere. */
  static Doorkeeper of(Configuration configuration, String host) {
    var place = new Place(host, configuration.dbPort(), configuration.region());
    var file = configuration.credentials();
    if (file.isPresent()) return new Keys(place, file.get(), read(file.get()));
    if (!WireServer.isLoopback(place.host) && !configuration.allowAnyone()) {
      throw new WrongUse(
          "host is '%s': others than this machine could reach it, and without credentials whoever"
                  .formatted(place.host)
              + " does may read and change everything. Give --credentials FILE, or --allow-anyone"
              + " if that is meant");
    }
    return new Anyone(place);
  }

  private static AccessKeys read(Path file) {
    try {
      return CredentialsFile.read(file);
    } catch (CredentialsFile.Unusable e) {
      throw new WrongUse("credentials: " + e.getMessage());
    }
  }

  /** Starts to listen. */
  WireServer start(Engine engine, InstantSource clock);

  /** Who is let in, in words for people. */
  String admitted();

  /** What makes a client one of those, as variables of its environment. */
  String identity();

  /** Where the door is. */
  record Place(String host, int port, String region) {}

  /** Everybody who can reach the address. */
  record Anyone(Place place) implements Doorkeeper {
    @Override
    public WireServer start(Engine engine, InstantSource clock) {
      return WireServer.start(engine, place.host, place.port);
    }

    @Override
    public String admitted() {
      return WireServer.isLoopback(place.host)
          ? "anyone on this machine; signatures are not verified"
          : "ANYONE who can reach this address, to read and change everything";
    }

    @Override
    public String identity() {
      return "AWS_ACCESS_KEY_ID=any AWS_SECRET_ACCESS_KEY=any";
    }
  }

  /** Those who have a secret. */
  record Keys(Place place, Path file, AccessKeys keys) implements Doorkeeper {
    @Override
    public WireServer start(Engine engine, InstantSource clock) {
      var check = new SignatureCheck(keys, place.region, clock);
      return WireServer.start(engine, check, place.host, place.port);
    }

    @Override
    public String admitted() {
      return "requests signed with %s of %s, for the region %s"
          .formatted(
              keys.count() == 1 ? "the key" : "one of the " + keys.count() + " keys",
              absolute(),
              place.region);
    }

    @Override
    public String identity() {
      return "AWS_SHARED_CREDENTIALS_FILE=" + absolute();
    }

    private Path absolute() {
      return file.toAbsolutePath().normalize();
    }
  }
}
