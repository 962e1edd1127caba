package dev.trestle.platform.web;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A cookie that only this site gets and that scripts cannot read.
 *
 * @param isSecure whether it may only go over TLS; everywhere but on this machine itself
 */
public record Cookie(String name, boolean isSecure) {
  private static final Pattern NAME = Pattern.compile("[a-z_]{1,32}");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.~-]{0,1024}");

  public Cookie {
    if (!NAME.matcher(name).matches()) throw new IllegalArgumentException("a cookie's name");
  }

  /** With the prefix, browsers take it only from this very host over TLS. */
  private String fullName() {
    return isSecure ? "__Host-" + name : name;
  }

  /** Its value in a call. Where a name is there twice, somebody has slipped one in: then none. */
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

  /** The reply with the cookie set. */
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

  /** The reply with the cookie taken back. */
  public Reply clear(Reply reply) {
    return set(reply, "", Duration.ZERO);
  }
}
