// Entries of a chat, in words.
import { html } from 'lit';
import { splitAtNames } from './mentions.js';

/**
 * What is shown in its own way: ```code```, `code`, links, *bold* and _italic_. The marks stand
 * beside words, not within them.
 */
const STYLED = new RegExp(
  [
    '```\\n?(?<block>[^]+?)\\n?```',
    '`(?<code>[^`\\n]+)`',
    '(?<link>\\bhttps?:\\/\\/[^\\s<>"\']+[^\\s<>"\'.,;:!?)\\]}*_])',
    '(?<![\\p{L}\\p{N}*])\\*(?<bold>[^\\s*](?:[^*\\n]*[^\\s*])?)\\*(?![\\p{L}\\p{N}*])',
    '(?<![\\p{L}\\p{N}_])_(?<italic>[^\\s_](?:[^_\\n]*[^\\s_])?)_(?![\\p{L}\\p{N}_])',
  ].join('|'),
  'gu',
);

/** Splits a text; `show` draws what has a style, given its kind and content. */
function styled(text, show) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(STYLED)) {
    const [kind, content] = Object.entries(found.groups).find(([, value]) => value !== undefined);
    parts.push(text.slice(from, found.index), show(kind, content));
    from = found.index + found[0].length;
  }
  parts.push(text.slice(from));
  return parts;
}

/**
 * Text with its links and styles, and the names of those it mentions. Nothing else in it is treated
 * as markup.
 */
export function formatted(text, people = []) {
  const plainPart = (part) =>
    people.length && typeof part === 'string'
      ? splitAtNames(part, people, (name, { isMe }) => html`<span class="mention ${isMe ? 'me' : ''}">${name}</span>`)
      : part;
  return styled(text, (kind, content) => {
    switch (kind) {
      case 'block':
        return html`<code class="code-block">${content}</code>`;
      case 'code':
        return html`<code>${content}</code>`;
      case 'bold':
        return html`<strong>${formatted(content, people)}</strong>`;
      case 'italic':
        return html`<em>${formatted(content, people)}</em>`;
      default:
        return html`<a href=${content} target="_blank" rel="noopener noreferrer">${content}</a>`;
    }
  }).map(plainPart);
}

/** The same without styles, for one line of it. */
export function plain(text) {
  return styled(text, (kind, content) =>
    kind === 'bold' || kind === 'italic' ? plain(content) : content,
  ).join('');
}

/** A message in one line: its text, or what it shows. */
export function gist({ content, file }) {
  if (content || !file) return plain(content);
  return file.is_photo ? 'Photo' : file.name;
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
      if (entry.content === 'invite_link') return `${who} joined by invite link`;
      return isSelf ? `${who} joined` : `${who} added ${them}`;
    case 'left':
      return isSelf ? `${who} left` : `${who} removed ${them}`;
    case 'role':
      if (entry.content === 'owner') return `${who} made ${them} the owner`;
      if (isSelf) return `${who} ${were} now ${role(entry.content)}`;
      return `${who} made ${them} ${role(entry.content)}`;
    default:
      return '';
  }
}

export function role(name) {
  return { owner: 'the owner', admin: 'an admin', member: 'a member' }[name] ?? name;
}

/** Which other members are typing. */
export function typists(model, chatId) {
  const who = model.marks
    .typists(chatId)
    .filter((user) => !model.blocks.has(user))
    .map((user) => model.name(user));
  if (who.length === 0) return '';
  if (who.length === 1) return `${who[0]} is typing…`;
  if (who.length === 2) return `${who[0]} and ${who[1]} are typing…`;
  return 'Several people are typing…';
}

/** The state of one's own message: sending, waiting, failed, sent, delivered or read. */
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
