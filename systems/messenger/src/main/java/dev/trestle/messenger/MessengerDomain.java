package dev.trestle.messenger;

import dev.trestle.accounts.profile.Profiles;
import dev.trestle.messenger.chat.AbuseReports;
import dev.trestle.messenger.chat.AccountErasure;
import dev.trestle.messenger.chat.ChatList;
import dev.trestle.messenger.chat.Consent;
import dev.trestle.messenger.chat.DirectChats;
import dev.trestle.messenger.chat.Groups;
import dev.trestle.messenger.chat.Invitations;
import dev.trestle.messenger.chat.InviteLinks;
import dev.trestle.messenger.chat.Members;
import dev.trestle.messenger.chat.PresenceChoice;
import dev.trestle.messenger.chat.UserBlocks;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.delivery.Hub;
import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.messenger.file.ProfilePhotos;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.message.MessageSearch;
import dev.trestle.messenger.push.PushDeviceStore;
import dev.trestle.messenger.web.ExportedFiles;
import dev.trestle.messenger.web.MessengerData;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;

/** Wires what the API calls: chats, members, files, profile photos and presence. */
final class MessengerDomain {
  final ChatHistory history;
  final MessageSearch search;
  final Consent consent;
  final PresenceChoice presenceChoice;
  final UserBlocks blocks;
  final Invitations invitations;
  final Members members;
  final Groups groups;
  final InviteLinks links;
  final DirectChats directChats;
  final ChatList chats;
  final AbuseReports abuseReports;
  final ChatFiles files;
  final ProfilePhotos pictures;
  final PushDeviceStore pushDevices;
  private final ChatAccess access;
  private final Store store;

  MessengerDomain(
      SystemContext context,
      Profiles profiles,
      Store store,
      ColdEntries cold,
      ChatAccess access,
      ChatLogs logs,
      Hub hub,
      Presence presence) {
    var clock = context.clock();
    var ids = context.ids();
    this.access = access;
    this.store = store;
    history = new ChatHistory(store, cold);
    search = new MessageSearch(store, cold);
    consent = new Consent(store, clock);
    presenceChoice = new PresenceChoice(store, presence::chosen);
    blocks =
        new UserBlocks(
            store,
            profiles,
            clock,
            (user, other, isBlocked) -> {
              hub.blockChanged(user, other, isBlocked);
              if (isBlocked) presence.blocked(user, other);
            });
    invitations =
        new Invitations(store, logs, access, consent, blocks, ids, clock, hub::invitationChanged);
    members = new Members(store, logs, access, invitations, profiles, ids, clock);
    groups = new Groups(store, logs, access, invitations, profiles, ids, clock);
    links = new InviteLinks(store, logs, access, members, blocks, invitations, context);
    directChats = new DirectChats(store, logs, profiles, ids, clock);
    chats = new ChatList(store, cold, logs, clock);
    abuseReports = new AbuseReports(store, access, history, profiles, ids, clock);
    files = new ChatFiles(store, access, context.blobs(), ids, clock);
    pictures = new ProfilePhotos(store, access, context.blobs(), ids);
    pushDevices = new PushDeviceStore(store, clock);
  }

  /** What is stored about a user, to export and to erase. */
  MessengerData personalData() {
    var erasure = new AccountErasure(store, members, blocks, pictures, pushDevices);
    return new MessengerData(
        chats,
        access,
        history,
        invitations,
        consent,
        presenceChoice,
        pictures,
        blocks,
        pushDevices,
        new ExportedFiles(files),
        erasure);
  }
}
