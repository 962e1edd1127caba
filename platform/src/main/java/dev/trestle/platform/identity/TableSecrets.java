package dev.trestle.platform.identity;

import dev.trestle.platform.identity.SecretsModel.OfSecret;
import dev.trestle.platform.identity.SecretsModel.Replacement;
import dev.trestle.platform.identity.SecretsModel.SealedSecret;
import dev.trestle.store.Store;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * Secrets in the table {@code platform_secrets}, which several servers share. Each is encrypted
 * with one key that all servers have; who can only read the table learns nothing.
 */
public final class TableSecrets extends Secrets {
  private final Store store;
  private final SecretsKey key;
  private final SecureRandom random;

  /**
   * Reads nothing yet.
   *
   * @param store of {@link SecretsModel#MODEL}
   */
  public TableSecrets(Store store, SecretsKey key, SecureRandom random) {
    super(random);
    this.store = store;
    this.key = key;
    this.random = random;
  }

  @Override
  Optional<String> read(String name) {
    return store
        .run(SecretsModel.READ, new OfSecret(name))
        .map(secret -> key.open(name, secret.sealed()));
  }

  @Override
  String create(String name, String text) {
    if (store.run(SecretsModel.CREATE, sealed(name, text)).isDone()) return text;
    return read(name).orElseThrow();
  }

  @Override
  boolean replace(String name, String before, String text) {
    return store
        .run(SecretsModel.READ, new OfSecret(name))
        .map(SealedSecret::sealed)
        .filter(sealed -> key.open(name, sealed).equals(before))
        .filter(sealed ->
            store.run(SecretsModel.REPLACE, new Replacement(sealed(name, text), sealed)).isDone())
        .isPresent();
  }

  private SealedSecret sealed(String name, String text) {
    return new SealedSecret(name, key.seal(name, text, random));
  }
}
