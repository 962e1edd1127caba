import { LiveInbox, StakClient, type ClientOptions } from '@trestle/stak-client';
import { useEffect, useMemo, useSyncExternalStore } from 'react';

/**
 * The inbox of a user, kept up to date while the component is mounted. `token` must be the same
 * function in every render.
 */
export function useInbox({ url, tenant, inbox = 'DEFAULT', token }: ClientOptions) {
  const live = useMemo(
    () => new LiveInbox(new StakClient({ url, tenant, inbox, token })),
    [url, tenant, inbox, token],
  );
  useEffect(() => {
    void live.start();
    void live.show();
    return () => live.stop();
  }, [live]);
  const state = useSyncExternalStore(live.subscribe, () => live.state);
  return { ...state, live };
}
