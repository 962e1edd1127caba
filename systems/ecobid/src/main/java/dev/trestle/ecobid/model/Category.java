package dev.trestle.ecobid.model;

/** What a thing is. The code stands in keys and never changes. */
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

  public String code() {
    return code;
  }
}
