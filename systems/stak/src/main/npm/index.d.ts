/** A user's message. Times are seconds since 1970. */
export interface Message {
  id: string;
  host_system_id?: string;
  category: string;
  sender: string;
  audiences: { kind: 'users' | 'topic' | 'everyone'; label?: string; topic?: string };
  received: number;
  delivered: number;
  read: boolean;
  readat?: number;
  seen: boolean;
  archived: boolean;
  snoozed_until?: number;
  expiredat: number;
  message: {
    title: string;
    /** A text, or JSON that the tenant's schema describes. */
    body: unknown;
    cta_uri?: string;
  };
}

/** How many messages are unread, by category too, and how many are new since the user last looked. */
export interface Counts {
  total: number;
  unseen: number;
  categories: Record<string, number>;
}

export type Folder = 'inbox' | 'archive' | 'snoozed';

export interface Filter {
  folder?: Folder;
  category?: string;
  unread?: boolean;
}

export interface Page {
  messages: Message[];
  next?: string;
}

export type EmailChoice = 'off' | 'immediately' | 'daily' | 'weekly';

export interface Preferences {
  /** Categories whose messages are not delivered. */
  muted: string[];
  /** Where e-mails go, or null if there are none. */
  address: string | null;
  /** Whether the mail server has refused this address. */
  refused: boolean;
  /** The categories that are sent by e-mail or pushed; without what is not done for a category. */
  categories: { category: string; required: boolean; email?: EmailChoice; push?: boolean }[];
  /** Such as 22:00-07:00. */
  quiet_hours: string | null;
  time_zone: string;
  digest_hour: number;
}

/** What is not given stays as it is. Empty quiet hours end them. */
export interface PreferenceChanges {
  muted?: string[];
  email?: Record<string, EmailChoice>;
  push?: Record<string, boolean>;
  quiet_hours?: string;
  time_zone?: string;
  digest_hour?: number;
}

export interface Topic {
  topic: string;
  title: string;
  subscribed: boolean;
}

export type InboxEvent =
  | { type: 'new'; data: { id: string; category: string } }
  | { type: 'redacted'; data: { id: string } }
  | { type: 'read'; data: { messages?: string[]; after?: number } }
  /** Something else has changed: some messages, or anything if there are none. */
  | { type: 'changed'; data: { messages: string[] } }
  | { type: 'counts'; data: Counts };

export interface RequestOptions {
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface ClientOptions {
  /** Where Stak is, such as https://stak.example.com. */
  url: string | URL;
  tenant: string;
  /** DEFAULT by default. */
  inbox?: string;
  /** A user token, or a function that gets one from your server: a new one if called with true. */
  token: string | ((isRenewal: boolean) => string | undefined | Promise<string | undefined>);
  /** Used instead of the global fetch. */
  fetch?: typeof globalThis.fetch;
}

/** A request that failed: a refusal of the server, or no response at all (status 0). */
export class StakError extends Error {
  /** The server's code, or one of UNREACHABLE, UNREADABLE and NO_TOKEN. */
  readonly code: string;
  readonly status: number;
  /** After how many seconds to try again, if the server says so. */
  readonly retryAfter?: number;
  readonly fieldErrors: { field: string; message: string }[];
  readonly requestId?: string;
}

/** The inbox of one user, whom the token names. Every method rejects with a StakError. */
export class StakClient {
  constructor(options: ClientOptions);

  /** A page of messages, newest first, and where the next page begins. At most 100 at a time. */
  list(filter?: Filter & { limit?: number; next?: string }, options?: RequestOptions): Promise<Page>;
  /** All messages, newest first, a page at a time. */
  messages(filter?: Filter & { limit?: number }, options?: RequestOptions): AsyncGenerator<Message, void, void>;
  message(id: string, options?: RequestOptions): Promise<Message>;
  counts(options?: RequestOptions): Promise<Counts>;

  /** At most 50 at a time, as in the other methods with ids. */
  markRead(ids: string | string[], options?: RequestOptions): Promise<Counts>;
  /** Marks everything read that was received up to a time: seconds or a Date, by default now. */
  markAllRead(upTo?: number | Date, options?: RequestOptions): Promise<Counts>;
  markUnread(ids: string | string[], options?: RequestOptions): Promise<Counts>;
  archive(ids: string | string[], options?: RequestOptions): Promise<Counts>;
  unarchive(ids: string | string[], options?: RequestOptions): Promise<Counts>;
  /** Hides messages until a time, in seconds or as a Date, or for a duration such as '2h'. */
  snooze(ids: string | string[], until: number | Date | string, options?: RequestOptions): Promise<Counts>;
  wake(ids: string | string[], options?: RequestOptions): Promise<Counts>;
  /** The user has looked: nothing is new any more. */
  markSeen(options?: RequestOptions): Promise<Counts>;

  preferences(options?: RequestOptions): Promise<Preferences>;
  /** Changes the preferences that are given, and returns all. */
  changePreferences(changes: PreferenceChanges, options?: RequestOptions): Promise<Preferences>;
  /** A page of the topics that users may choose, and where the next page begins. */
  topics(page?: { next?: string }, options?: RequestOptions): Promise<{ topics: Topic[]; next?: string }>;
  subscribe(topic: string, isSubscribed?: boolean, options?: RequestOptions): Promise<Topic>;

  /**
   * Receives events until it is aborted, and reconnects when the connection is lost. What happened in
   * between is not repeated: read the list again at each state 'live', as LiveInbox does. Rejects if
   * the server refuses the token or knows no such inbox.
   */
  listen(options: {
    onEvent: (event: InboxEvent) => void;
    onState?: (state: 'live' | 'lost') => void;
    signal?: AbortSignal;
  }): Promise<void>;
}

/** What an interface shows. Never changed: each change makes a new one. */
export interface InboxState {
  /** Undefined until the list was read. */
  readonly messages?: readonly Message[];
  readonly hasOlder: boolean;
  readonly counts: Counts;
  readonly connection: 'closed' | 'connecting' | 'live' | 'lost';
  /** Why the list could not be read, or the connection not be opened. */
  readonly error?: StakError;
}

/**
 * The state of an inbox, for an interface to show. It reads the list again after every connection
 * and event, and applies what the user does at once; what the server refuses is undone, and the
 * method rejects with a StakError.
 */
export class LiveInbox {
  constructor(
    client: StakClient,
    options?: { pageSize?: number; onNew?: (message: { id: string; category: string }) => void },
  );

  readonly state: InboxState;
  /** Calls the listener after each change; returns a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;

  /** Connects. The promise ends with `stop()`, or when the server refuses the connection for good. */
  start(): Promise<void>;
  stop(): void;

  /**
   * Reads the list, with the last filter if none is given, and keeps it up to date. As in the other
   * methods that read, the promise ends when this read has ended, or when a later one replaces it.
   */
  show(filter?: Filter): Promise<void>;
  /** Only the counts are kept up to date from now on. */
  hide(): void;
  reload(): Promise<void>;
  /** Adds older messages to the list. */
  older(): Promise<void>;

  markRead(id: string): Promise<void>;
  markUnread(id: string): Promise<void>;
  archive(id: string): Promise<void>;
  unarchive(id: string): Promise<void>;
  snooze(id: string, until: number | Date | string): Promise<void>;
  wake(id: string): Promise<void>;
  markAllRead(): Promise<void>;
  markSeen(): Promise<void>;
}
