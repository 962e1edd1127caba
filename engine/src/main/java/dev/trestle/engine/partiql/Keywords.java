package dev.trestle.engine.partiql;

import java.util.Locale;
import java.util.Set;

/** The keywords of PartiQL, which include SQL-92's. They must be quoted to be used as names. */
final class Keywords {
  private static final Set<String> WORDS =
      Set.of(
          """
          absolute action add all allocate alter and any are as asc assertion at authorization avg
          bag begin between bit bit_length blob bool boolean both by cascade cascaded case cast
          catalog char char_length character character_length check clob close coalesce collate
          collation column commit connect connection constraint constraints continue convert
          corresponding count create cross current current_date current_time current_timestamp
          current_user cursor date deallocate dec decimal declare default deferrable deferred delete
          desc describe descriptor diagnostics disconnect distinct domain double drop else end
          escape except exception exec execute exists external extract false fetch first float for
          foreign found from full get global go goto grant group having identity immediate in
          index indicator initially inner input insensitive insert int integer intersect interval
          into is isolation join key language last left level like limit list local lower match max
          min missing module names national natural nchar next no not null nullif numeric
          octet_length of on only open option or order outer output overlaps pad partial pivot
          position precision prepare preserve primary prior privileges procedure public read real
          references relative remove restrict returning revoke right rollback rows schema scroll
          section select session session_user set sexp size smallint some space sql sqlcode sqlerror
          sqlstate string struct substring sum symbol system_user table temporary then time
          timestamp to transaction translate translation trim true tuple union unique unknown
          unpivot update upper usage user using value values varchar varying view when whenever
          where with work write zone
          """
              .strip()
              .split("\\s+", -1));

  private static final Set<String> OPERATORS =
      Set.of("and", "or", "in", "is", "like", "between", "union", "intersect", "except");

  private Keywords() {}

  static boolean contains(String word) {
    return WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Returns whether the word is a binary operator, so that no term begins with it. */
  static boolean isOperator(String word) {
    return OPERATORS.contains(word.toLowerCase(Locale.ROOT));
  }
}
