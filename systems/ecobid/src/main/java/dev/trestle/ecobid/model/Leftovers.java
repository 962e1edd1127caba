package dev.trestle.ecobid.model;

import static dev.trestle.model.Load.perSecond;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.MultiWrite;
import java.util.List;

/** What is deleted together because what it belonged to is gone. */
public final class Leftovers {
  public record OfItem(
      List<Items.OfOwnItem> own,
      List<Favourites.Of> favourites,
      List<Messages.OfOwnThread> threads,
      List<Photos.OfPhoto> photos) {}

  /** Not the messages: they are how threads are found, so they are deleted afterwards. */
  public static final MultiWrite<OfItem> OF_ITEM =
      MultiWrite.of("item.leftovers", "an item is gone", OfItem.class, lookup())
          .each(Items.FORGET, OfItem::own, 1)
          .each(Favourites.REMOVE, OfItem::favourites, 2)
          .each(Messages.END, OfItem::threads, 2)
          .each(Photos.ERASE, OfItem::photos, 2)
          .load(perSecond(0.01))
          .build();

  public record OfUser(
      List<Favourites.Of> favourites,
      List<WantedPosts.Of> wanted,
      List<Digests.Of> digests,
      List<Blocks.Of> blocks) {}

  public static final MultiWrite<OfUser> OF_USER =
      MultiWrite.of("user.leftovers", "an account was deleted", OfUser.class, lookup())
          .each(Favourites.REMOVE, OfUser::favourites, 5)
          .each(WantedPosts.REMOVE, OfUser::wanted, 2)
          .each(Digests.ERASE, OfUser::digests, 2)
          .each(Blocks.ERASE, OfUser::blocks, 1)
          .load(perSecond(0.001))
          .build();

  private Leftovers() {}
}
