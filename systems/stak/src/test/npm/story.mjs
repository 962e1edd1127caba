// The client against a running server, from the first list to a lost connection. Also checked by
// tsc: so what the declarations say is what is called here.

import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { LiveInbox, StakClient, StakError } from '@trestle/stak-client';

const { STAK = '', LIMITED = '', TENANT = '', ADMIN_KEY = '', LIMITED_KEY = '' } = process.env;
const PATIENCE_MS = 60_000;

/** @param {string} method @param {string} path @param {unknown} [body] */
async function admin(method, path, body, base = STAK, key = ADMIN_KEY) {
  const response = await fetch(`${base}/stack/admin/v1/${TENANT}/DEFAULT/${path}`, {
    method,
    headers: { 'X-Api-Key': key, 'X-Admin-Id': 'boss', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()).data;
}

/** @param {string} user @returns {Promise<string>} */
async function token(user, base = STAK, key = ADMIN_KEY) {
  return (await admin('POST', 'tokens', { user_id: user }, base, key)).token;
}

/** @param {() => unknown} isTrue */
async function until(isTrue) {
  for (const end = Date.now() + PATIENCE_MS; !(await isTrue()); ) {
    assert.ok(Date.now() < end, `not in time: ${isTrue}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Posts to ann, and waits until she has it. @param {string} category @param {string} title */
async function post(category, title) {
  const { id } = await admin('POST', 'messages/post', {
    headers: { audiences: { kind: 'users', uids: ['ann'] } },
    taxonomy: { category },
    message: { title, body: 'Text' },
  });
  await until(async () => (await ann.messages().next()).value?.id === id);
  return id;
}

/** @param {Promise<unknown>} refused @param {Partial<StakError>} expected */
async function refuses(refused, expected) {
  const fault = await refused.then(() => assert.fail('nothing was refused'), (each) => each);
  assert.ok(fault instanceof StakError, String(fault));
  assert.deepEqual({ status: fault.status, code: fault.code }, expected);
  return fault;
}

const ann = new StakClient({ url: STAK, tenant: TENANT, token: await token('ann') });

async function lists() {
  const ids = [];
  for (const title of ['one', 'two', 'three']) ids.unshift(await post('orders', title));
  const first = await ann.list({ limit: 2 });
  const second = await ann.list({ limit: 2, next: first.next ?? '' });
  assert.deepEqual([...first.messages, ...second.messages].map(({ id }) => id), ids);
  assert.equal(second.next, undefined);
  const all = [];
  for await (const { message } of ann.messages({ limit: 2, category: 'orders' })) all.push(message.title);
  assert.deepEqual(all, ['three', 'two', 'one']);
  assert.deepEqual(await ann.counts(), { total: 3, unseen: 3, categories: { orders: 3 } });
}

async function marks() {
  const [three, two] = (await ann.list()).messages;
  assert.ok(three && two);
  assert.equal((await ann.markRead([three.id, two.id])).total, 1);
  assert.deepEqual((await ann.list({ unread: true })).messages.length, 1);
  assert.equal((await ann.markUnread(two.id)).total, 2);
  await ann.archive(three.id);
  assert.equal((await ann.list({ folder: 'archive' })).messages[0]?.id, three.id);
  await ann.unarchive(three.id);
  assert.equal((await ann.snooze(two.id, '1h')).total, 1);
  assert.equal((await ann.list({ folder: 'snoozed' })).messages[0]?.id, two.id);
  assert.equal((await ann.wake(two.id)).total, 2);
  await ann.snooze(two.id, new Date(Date.now() + 3_600_000));
  assert.equal((await ann.message(two.id)).message.title, 'two');
  assert.equal((await ann.markSeen()).unseen, 0);
  assert.equal((await ann.markAllRead()).total, 0);
  await ann.wake(two.id);
}

async function preferences() {
  const changed = await ann.changePreferences({ muted: ['offers'], quiet_hours: '22:00-07:00' });
  assert.deepEqual(changed.muted, ['offers']);
  assert.deepEqual(await ann.preferences(), changed);
  for (const { email, push } of changed.categories) assert.ok(email !== undefined || push !== undefined);
  const refused = await refuses(ann.changePreferences({ push: { offers: true } }), {
    status: 400,
    code: 'VALIDATION_ERROR',
  });
  assert.equal(refused.fieldErrors[0]?.field, 'push');
  await admin('PUT', 'topics/releases', { title: 'New releases', open: true });
  assert.deepEqual(await ann.subscribe('releases'), { topic: 'releases', title: 'New releases', subscribed: true });
  assert.equal((await ann.topics()).topics[0]?.subscribed, true);
  assert.equal((await ann.subscribe('releases', false)).subscribed, false);
}

async function errors() {
  await refuses(ann.message('nothing'), { status: 404, code: 'NOT_FOUND' });
  const invalid = await refuses(ann.list({ limit: 1000 }), { status: 400, code: 'VALIDATION_ERROR' });
  assert.equal(invalid.fieldErrors[0]?.field, 'limit');
  assert.ok(invalid.requestId);
  const nobody = new StakClient({ url: STAK, tenant: TENANT, token: 'wrong' });
  await refuses(nobody.counts(), { status: 401, code: 'UNAUTHORIZED' });
  await refuses(nobody.listen({ onEvent: () => {} }), { status: 401, code: 'UNAUTHORIZED' });
  const lost = new StakClient({ url: 'http://127.0.0.1:9', tenant: TENANT, token: 'any' });
  await refuses(lost.counts(), { status: 0, code: 'UNREACHABLE' });
  const none = new StakClient({ url: STAK, tenant: TENANT, token: () => undefined });
  await refuses(none.counts(), { status: 401, code: 'NO_TOKEN' });
  await assert.rejects(ann.counts({ signal: AbortSignal.abort() }), { name: 'AbortError' });
}

async function tokens() {
  /** @type {boolean[]} */
  const asked = [];
  const good = await token('ann');
  const client = new StakClient({
    url: STAK,
    tenant: TENANT,
    token: (isRenewal) => {
      asked.push(isRenewal);
      return isRenewal ? good : 'expired';
    },
  });
  await client.counts();
  await client.counts();
  assert.deepEqual(asked, [false, true]);
}

/** A user may make 20 calls a second, and some more at once. */
async function limits() {
  const hasty = new StakClient({ url: LIMITED, tenant: TENANT, token: await token('ann', LIMITED, LIMITED_KEY) });
  /** @type {any[]} */
  let refused = [];
  await until(async () => {
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => hasty.counts()));
    refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    return refused.length > 0;
  });
  for (const fault of refused) assert.deepEqual([fault.status, fault.retryAfter >= 1], [429, true], String(fault));
}

/** Connections that can be cut. */
async function proxy() {
  const sockets = new Set();
  let isCut = false;
  const server = createServer((socket) => {
    const { hostname, port } = new URL(STAK);
    const other = connect(Number(port), hostname);
    for (const each of [socket, other]) {
      sockets.add(each);
      each.on('error', () => {}).on('close', () => sockets.delete(each));
    }
    if (isCut) return [socket, other].forEach((each) => each.destroy());
    socket.pipe(other).pipe(socket);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut() {
      isCut = true;
      for (const each of sockets) each.destroy();
    },
    mend: () => (isCut = false),
    close: () => server.close(),
  };
}

async function live() {
  const between = await proxy();
  /** @type {string[]} */
  const rung = [];
  const client = new StakClient({ url: between.url, tenant: TENANT, token: await token('ann') });
  const inbox = new LiveInbox(client, { pageSize: 2, onNew: ({ category }) => rung.push(category) });
  const titles = () => inbox.state.messages?.map(({ message }) => message.title);
  let changes = 0;
  const end = inbox.subscribe(() => changes++);
  const listening = inbox.start();
  await inbox.show();
  await until(() => inbox.state.connection === 'live' && titles()?.length === 2);
  assert.deepEqual(titles(), ['three', 'two']);
  await inbox.older();
  await until(() => titles()?.length === 3);
  assert.deepEqual(titles(), ['three', 'two', 'one']);
  assert.equal(inbox.state.hasOlder, false);

  // On another device, something happens to a message below the first page.
  const one = inbox.state.messages?.[2]?.id ?? '';
  await ann.archive(one);
  await until(() => !titles()?.includes('one'));
  assert.deepEqual(titles(), ['three', 'two']);
  await ann.unarchive(one);
  await until(() => inbox.state.hasOlder);
  await inbox.older();
  await until(() => titles()?.includes('one'));

  const four = await post('news', 'four');
  await until(() => titles()?.[0] === 'four' && inbox.state.counts.total === 2);
  assert.deepEqual(rung, ['news']);
  await inbox.markRead(four);
  await until(() => inbox.state.messages?.[0]?.read && inbox.state.counts.total === 1);

  between.cut();
  await until(() => inbox.state.connection === 'lost');
  await post('news', 'while it was lost');
  between.mend();
  await until(() => inbox.state.connection === 'live' && titles()?.[0] === 'while it was lost');
  await until(() => inbox.state.counts.total === 2);
  await inbox.markAllRead();
  await until(() => inbox.state.counts.total === 0);
  await inbox.archive(four);
  await until(() => !titles()?.includes('four'));
  await inbox.unarchive(four);
  await until(() => titles()?.includes('four'));

  inbox.stop();
  await listening;
  end();
  const before = changes;
  await post('news', 'after it ended');
  assert.equal(changes, before);
  assert.equal(inbox.state.connection, 'closed');
  between.close();
}

/** Answers that the server has given and the client does not have yet. */
async function late() {
  /** @type {(() => void)[]} */
  const held = [];
  let path = '';
  const client = new StakClient({
    url: STAK,
    tenant: TENANT,
    token: await token('ann'),
    fetch: async (...asked) => {
      const response = await fetch(...asked);
      const isHeld = path !== '' && String(asked[0]).includes(path);
      if (isHeld) await new Promise((resolve) => held.push(() => resolve(undefined)));
      return response;
    },
  });
  return {
    client,
    /** Holds back the answers to requests whose path has this text. @param {string} text */
    hold: (text) => (path = text),
    /** @param {number} count */
    holds: (count) => until(() => held.length === count),
    /** What was asked last is answered first, if so wanted. */
    letGo(isReversed = false) {
      path = '';
      const answers = held.splice(0);
      for (const each of isReversed ? answers.reverse() : answers) each();
    },
  };
}

/** Once the bell counted a message for ever that was gone before its user's look was answered. */
async function lateCounts() {
  const { client, hold, holds, letGo } = await late();
  const inbox = new LiveInbox(client);
  const listening = inbox.start();
  const id = await post('news', 'five');
  await until(() => inbox.state.counts.total === 2 && inbox.state.counts.unseen > 0);
  hold('/seen');
  const looking = inbox.markSeen();
  await holds(1);
  await ann.markRead(id);
  await until(() => inbox.state.counts.total === 1);
  letGo();
  await looking;
  assert.deepEqual(inbox.state.counts, await ann.counts());
  inbox.stop();
  await listening;
}

/** Without a connection, two actions at once. */
async function lateCountsWithoutEvents() {
  const { client, hold, holds, letGo } = await late();
  const inbox = new LiveInbox(client);
  for (const isReversed of [false, true]) {
    const ids = [await post('news', 'six'), await post('news', 'seven')];
    await inbox.show();
    hold('/read');
    const first = inbox.markRead(ids[0] ?? '');
    await holds(1);
    const second = inbox.markRead(ids[1] ?? '');
    await holds(2);
    letGo(isReversed);
    await Promise.all([first, second]);
    assert.deepEqual(inbox.state.counts, await ann.counts());
  }
}

/** What was read before a change is no list of what there is. */
async function lateLists() {
  const { client, hold, holds, letGo } = await late();
  const inbox = new LiveInbox(client);
  const listening = inbox.start();
  await until(() => inbox.state.connection === 'live' && inbox.state.counts.total > 0);
  hold('/last/');
  const reading = inbox.show();
  await holds(1);
  inbox.hide();
  await post('news', 'eight');
  const { total } = await ann.counts();
  await until(() => inbox.state.counts.total === total);
  letGo();
  await reading;
  assert.equal(inbox.state.messages, undefined);
  inbox.stop();
  await listening;
}

/** Both are shown again, each where it was. */
async function refusals() {
  let isCut = false;
  const client = new StakClient({
    url: STAK,
    tenant: TENANT,
    token: await token('ann'),
    fetch: (...asked) => (isCut ? Promise.reject(new TypeError('cut')) : fetch(...asked)),
  });
  const inbox = new LiveInbox(client);
  await inbox.show();
  const before = inbox.state.messages ?? [];
  const [one, two, three] = before;
  assert.ok(one && two && three);
  isCut = true;
  const refused = [inbox.archive(one.id), inbox.markUnread(two.id), inbox.archive(three.id)];
  assert.equal(inbox.state.messages?.length, before.length - 2);
  for (const each of refused) await refuses(each, { status: 0, code: 'UNREACHABLE' });
  assert.deepEqual(inbox.state.messages, before);
}

const steps = [lists, marks, preferences, errors, tokens, limits, live];
for (const step of [...steps, lateCounts, lateCountsWithoutEvents, lateLists, refusals]) {
  await step();
  console.log(step.name);
}
