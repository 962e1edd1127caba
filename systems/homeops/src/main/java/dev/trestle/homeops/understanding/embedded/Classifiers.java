package dev.trestle.homeops.understanding.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * The classifiers of a model.
 *
 * @param types distinguishes reports, promises, questions, corrections and the rest
 * @param grammar the same from grammar alone, for messages with unfamiliar words
 * @param messages the same from the words of the whole message, whatever the lexicon made of it
 * @param activities names the activity if the lexicon cannot
 */
record Classifiers(Softmax types, Softmax grammar, Softmax messages, Softmax activities) {
  static Classifiers read(DataInputStream in) throws IOException {
    return new Classifiers(Softmax.read(in), Softmax.read(in), Softmax.read(in), Softmax.read(in));
  }

  void write(DataOutputStream out) throws IOException {
    types.write(out);
    grammar.write(out);
    messages.write(out);
    activities.write(out);
  }
}
