package dev.trestle.ecobid.model;

import java.util.Optional;

/** The category of an item. The code is part of keys and never changes. */
public enum Category {
  FURNITURE("furniture"),
  ELECTRONICS("electronics"),
  CLOTHING("clothing"),
  BOOKS("books"),
  HOME("home"),
  KIDS("kids"),
  SPORTS("sports"),
  OTHER("other");

  private final String code;

  Category(String code) {
    this.code = code;
  }

  public static Optional<Category> ofCode(String code) {
    for (var category : values()) if (category.code.equals(code)) return Optional.of(category);
    return Optional.empty();
  }

  public String code() {
    return code;
  }
}
