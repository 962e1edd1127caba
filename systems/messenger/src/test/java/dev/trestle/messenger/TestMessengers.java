package dev.trestle.messenger;

import dev.trestle.accounts.Accounts;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.TrustingRoom;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.CountingChatLogs;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.system.SystemContext;

/** Operations on Messenger that only tests need. */
public final class TestMessengers {
  private TestMessengers() {}

  /** One that is wrong on purpose: it takes a number from a counter and writes afterwards. */
  public static Messenger counting(
      SystemContext context, Accounts accounts, MessengerOptions options) {
    return Messenger.open(context, accounts, options, CountingChatLogs::new, Hub::new);
  }

  /** One that is wrong on purpose: it delivers whatever a signal names. */
  public static Messenger trusting(
      SystemContext context, Accounts accounts, MessengerOptions options) {
    return Messenger.open(context, accounts, options, ChatLogs::new, TrustingRoom::hub);
  }

  /** Follows the feed until the subscription is closed, which may be done repeatedly. */
  public static ChangeFeed.Subscription follow(Messenger messenger, ChangeFeed feed) {
    return messenger.follow(feed);
  }
}
