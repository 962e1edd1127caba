// The place of a chat in the list: when something last happened, pinned, archived or muted.
/** The time of the last activity. */
export function activity(chat) {
  return chat.last_message && !chat.updated_at
    ? chat.last_message.created_at
    : later(chat.last_message?.created_at, chat.updated_at);
}

function later(a = '', b = '') {
  return a > b ? a : b;
}

export function isPinned(chat) {
  return chat.place === 'pinned';
}

export function isArchived(chat) {
  return chat.place === 'archived';
}

/** How many messages the title counts: of a muted chat only mentions, of an archived one none. */
export function counted(chat) {
  if (isArchived(chat)) return 0;
  return (isMuted(chat) ? chat.mention_count : chat.unread_count) ?? 0;
}

export function isMuted(chat) {
  return !!chat.muted_until && Date.parse(chat.muted_until) > Date.now();
}
