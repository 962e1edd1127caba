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

/** Whether new messages are neither counted in the title nor shown as notifications. */
export function isQuiet(chat) {
  return isMuted(chat) || isArchived(chat);
}

export function isMuted(chat) {
  return !!chat.muted_until && Date.parse(chat.muted_until) > Date.now();
}
