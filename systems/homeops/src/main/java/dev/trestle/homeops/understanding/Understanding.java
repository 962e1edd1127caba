package dev.trestle.homeops.understanding;

/** Reads messages of a household's chat. */
public interface Understanding {
  /** Understands messages. Never fails: a message that is not understood has no acts. */
  Understood understand(Utterance utterance);
}
