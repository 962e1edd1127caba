package dev.trestle.ecobid.item;

import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.PhotoId;
import java.util.List;
import java.util.Optional;

/** Changes to an item. What is absent stays unchanged. */
public record ItemEdit(
    Optional<String> title,
    Optional<String> description,
    Optional<Category> category,
    Optional<GeoPoint> place,
    Optional<String> address,
    Optional<List<PhotoId>> photos) {
  public ItemEdit {
    title = title.map(text -> NewItem.text("title", text, 1, NewItem.TITLE_MAX));
    description =
        description.map(text -> NewItem.text("description", text, 0, NewItem.DESCRIPTION_MAX));
    address = address.map(text -> NewItem.text("address", text, 0, NewItem.ADDRESS_MAX));
    place.ifPresent(NewItem::checkPlace);
    photos = photos.map(NewItem::checked);
  }

  Item applied(Item item) {
    var point = place.orElse(item.point());
    return item.edited(
        title.orElse(item.title()),
        description.orElse(item.description()),
        category.orElse(item.category()),
        photos.orElse(item.photos()),
        new Item.Location(
            point.latitude(), point.longitude(), address.orElse(item.location().address())));
  }
}
