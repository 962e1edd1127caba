package dev.trestle.platform.web;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A cookie that only this site receives and that scripts cannot read.
 *
 * @param isSecure whether it needs TLS, which it does everywhere but on the local machine
 */
public record Cookie(String name, boolean isSecure) {
  private static final Pattern NAME = Pattern.compile("[a-z_]{1,32}");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.~-]{0,1024}");

  public Cookie {
    if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("a cookie's name");
  }

  /** With the prefix, browsers accept it only from this host over TLS. */
  private String fullName() {
    return isSecure ? "__Host-" + name : name;
  }

  /** Its value in a call. Empty if the name occurs twice, because one of them was injected. */
  public Optional<String> in(Call call) {
    Optional<String> found = Optional.empty();
    for (var field : call.request().headers()) {
      if (!field.name().equalsIgnoreCase("cookie")) continue;
      for (var pair : field.value().split(";", -1)) {
        int equals = pair.indexOf('=');
        if (equals < 0 || !pair.substring(0, equals).strip().equals(fullName())) continue;
        if (found.isPresent()) return Optional.empty();
        found = Optional.of(pair.substring(equals + 1).strip());
      }
    }
    return found;
  }

  /** Sets the cookie. */
  public Reply set(Reply reply, String value, Duration age) {
    if (!VALUE.matcher(value).matches()) throw new IllegalArgumentException("a cookie's value");
    return reply.with(
        "Set-Cookie",
        fullName()
            + "="
            + value
            + "; Path=/; Max-Age="
            + age.toSeconds()
            + "; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : ""));
  }

  /** Removes the cookie. */
  public Reply clear(Reply reply) {
    return set(reply, "", Duration.ZERO);
  }
}
