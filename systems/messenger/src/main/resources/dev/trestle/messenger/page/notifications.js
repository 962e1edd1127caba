// Browser notifications for messages that come while nobody looks at the page.
import { isArchived, isMuted } from './place.js';
import { endPush } from './push.js';
import { gist } from './words.js';

const CHOICE = 'trestle.messenger.notifications';
const BODY_CHARS = 160;

/** unsupported, blocked, on or off. */
export function notificationState() {
  if (!('Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && choice() === 'on' ? 'on' : 'off';
}

/** Asks the browser for permission if needed; returns the new state. */
export async function turnOn() {
  if ((await Notification.requestPermission()) === 'granted') choose('on');
  return notificationState();
}

/** Also ends push messages to this browser. */
export async function turnOff(session) {
  choose('off');
  await endPush(session);
  return notificationState();
}

/**
 * Shows a message that was said, unless the page is in front or its chat is muted or archived. A
 * mention is shown in a muted chat too.
 */
export function notify(model, entry) {
  const chat = model.chats.get(entry.chat_id);
  const isSeen = document.visibilityState === 'visible' && document.hasFocus();
  const isMention = entry.mentions?.includes(model.me.user_id);
  const isQuiet = chat && (isArchived(chat) || (isMuted(chat) && !isMention));
  if (!chat || isSeen || isQuiet || notificationState() !== 'on') return;
  const text = gist(entry).slice(0, BODY_CHARS);
  const body = chat.chat_type === 'group' ? `${model.name(entry.sender_id)}: ${text}` : text;
  const data = { chat: chat.chat_id, sequence: entry.sequence };
  show(model.title(chat), { body, tag: chat.chat_id, icon: '/shared/sign.svg', data });
}

/** In phones' browsers only the service worker may show it, which then handles the click, too. */
function show(title, options) {
  let shown;
  try {
    shown = new Notification(title, options);
  } catch {
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options)).catch(() => {});
    return;
  }
  shown.onclick = () => {
    window.focus();
    location.hash = `#/chat/${options.tag}`;
    shown.close();
  };
}

function choice() {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    return undefined; // No storage allowed: they stay off.
  }
}

function choose(value) {
  try {
    localStorage.setItem(CHOICE, value);
  } catch {
    // As above.
  }
}
