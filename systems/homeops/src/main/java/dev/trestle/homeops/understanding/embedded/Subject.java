package dev.trestle.homeops.understanding.embedded;

import java.util.List;

/**
 * The subject of a clause.
 *
 * @param names the members' names in lower case, if the kind is MEMBER
 * @param withSender whether the sender is named too: "Anna och jag"
 */
record Subject(Kind kind, List<String> names, boolean withSender) {
  /** Kinds of subjects. */
  enum Kind {
    /** No subject, so it is the sender. */
    ELIDED,
    FIRST,
    SECOND,
    THIRD,
    MEMBER,
    /** A person who is not a member, or a word that is not understood. */
    OTHER
  }

  static Subject of(Kind kind) {
    return new Subject(kind, List.of(), kind == Kind.ELIDED || kind == Kind.FIRST);
  }

  boolean isSenderOrMember() {
    return kind == Kind.ELIDED || kind == Kind.FIRST || kind == Kind.MEMBER;
  }
}
