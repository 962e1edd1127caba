package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.text.FoldedWords;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognises messages that correct the assistant: "nej, jag menade tvätt", "det var Anna", "ångra".
 */
final class CorrectionText {
  private static final Pattern UNDO =
      Pattern.compile(
          "(nej |no |na |snalla )?(angra|undo|ta bort|remove|stryk|cancel|scratch|glom)"
              + "( det| det dar| de| den| that| this| it)?( plz| pls| please| tack)?");
  private static final Pattern MEANT =
      Pattern.compile(
          "((nej|na|nae|no|nope|fel|wrong) )*(fel )?(jag menade|ja mena|jag mena|i meant|menade) .+");
  private static final Pattern WRONG =
      Pattern.compile(
          "(nej |no |fel |wrong )?(det stammer inte|that's wrong|thats wrong|not right)");
  private static final Pattern DAY =
      Pattern.compile(
          "((nej|na|no|fel|wrong) )*(det var|it was|that was|de va)( faktiskt| actually)?"
              + " (igar|i gar|yesterday|i morse|last night|i gar kvall|this morning|i forrgar)"
              + "( faktiskt| actually)?");
  private static final Pattern NOT_ME =
      Pattern.compile(
          "((nej|na|no) )?(det var inte jag|it wasn't me|that wasn't me.*|it wasnt me)");

  private CorrectionText() {}

  static boolean isCorrection(String text, Set<String> members) {
    var words = String.join(" ", FoldedWords.of(text.replace("'", "")));
    return UNDO.matcher(words).matches()
        || MEANT.matcher(words).matches()
        || WRONG.matcher(words).matches()
        || DAY.matcher(words).matches()
        || NOT_ME.matcher(words).matches()
        || isAboutMember(words, members);
  }

  /** "Det var Anna", "no, that was Tom", "fel person, det var Maria". */
  private static boolean isAboutMember(String words, Set<String> members) {
    for (var member : members) {
      var name = Pattern.quote(FoldedWords.fold(member));
      var about =
          "((nej|na|nae|no|nope|fel|wrong|fel person) )*(det var|de va|it was|that was)"
              + "( faktiskt| actually)? "
              + name
              + "( som gjorde (det|de)| som .{2,30}| not me| inte jag| inte \\w+)?";
      if (words.matches(about)
          || words.matches("(nej|na|no) " + name + " (gjorde (det|de)|did it)")) {
        return true;
      }
    }
    return false;
  }
}
