package dev.trestle.homeops.understanding;

import java.util.List;

/**
 * The meaning of a message.
 *
 * @param gate why an activity that is named does not count as done, if there is a reason
 */
public record Understood(List<Act> acts, Gate gate) {
  public static final Understood NOTHING = new Understood(List.of(), Gate.OPEN);

  public Understood {
    acts = List.copyOf(acts);
  }
}
