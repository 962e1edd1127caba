package dev.trestle.platform.identity;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Secrets that are lost when the process ends, for the demo and tests. */
public final class MemorySecrets extends Secrets {
  private final Map<String, String> kept = new ConcurrentHashMap<>();

  public MemorySecrets(RandomGenerator random) {
    super(random);
  }

  @Override
  Optional<String> read(String name) {
    return Optional.ofNullable(kept.get(name));
  }

  @Override
  String create(String name, String text) {
    return kept.computeIfAbsent(name, _ -> text);
  }

  @Override
  boolean replace(String name, String before, String text) {
    return kept.replace(name, before, text);
  }
}
