// One message, or a line between messages.
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { clock, moment } from '/shared/format.js';
import { hue } from '/shared/parts/avatar.js';
import { called, drawn } from './emoji.js';
import { mark } from './list.js';
import { day, isSameDay } from './times.js';
import { attachment } from './photo.js';
import { face } from './profile-photos.js';
import { event, formatted, gist, progress } from './words.js';

const TOGETHER_MS = 5 * 60_000;

/** Longer texts are folded, unless only little would be hidden. */
const FOLDED_CHARS = 700;
const FOLDED_LINES = 12;
const HIDDEN_CHARS_MIN = 200;

/** The rows of a thread: texts, system entries, days, and the line before the unread messages. */
export function rows(entries, { me, unreadAfter }) {
  const all = [];
  let last;
  let lastAt;
  let isMarked = false;
  for (const entry of entries) {
    if (!lastAt || !isSameDay(lastAt, entry.created_at)) {
      all.push({ type: 'day', key: `day-${day(entry.created_at)}-${entry.sequence ?? 'new'}`, at: entry.created_at });
      last = undefined;
    }
    lastAt = entry.created_at;
    const isNew = unreadAfter !== undefined && entry.sequence > unreadAfter && entry.sender_id !== me;
    if (isNew && !isMarked && entry.kind === 'text') {
      isMarked = true;
      all.push({ type: 'unread', key: 'unread' });
      last = undefined;
    }
    if (entry.kind && entry.kind !== 'text') {
      all.push({ type: 'event', key: entry.sequence, entry });
      last = undefined;
      continue;
    }
    const isMine = !entry.sender_id || entry.sender_id === me;
    const sender = isMine ? me : entry.sender_id;
    const isFirst = !last || last.sender !== sender || Date.parse(entry.created_at) - last.at > TOGETHER_MS;
    const row = { type: 'text', key: entry.client_message_id, entry, isMine, isFirst, isLast: true };
    if (!isFirst) last.row.isLast = false;
    last = { sender, at: Date.parse(entry.created_at), row };
    all.push(row);
  }
  return all;
}

/** Draws a row; `thread` is the element that shows it. */
export function line(row, thread) {
  switch (row.type) {
    case 'day':
      return html`<div class="day"><span>${day(row.at)}</span></div>`;
    case 'unread':
      return html`<div class="new-line" id="new-line"><span>New messages</span></div>`;
    case 'event':
      return html`<p class="event" dir="auto">${event(row.entry, thread.model)}</p>`;
    default:
      return guard(depends(row, thread), () => text(row, thread));
  }
}

/** What a text's appearance depends on: it is drawn again when one of these changes. */
function depends({ entry, isMine, isFirst, isLast }, thread) {
  const { model } = thread;
  return [
    entry,
    entry.state,
    entry.sent,
    entry.file,
    isFirst,
    isLast,
    isMine ? progress(entry, model) : model.name(entry.sender_id),
    thread.found !== undefined && thread.found === entry.sequence,
    thread.unfolded.has(entry.client_message_id),
    entry.reply_to && thread.log?.get(entry.reply_to),
    thread.info?.role,
    model.blocks.isWith(thread.info),
    isHidden(entry, thread),
    entry.reply_to && isHidden(thread.log?.get(entry.reply_to), thread),
    model.people.size,
    isMine ? undefined : model.pictures.of(entry.sender_id),
    model.me.display_name,
  ];
}

/** Whether a message in a group is folded away because its sender is blocked. */
function isHidden(entry, thread) {
  if (!entry || thread.info?.chat_type !== 'group') return false;
  return thread.model.blocks.has(entry.sender_id) && !thread.unfolded.has(entry.client_message_id);
}

function hidden(entry, thread) {
  return html`<p class="event hidden-message" data-sequence=${entry.sequence}>
    Message from someone you blocked
    <button type="button" class="button quiet small" @click=${() => thread.unfold(entry)}>Show</button>
  </p>`;
}

function text(row, thread) {
  const { entry, isMine, isFirst, isLast } = row;
  const { model } = thread;
  if (isHidden(entry, thread)) return hidden(entry, thread);
  const isGroup = thread.info?.chat_type === 'group';
  const who = isMine ? 'You' : model.name(entry.sender_id);
  const look = [
    'msg',
    isMine ? 'mine' : 'theirs',
    isFirst ? 'first' : '',
    isLast ? 'last' : '',
    entry.state ?? '',
    thread.found && entry.sequence === thread.found ? 'found' : '',
    isGroup && !isMine ? 'with-avatar' : '',
  ];
  return html`<article
    class=${look.join(' ')}
    tabindex="-1"
    aria-label="${who}, ${clock(entry.created_at)}"
    data-sequence=${entry.sequence ?? nothing}
    @contextmenu=${(press) => thread.actions(press, entry)}
    @click=${(press) => thread.tapped(press, entry)}
  >
    ${isGroup && !isMine ? face(model, entry.sender_id, who, 'small') : nothing}
    <div class="msg-body">
      <div class="bubble" dir="auto">
        ${isGroup && !isMine && isFirst ? html`<p class="msg-who hue-${hue(who)}" dir="auto">${who}</p>` : nothing}
        ${entry.reply_to ? quote(entry, thread) : nothing}
        ${attachment(entry, thread)}
        ${entry.deleted_at ? html`<p class="msg-text gone">This message was deleted.</p>` : words(entry, thread)}
        ${meta(entry, isMine, model)}
      </div>
      ${reactions(entry, thread)} ${entry.state === 'failed' ? failed(entry, thread) : nothing}
    </div>
    ${entry.sequence && !entry.deleted_at ? tools(entry, thread) : nothing}
  </article>`;
}

/** The text; a long one ends early, with a button that shows the rest. */
function words(entry, thread) {
  const { content } = entry;
  if (!content) return nothing;
  const short = thread.unfolded.has(entry.client_message_id) ? content : folded(content);
  const people = mentionedPeople(entry, thread.model);
  if (short === content) return html`<p class="msg-text">${formatted(content, people)}</p>`;
  return html`<p class="msg-text">${formatted(short, people)}…</p>
    <button type="button" class="msg-more" tabindex="-1" dir="ltr" @click=${() => thread.unfold(entry)}>Show more</button>`;
}

/** Those whom a message mentions, with the names they have now. */
function mentionedPeople({ mentions = [] }, model) {
  return mentions.map((id) => {
    const isMe = id === model.me.user_id;
    return { user_id: id, display_name: isMe ? model.me.display_name : model.name(id), isMe };
  });
}

export function folded(content) {
  const lines = content.split('\n', FOLDED_LINES + 1);
  const byLines = lines.length > FOLDED_LINES ? lines.slice(0, FOLDED_LINES).join('\n') : content;
  if (byLines.length <= FOLDED_CHARS) return byLines;
  if (content.length < FOLDED_CHARS + HIDDEN_CHARS_MIN) return content;
  return byLines.slice(0, FOLDED_CHARS).replace(/\S{0,30}$/u, '').trimEnd();
}

function meta(entry, isMine, model) {
  return html`<span class="msg-meta" dir="ltr">
    ${entry.edited_at && !entry.deleted_at ? html`<span>edited</span>` : nothing}
    <time datetime=${entry.created_at} title=${moment(entry.created_at)}>${clock(entry.created_at)}</time>
    ${isMine && !entry.deleted_at ? mark(progress(entry, model)) : nothing}
  </span>`;
}

function quote(entry, thread) {
  const target = thread.log?.get(entry.reply_to);
  const who = target ? thread.model.name(target.sender_id) : 'Earlier message';
  const words = isHidden(target, thread) ? 'Hidden' : target ? (target.deleted_at ? 'Deleted' : gist(target)) : 'Show it';
  return html`<button type="button" class="quote" tabindex="-1" @click=${() => thread.jump(entry.reply_to)}>
    <span class="quote-who" dir="auto">${who}</span><span class="quote-text" dir="auto">${words}</span>
  </button>`;
}

function reactions(entry, thread) {
  const given = Object.entries(entry.reactions ?? {});
  if (given.length === 0) return nothing;
  const me = thread.model.me.user_id;
  const byReaction = new Map();
  for (const [user, reaction] of given) {
    byReaction.set(reaction, [...(byReaction.get(reaction) ?? []), user]);
  }
  return html`<div class="reactions">
    ${[...byReaction].map(([reaction, users]) => {
      const isMine = users.includes(me);
      const names = users.map((user) => thread.model.name(user)).join(', ');
      return html`<button
        type="button"
        class="reaction"
        aria-pressed=${isMine ? 'true' : 'false'}
        aria-label="${called(reaction)} by ${names}"
        title=${names}
        @click=${() => thread.react(entry, isMine ? '' : reaction)}
      >
        ${drawn(reaction)}<span class="number">${users.length > 1 ? users.length : ''}</span>
      </button>`;
    })}
  </div>`;
}

function failed(item, thread) {
  const { outbox } = thread.model;
  return html`<p class="msg-failed" role="alert">
    <span>${item.error}</span>
    <button type="button" class="button small" @click=${() => outbox.retry(item)}>Try again</button>
    <button type="button" class="button quiet small" @click=${() => outbox.drop(item)}>Discard</button>
  </p>`;
}

function tools(entry, thread) {
  const button = (icon, label, act) =>
    html`<button type="button" class="tool" tabindex="-1" aria-label=${label} title=${label} @click=${act}>
      <t-icon name=${icon}></t-icon>
    </button>`;
  const mayWrite = !thread.model.blocks.isWith(thread.info);
  return html`<div class="tools">
    ${mayWrite ? button('smile', 'React', (press) => thread.actions(press, entry)) : nothing}
    ${mayWrite ? button('reply', 'Reply', () => thread.reply(entry)) : nothing}
    ${button('more', 'More', (press) => thread.actions(press, entry))}
  </div>`;
}

/** Shown until the messages are loaded. */
export function skeleton() {
  return html`<div class="bubbles-skeleton" aria-hidden="true">
    ${['theirs', 'theirs', 'mine', 'theirs', 'mine'].map((side) => html`<span class="skeleton bubble-skeleton ${side}"></span>`)}
  </div>`;
}
