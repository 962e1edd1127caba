package dev.trestle.homeops.understanding.llm;

import java.net.URI;
import java.time.Duration;

/**
 * A language model.
 *
 * @param endpoint the address of an OpenAI-compatible API, such as {@code
 *     https://api.example.com/v1}
 * @param key sent as a bearer token; none if empty
 * @param timeout how long a message waits before it is understood without the model
 */
public record LanguageModelOptions(URI endpoint, String model, String key, Duration timeout) {
  public static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Never the key: records end up in logs. */
  @Override
  public String toString() {
    return "LanguageModelOptions[" + endpoint + ", " + model + "]";
  }
}
