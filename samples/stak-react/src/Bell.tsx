import type { ClientOptions, Message } from '@trestle/stak-client';
import { useEffect, useState } from 'react';
import { useInbox } from './useInbox';

/** A bell with the number of unread messages, which opens the list. */
export function Bell(options: ClientOptions) {
  const { messages, counts, hasOlder, error, live } = useInbox(options);
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState('');
  const act = (action: Promise<void>) =>
    action.then(
      () => setRefusal(''),
      (fault: Error) => setRefusal(fault.message),
    );
  // Whoever has the list open sees what is there, and what arrives.
  useEffect(() => {
    if (isOpen) live.markSeen().catch(() => {});
  }, [isOpen, live, counts.unseen]);
  const label = counts.total ? `Notifications, ${counts.total} unread` : 'Notifications';
  return (
    <div className="bell">
      <button aria-label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4" />
        </svg>
        {counts.total > 0 && <b aria-hidden="true">{counts.total > 99 ? '99+' : counts.total}</b>}
      </button>
      {isOpen && (
        <section aria-label="Notifications">
          <header>
            <h2>Notifications</h2>
            {counts.total > 0 && <button onClick={() => act(live.markAllRead())}>Mark all read</button>}
          </header>
          <p role="alert">{refusal || (error && !messages ? error.message : '')}</p>
          {messages?.length === 0 && <p>You are all caught up.</p>}
          <ul>
            {messages?.map((each) => (
              <Item
                key={each.id}
                message={each}
                read={() => act(live.markRead(each.id))}
                archive={() => act(live.archive(each.id))}
              />
            ))}
          </ul>
          {hasOlder && <button onClick={() => void live.older()}>Show older</button>}
        </section>
      )}
    </div>
  );
}

interface ItemProps {
  message: Message;
  read: () => void;
  archive: () => void;
}

function Item({ message, read, archive }: ItemProps) {
  const { title, body, cta_uri } = message.message;
  return (
    <li className={message.read ? 'read' : 'unread'}>
      <h3>{title}</h3>
      {typeof body === 'string' && <p>{body}</p>}
      {cta_uri && <a href={cta_uri}>Open</a>}
      {!message.read && <button onClick={read}>Mark as read</button>}
      <button onClick={archive}>Archive</button>
    </li>
  );
}
