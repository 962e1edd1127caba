package dev.trestle.messenger.history;

import dev.trestle.messenger.history.Event.ChangeBegun;
import dev.trestle.messenger.history.Event.ChangeDone;
import dev.trestle.messenger.history.Event.Closed;
import dev.trestle.messenger.history.Event.Confirmed;
import dev.trestle.messenger.history.Event.Created;
import dev.trestle.messenger.history.Event.Noted;
import dev.trestle.messenger.history.Event.Opened;
import dev.trestle.messenger.history.Event.PageAsked;
import dev.trestle.messenger.history.Event.PageGiven;
import dev.trestle.messenger.history.Event.Received;
import dev.trestle.messenger.history.Event.Refused;
import dev.trestle.messenger.history.Event.Replica;
import dev.trestle.messenger.history.Event.SendAcked;
import dev.trestle.messenger.history.Event.SendBegun;
import dev.trestle.messenger.history.Event.Stored;
import dev.trestle.messenger.history.Event.Unknown;
import dev.trestle.messenger.history.Event.WatermarkAsked;
import dev.trestle.messenger.history.Event.WatermarkGiven;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The events of a history by chat, with each request matched to its response. */
final class History {
  private record CallKey(String process, long call) {}

  private final Map<String, ChatRecord> chats = new LinkedHashMap<>();
  private final Map<CallKey, Event> answers = new HashMap<>();
  private final Map<String, Opened> connections = new HashMap<>();
  private final Map<CallKey, PageAsked> pages = new HashMap<>();
  private final List<Violation> faults = new ArrayList<>();

  private History() {}

  static History of(List<Event> events) {
    var history = new History();
    events.forEach(history::findAnswer);
    for (int line = 0; line < events.size(); line++) history.add(line, events.get(line));
    history.faults.addAll(
        history.chats.values().stream()
            .filter(chat -> !chat.isComplete())
            .map(chat -> new Violation(Rule.COMPLETE, chat.id, "nobody read its log in the end"))
            .toList());
    history.faults.addAll(
        history.answers.values().stream()
            .map(answer -> new Violation(Rule.COMPLETE, "?", "nobody asked for " + answer))
            .toList());
    return history;
  }

  Collection<ChatRecord> chats() {
    return chats.values();
  }

  /** Returns what makes it malformed. */
  List<Violation> faults() {
    return faults;
  }

  private void findAnswer(Event event) {
    switch (event) {
      case SendAcked(var at, var call, _, _) -> answer(at, call, event);
      case PageGiven(var at, var call, _, _) -> answer(at, call, event);
      case WatermarkGiven(var at, var call, _) -> answer(at, call, event);
      case ChangeDone(var at, var call) -> answer(at, call, event);
      case Refused(var at, var call, _) -> answer(at, call, event);
      case Unknown(var at, var call) -> answer(at, call, event);
      case Created _,
          SendBegun _,
          PageAsked _,
          WatermarkAsked _,
          ChangeBegun _,
          Opened _,
          Closed _,
          Received _,
          Confirmed _,
          Stored _,
          Replica _,
          Noted _ -> {}
    }
  }

  private void answer(Timestamp at, long call, Event event) {
    var former = answers.put(new CallKey(at.process(), call), event);
    if (former != null) {
      faults.add(new Violation(Rule.COMPLETE, "?", former + " and " + event + " answer one call"));
    }
  }

  private void add(int line, Event event) {
    switch (event) {
      case Created(_, var chat, var members) -> chat(chat).firstMembers.addAll(members);
      case SendBegun e ->
          chat(e.chat())
              .sends
              .computeIfAbsent(
                  new ChatRecord.Name(e.user(), e.clientMessageId()), _ -> new ArrayList<>())
              .add(call(e, e.call(), SendAcked.class));
      case PageAsked e -> {
        pages.put(new CallKey(e.at().process(), e.call()), e);
        chat(e.chat()).pages.add(call(e, e.call(), PageGiven.class));
      }
      case PageGiven e -> {
        var asked = pages.get(new CallKey(e.at().process(), e.call()));
        if (asked != null) {
          for (var entry : e.entries()) {
            chat(asked.chat())
                .given
                .add(new ChatRecord.Given(line, e.at(), asked.user(), asked.device(), entry));
          }
        }
      }
      case WatermarkAsked e ->
          chat(e.chat()).watermarks.add(call(e, e.call(), WatermarkGiven.class));
      case ChangeBegun e -> chat(e.chat()).changes.add(call(e, e.call(), ChangeDone.class));
      case Opened e -> connections.put(e.connection(), e);
      case Received e -> received(line, e);
      case Confirmed e -> chat(e.chat()).confirmations.add(new ChatRecord.Confirmation(line, e));
      case Stored(_, var chat, var entries) -> chat(chat).end(entries);
      case Replica e -> chat(e.chat()).replicas.add(e);
      case SendAcked _,
          WatermarkGiven _,
          ChangeDone _,
          Refused _,
          Unknown _,
          Closed _,
          Noted _ -> {}
    }
  }

  private void received(int line, Received event) {
    var connection = connections.get(event.connection());
    if (connection == null) {
      faults.add(
          new Violation(
              Rule.COMPLETE, event.chat(), "connection " + event.connection() + " never opened"));
      return;
    }
    var given =
        new ChatRecord.Given(
            line, event.at(), connection.user(), connection.device(), event.entry());
    var chat = chat(event.chat());
    chat.given.add(given);
    chat.streams.computeIfAbsent(event.connection(), _ -> new ArrayList<>()).add(given);
  }

  private ChatRecord chat(String id) {
    return chats.computeIfAbsent(id, ChatRecord::new);
  }

  /** Removes the response, so that unrequested ones are left over. */
  private <Q extends Event, A extends Event> RecordedCall<Q, A> call(
      Q asked, long call, Class<A> type) {
    var answer = answers.remove(new CallKey(asked.at().process(), call));
    return new RecordedCall<>(
        asked,
        type.isInstance(answer) ? Optional.of(type.cast(answer)) : Optional.empty(),
        answer instanceof Refused(_, _, var code) ? Optional.of(code) : Optional.empty());
  }
}
