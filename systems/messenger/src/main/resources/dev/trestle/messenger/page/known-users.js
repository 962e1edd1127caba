// People the user shares a chat with.
import { idempotencyKey } from '/shared/api.js';

const GROUPS_READ_MAX = 20;

/** Loads the members of the latest groups, so that known(model) has them. */
export async function loadKnown(model) {
  const groups = model.sorted.filter((chat) => chat.chat_type === 'group' && !chat.members);
  await Promise.all(groups.slice(0, GROUPS_READ_MAX).map((chat) => model.chat(chat.chat_id).catch(() => {})));
}

/** The people in the user's chats, by name: {user_id, display_name}. */
export function known(model) {
  const found = new Map();
  for (const chat of model.sorted) {
    for (const person of [chat.peer, ...(chat.members ?? [])]) {
      if (!person || person.user_id === model.me.user_id || !person.display_name) continue;
      found.set(person.user_id, { user_id: person.user_id, display_name: person.display_name });
    }
  }
  return [...found.values()].sort((a, b) => a.display_name.localeCompare(b.display_name));
}

/** Opens the direct chat with a person, on the server and on the screen. */
export async function openDirect(model, userId) {
  const body = { type: 'direct', member_ids: [userId] };
  const chat = await model.session.one('/chats', { body, idempotencyKey: idempotencyKey() });
  await model.chat(chat.chat_id);
  return chat.chat_id;
}
