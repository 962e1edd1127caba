package dev.trestle.stak.model;

import static dev.trestle.model.Load.perSecond;

import dev.trestle.model.Delete;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Broadcasts.BroadcastHeader;
import dev.trestle.stak.model.Broadcasts.KnownCount;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.OfTenant;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.WebhookEvents.OfEvent;
import dev.trestle.stak.model.WebhookEvents.WebhookEvent;

/** What goes only when its tenant is deleted. */
public final class TenantDeletes {
  public static final Delete<MessageKey, SentMessage> SENT =
      SentMessages.SENT_MESSAGE
          .delete("tenant.delete.sent", "a sent message", MessageKey.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<ChunkKey, AudienceChunk> CHUNK =
      SentMessages.AUDIENCE_CHUNK
          .delete("tenant.delete.chunk", "a chunk of an audience", ChunkKey.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<MessageKey, Broadcast> BROADCAST =
      Broadcasts.BROADCAST
          .delete("tenant.delete.broadcast", "a broadcast", MessageKey.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<InboxKey, BroadcastHeader> HEADER =
      Broadcasts.HEADER
          .delete("tenant.delete.header", "the number of broadcasts", InboxKey.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<OfShard, KnownCount> KNOWN_COUNT =
      Broadcasts.KNOWN_COUNT
          .delete("tenant.delete.known", "the number of known users of a shard", OfShard.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<InboxKey, InboxConfig> CONFIG =
      Tenants.CONFIG
          .delete("tenant.delete.config", "the configuration of an inbox", InboxKey.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<OfEvent, WebhookEvent> EVENT =
      WebhookEvents.WEBHOOK_EVENT
          .delete("tenant.delete.event", "a webhook event", OfEvent.class)
          .load(perSecond(0.01))
          .build();

  public static final Delete<OfTenant, TenantSettings> SETTINGS =
      Tenants.SETTINGS
          .delete("tenant.delete.settings", "the settings of a tenant", OfTenant.class)
          .load(perSecond(0.01))
          .build();

  private TenantDeletes() {}
}
