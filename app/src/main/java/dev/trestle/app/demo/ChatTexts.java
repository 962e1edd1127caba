package dev.trestle.app.demo;

import java.util.List;

/** The messages of Messenger's simulated people. */
final class ChatTexts {
  /**
   * A message.
   *
   * @param sender index of the person
   * @param chat index among that person's chats
   */
  record Line(int sender, int chat, String text) {}

  static final List<Line> OPENING =
      List.of(
          new Line(0, 0, "Morning all! The plumber comes to the stairs at ten."),
          new Line(2, 0, "Thanks Alma. I am home, I can let him in."),
          new Line(5, 0, "Water is off until noon then?"),
          new Line(0, 0, "Until eleven, he promised."),
          new Line(7, 0, "I will believe it when I see it 🙂"),
          new Line(1, 1, "Who brings the sheet music on Thursday?"),
          new Line(0, 1, "I have copies for eight."),
          new Line(4, 1, "And I have cake."),
          new Line(3, 1, "Then nothing can go wrong."),
          new Line(3, 2, "Keys to the summer house are with me until Friday."),
          new Line(6, 1, "We would like week 28, if nobody minds."),
          new Line(1, 2, "Alma, did you get the parcel from my door?"),
          new Line(0, 3, "Yes, it stands in our hall."),
          new Line(2, 2, "Could you feed the cat on Saturday?"),
          new Line(0, 4, "Of course. The usual key?"));

  /** Of a photo in the first group. */
  static final String CAPTION = "This lamp stands in the hall. Whose is it?";

  static final List<String> LINES =
      List.of(
          "On my way.",
          "Has anyone seen a blue umbrella?",
          "The bins are emptied tomorrow.",
          "Yes, that works for me.",
          "I can take that.",
          "Fresh bread at the corner shop today 🥖",
          "Thank you!",
          "Could we move it to seven?",
          "The light in the cellar is out again.",
          "I wrote to the landlord.",
          "That was lovely yesterday.",
          "Who has the ladder?",
          "It is in the bike room.",
          "See you there!",
          "Rain until four, they say.",
          "I baked too much, come and help.",
          "Can somebody sign for a parcel?",
          "Done.",
          "Good idea.",
          "Let us decide on Sunday.");

  /** The first message of each friend to the visitor. */
  static final List<String> GREETINGS =
      List.of(
          "Hi Robin, welcome to the house! Write to me if you need anything.",
          "Robin, are you coming to the choir on Thursday?",
          "Your bicycle pump is with me. Shall I bring it down?");

  /** What people say when the visitor has written. */
  static final List<String> ANSWERS =
      List.of(
          "Good to hear from you, Robin!",
          "Sounds good to me.",
          "Let me think about it. I’ll tell you tonight.",
          "Ha, exactly what I wanted to say.",
          "Sure, count me in.",
          "Thanks for telling me!");

  private ChatTexts() {}
}
