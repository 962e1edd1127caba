// Creates elements without parsing markup, so that nothing in a message can become markup, and the
// widget works on pages that require trusted types.

const PATHS = {
  bell: ['M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15Z', 'M10 21h4'],
  check: ['m5 12.5 4.5 4.5L19 7.5'],
  checks: ['m3 12.5 4 4L15 8', 'm12 16 .5.5L21 8'],
  dot: ['M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z'],
  clock: ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z', 'M12 7.5V12l3 2'],
  archive: ['M4 8v11h16V8', 'M3 4h18v4H3Z', 'M10 12h4'],
  inbox: ['M4 13 6.5 5h11L20 13v6H4Z', 'M4 13h5l1 2.5h4l1-2.5h5'],
  close: ['m6 6 12 12', 'M18 6 6 18'],
  alert: ['M12 4 2.8 19.5h18.4Z', 'M12 10v4', 'M12 17v.01'],
  gear: [
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
    'm10.3 3.5-.5 2.3-1.6.9-2.3-.7-1.7 3 1.8 1.6v1.8l-1.8 1.6 1.7 3 2.3-.7 1.6.9.5 2.3h3.4l.5-2.3 1.6-.9 2.3.7 1.7-3-1.8-1.6v-1.8l1.8-1.6-1.7-3-2.3.7-1.6-.9-.5-2.3Z',
  ],
  arrow: ['M5 12h14', 'm13 6 6 6-6 6'],
};

/** Creates an element: h('button', {class: 'x', 'aria-label': 'y', onclick: …}, child, [children], 'text'). */
function h(tag, given, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== false));
  return made;
}

function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const drawing = document.createElementNS(space, 'svg');
  drawing.setAttribute('viewBox', '0 0 24 24');
  drawing.setAttribute('aria-hidden', 'true');
  for (const d of PATHS[name]) {
    const path = document.createElementNS(space, 'path');
    path.setAttribute('d', d);
    drawing.append(path);
  }
  return drawing;
}

const SHOWN_FACTS = 8;
/** Schemes of links that would run in the page. */
const FORBIDDEN = /^(javascript|data|vbscript|file|blob):/i;

/** The message's link, if it is safe. */
function linkOf(message) {
  const uri = (message.message.cta_uri ?? '').trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) && !FORBIDDEN.test(uri) ? uri : undefined;
}

function isPlain(value) {
  return value === null || typeof value !== 'object';
}

/** A text as it is; the plain fields of other JSON, by name. */
function bodyOf({ body }) {
  if (isPlain(body)) return body === '' ? undefined : h('p', { class: 'text', dir: 'auto' }, String(body ?? ''));
  const facts = Object.entries(body).filter(([, value]) => isPlain(value));
  if (Array.isArray(body) || facts.length === 0) {
    return h('p', { class: 'text mono' }, JSON.stringify(body));
  }
  const name = (key) => key.replace(/[_-]+/g, ' ').replace(/^./, (first) => first.toUpperCase());
  return h(
    'dl',
    { class: 'text facts' },
    facts
      .slice(0, SHOWN_FACTS)
      .flatMap(([key, value]) => [h('dt', {}, name(key)), h('dd', { dir: 'auto' }, String(value ?? '–'))]),
  );
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const STEPS = [
  [3600, 60, 'minute'],
  [86_400, 3600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
];

/** A relative time; a date if it is far away. */
function when(seconds) {
  const at = new Date(seconds * 1000);
  const away = (at - Date.now()) / 1000;
  let words = at.toLocaleDateString('en', { month: 'short', day: 'numeric' });
  if (Math.abs(away) < 60) words = 'now';
  else {
    const step = STEPS.find(([below]) => Math.abs(away) < below);
    if (step) words = relative.format(Math.trunc(away / step[1]), step[2]);
  }
  return h('time', { datetime: at.toISOString(), title: at.toLocaleString('en') }, words);
}

/** The content of a message, the same in the list and in a preview. */
function contentOf(item, title) {
  const link = linkOf(item);
  return [
    h(
      'p',
      { class: 'meta' },
      h('span', { class: 'category' }, item.category),
      item.snoozed_until ? ['back ', when(item.snoozed_until)] : when(item.received),
    ),
    title,
    bodyOf(item.message),
    link &&
      h('a', { class: 'cta', href: link, target: '_blank', rel: 'noopener noreferrer' }, 'Open', icon('arrow')),
  ];
}

/** Gives an element its shadow tree, isolated styles, theme and accent. */
function dress(element) {
  const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  if (shadow.adoptedStyleSheets.length === 0) {
    // A constructed style sheet needs no permission from the host's content security policy.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    shadow.adoptedStyleSheets = [sheet];
  }
  const root = h('div', { class: 'root' });
  shadow.replaceChildren(root);
  colour(element, root);
  return root;
}

/** Sets the accent colour, with black or white text on it, whichever has more contrast. */
function colour(element, root) {
  const accent = /^#([0-9a-f]{6})$/i.exec(element.getAttribute('accent') ?? '');
  if (!accent) return;
  const parts = accent[1].match(/../g).map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  root.style.setProperty('--accent', accent[0]);
  root.style.setProperty('--on-accent', light > 0.179 ? '#000000' : '#ffffff');
}
