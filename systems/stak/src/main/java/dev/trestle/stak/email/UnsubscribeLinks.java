package dev.trestle.stak.email;

import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.stak.model.UserInboxKey;
import java.net.URI;
import java.util.Optional;

/**
 * The links that decline e-mails without a sign-in. They name the user and the category, signed,
 * and do not expire: an old e-mail is declined like a new one.
 */
public final class UnsubscribeLinks {
  /** Where the links lead, below the site's address. */
  public static final String PATH = "/stak/unsubscribe/";

  /** In the place of a category: all categories that the user gets in digests. */
  static final String DIGESTS = "*";

  private static final String PURPOSE = "unsubscribe";

  private final SignedCursor tokens;

  public UnsubscribeLinks(byte[] secret) {
    tokens = new SignedCursor(secret);
  }

  /** What a link declines. */
  public record Declined(UserInboxKey user, String category) {
    public boolean isDigests() {
      return category.equals(DIGESTS);
    }
  }

  URI link(PublicAddress address, UserInboxKey user, String category) {
    // No id contains a space.
    var text = user.tenant() + " " + user.inbox() + " " + user.user() + " " + category;
    return address.of(PATH + tokens.write(PURPOSE, text));
  }

  /** Reads the token of a link; none if it was not made here. */
  public Optional<Declined> read(String token) {
    try {
      var words = tokens.read(PURPOSE, "token", token).split(" ", -1);
      return Optional.of(new Declined(UserInboxKey.of(words[0], words[2], words[1]), words[3]));
    } catch (ApiError e) {
      return Optional.empty();
    }
  }
}
