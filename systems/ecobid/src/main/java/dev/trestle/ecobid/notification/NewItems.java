package dev.trestle.ecobid.notification;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.wanted.NearbyDigests;
import dev.trestle.ecobid.wanted.SavedSearches;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Notifies users of new items that match their searches, at once or in a digest. */
public final class NewItems {
  private final SavedSearches searches;
  private final NearbyDigests digests;
  private final UserProfiles profiles;

  public NewItems(SavedSearches searches, NearbyDigests digests, UserProfiles profiles) {
    this.searches = searches;
    this.digests = digests;
    this.profiles = profiles;
  }

  void listed(Item item, Consumer<NewNotification> tell) {
    var matching = searches.matching(item);
    if (matching.isEmpty()) return;
    Set<UserId> hidden = profiles.hiddenFrom(item.owner());
    var told = new HashSet<UserId>();
    for (var wanted : matching) {
      if (hidden.contains(wanted.user())) continue;
      if (wanted.isNeighbourhood()) {
        digests.add(wanted.user(), item);
      } else if (told.add(wanted.user())) {
        var cause = item.item().value();
        tell.accept(NewNotification.about(wanted.user(), NotificationKind.WANTED, cause, item));
      }
    }
  }
}
