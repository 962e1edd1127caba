import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Bell } from './Bell';
import './shop.css';

/** What the shop's own server says about the signed-in user. */
interface Session {
  stak: string;
  tenant: string;
  token: string;
}

async function session(): Promise<Session> {
  const response = await fetch('/session', { cache: 'no-store' });
  return response.json();
}

/** Called at first, and when a token has expired. */
const token = async () => (await session()).token;

const { stak, tenant } = await session();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <header className="shop">
      <h1>Shop</h1>
      <Bell url={stak} tenant={tenant} token={token} />
    </header>
    <main>
      <p>Welcome back, Ann.</p>
    </main>
  </StrictMode>,
);
