import { html, nothing } from 'lit';
import { Section } from '/shared/trestle.js';
import { showErrors } from '/shared/parts/field.js';
import { session } from '../session.js';

class Embed extends Section {
  static properties = { ...Section.properties, token: { state: true }, user: { state: true } };

  async fetch() {
    return (await session.callTenant('settings')).data;
  }

  async issue(event) {
    event.preventDefault();
    const form = event.target;
    const user = new FormData(form).get('user_id').trim();
    if (!user) {
      showErrors(form, { fields: { user_id: 'Enter a user id.' } });
      return;
    }
    this.busy = true;
    try {
      const { data } = await session.call('tokens', { method: 'POST', body: { user_id: user } });
      showErrors(form, { fields: {} });
      this.token = data.token;
      this.user = user;
    } catch (error) {
      showErrors(form, error.fields?.user_id ? error : { fields: { user_id: error.message } });
    } finally {
      this.busy = false;
    }
  }

  render() {
    return html`${this.head(
      'Widget',
      'A bell with an inbox on your own pages, with one script tag.',
      html`<a class="button" href="widget.html"><t-icon name="external"></t-icon>Guide and example</a>`,
    )}
    ${this.body()}`;
  }

  get snippet() {
    const { tenant, inbox } = session.who ?? {};
    return [
      `<script src="${location.origin}/stak/widget.js"`,
      `        data-tenant="${tenant}" data-inbox="${inbox}"`,
      '        data-token-url="/stak-token"></script>',
    ].join('\n');
  }

  content({ allowed_origins: origins }) {
    const { tenant, inbox } = session.who ?? {};
    return html`<div class="two even">
      <section class="card stack" aria-labelledby="tag">
        <h2 id="tag">Add it to your page</h2>
        <p class="small muted">
          Put it where the bell should appear. <code>/stak-token</code> is an endpoint of your own server: for the signed-in
          user it calls <code>POST …/tokens</code> with your admin key and returns the token. The key stays on your server.
        </p>
        <t-code label="Script tag" text=${this.snippet}></t-code>
        ${
          origins.length
            ? html`<p class="small muted">Allowed on ${origins.join(', ')}. <a href="#/settings">Change</a></p>`
            : html`<p class="notice warn">
                <t-icon name="alert"></t-icon
                ><span>No other origin may use it yet. <a href="#/settings">Allow your origins</a></span>
              </p>`
        }
      </section>
      <section class="card stack" aria-labelledby="try">
        <h2 id="try">Try it as a user</h2>
        <p class="small muted">Issues a token for one user, valid for an hour, and shows the inbox as that user sees it.</p>
        <form class="ask" novalidate @submit=${this.issue}>
          <t-field label="User" bare name="user_id" placeholder="User id"></t-field>
          <button class="button" aria-busy=${this.busy ? 'true' : 'false'}>Show inbox</button>
        </form>
        ${
          this.token
            ? html`<div class="try">
                  <span class="small">Inbox of <strong>${this.user}</strong></span>
                  <stak-inbox
                    tenant=${tenant}
                    inbox=${inbox}
                    token=${this.token}
                    theme=${window.trestleTheme?.shown ?? 'light'}
                  ></stak-inbox>
                </div>
                <t-code label="Token" text=${this.token}></t-code>`
            : nothing
        }
      </section>
    </div>`;
  }
}

customElements.define('s-embed', Embed);
