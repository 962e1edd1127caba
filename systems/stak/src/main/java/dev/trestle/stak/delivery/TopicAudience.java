package dev.trestle.stak.delivery;

import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.GatheredAudience;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.util.List;
import java.util.Optional;

/**
 * Makes the subscribers of a topic the audience of a message.
 *
 * <p>Subscribers are taken in the order of their ids. A chunk is written if it is not there; one
 * that is there was written by an earlier attempt, or by another worker at the same time, and the
 * next chunk begins after its last subscriber. A chunk that is not full is the last. So all
 * attempts agree on one audience, in which nobody is twice, whoever subscribes meanwhile.
 */
final class TopicAudience {
  private final Store store;
  private final TopicStore topics;

  TopicAudience(Store store, TopicStore topics) {
    this.store = store;
    this.topics = topics;
  }

  /** Writes the audience and returns the message with it. */
  Optional<SentMessage> gather(SentMessage sent, TopicId topic) {
    var key = TopicStore.key(sent.key().inboxKey(), topic);
    var after = Optional.<UserId>empty();
    long recipients = 0;
    long number = 0;
    boolean isLast;
    do {
      var some = topics.subscribers(key, after, SentMessages.CHUNK_UIDS_MAX);
      var uids = add(chunk(sent, number++, some)).uids();
      recipients += uids.size();
      isLast = uids.size() < SentMessages.CHUNK_UIDS_MAX;
      if (!isLast) after = Optional.of(uids.getLast());
    } while (!isLast);
    var audience = new GatheredAudience(sent.tenant(), sent.inbox(), sent.id(), recipients, number);
    return switch (store.run(SentMessages.SET_AUDIENCE, audience)) {
      case Written.Done<SentMessage>(var gathered) -> gathered;
      // Another worker was faster, or the message is gone.
      case Written.Refused<SentMessage>(var current) -> current;
    };
  }

  private AudienceChunk add(AudienceChunk chunk) {
    return switch (store.run(SentMessages.ADD_CHUNK, chunk)) {
      case Written.Done<AudienceChunk> _ -> chunk;
      case Written.Refused<AudienceChunk>(var there) -> there.orElse(chunk);
    };
  }

  private static AudienceChunk chunk(SentMessage sent, long number, List<UserId> uids) {
    return new AudienceChunk(
        sent.tenant(),
        sent.inbox(),
        sent.id(),
        number,
        uids,
        Optional.empty(),
        Optional.empty(),
        sent.ttl());
  }
}
