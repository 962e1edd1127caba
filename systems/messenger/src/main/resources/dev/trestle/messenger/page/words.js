// What entries say, in words.
import { html } from 'lit';

const LINK = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

/** Text with its links; nothing of it is taken for markup. */
export function linked(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(LINK)) {
    parts.push(text.slice(from, found.index));
    parts.push(html`<a href=${found[0]} target="_blank" rel="noopener noreferrer">${found[0]}</a>`);
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** What happened to a chat, as a line in its log. */
export function event(entry, model) {
  const who = model.name(entry.sender_id);
  const isSelf = entry.member_id === entry.sender_id;
  const member = entry.member_id ? model.name(entry.member_id) : '';
  const them = member === 'You' ? 'you' : member;
  const were = who === 'You' ? 'are' : 'is';
  switch (entry.kind) {
    case 'created':
      return entry.content ? `${who} created the group “${entry.content}”` : `${who} started this chat`;
    case 'renamed':
      return `${who} renamed the group to “${entry.content}”`;
    case 'joined':
      return isSelf ? `${who} joined` : `${who} added ${them}`;
    case 'left':
      return isSelf ? `${who} left` : `${who} removed ${them}`;
    case 'role':
      if (entry.content === 'owner') return `${who} handed the group over to ${them}`;
      if (isSelf) return `${who} ${were} now ${role(entry.content)}`;
      return `${who} made ${them} ${role(entry.content)}`;
    default:
      return '';
  }
}

export function role(name) {
  return { owner: 'the owner', admin: 'an admin', member: 'a member' }[name] ?? name;
}

/** Who is writing, of those who are not oneself. */
export function typists(model, chatId) {
  const who = model.marks.typists(chatId).map((user) => model.name(user));
  if (who.length === 0) return '';
  if (who.length === 1) return `${who[0]} is writing…`;
  if (who.length === 2) return `${who[0]} and ${who[1]} are writing…`;
  return 'Several people are writing…';
}

/** How far a text of one's own has come: sending, waiting, failed, sent, delivered or read. */
export function progress(entry, model) {
  if (entry.state) return entry.state;
  const reach = model.marks.reach(entry.chat_id);
  if (!reach || reach.acked < entry.sequence) return 'sent';
  return reach.read >= entry.sequence ? 'read' : 'delivered';
}

export const PROGRESS = {
  waiting: 'Waiting for the connection',
  sending: 'Sending',
  failed: 'Not sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
};
