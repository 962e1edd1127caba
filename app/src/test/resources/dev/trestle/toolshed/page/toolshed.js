// The tool shed's page: what is out, and until when.
import { html } from 'lit';
import { Section, Shell, api, format } from '/shared/trestle.js';

class Loans extends Section {
  every = 2;

  fetch() {
    return api.get('/toolshed/v1/sheds/elm-street/loans');
  }

  render() {
    return html`${this.head('Loans', 'The tools that are out.')} ${this.body()}`;
  }

  content({ loans }) {
    return html`<div class="card flush">
      <t-table
        caption="Loans"
        empty="All tools are in the shed"
        .rows=${loans}
        .rowKey=${({ tool }) => tool}
        .columns=${[
          { key: 'tool', label: 'Tool', head: true },
          { key: 'member', label: 'Member' },
          { key: 'due', label: 'Due', cell: ({ due }) => format.moment(due) },
        ]}
      ></t-table>
    </div>`;
  }
}

class ToolshedPage extends Shell {
  static current = 'toolshed';
  static heading = 'Tool shed';
  static sections = [
    { id: 'loans', label: 'Loans', icon: 'list', render: () => html`<toolshed-loans></toolshed-loans>` },
  ];
}

customElements.define('toolshed-loans', Loans);
customElements.define('toolshed-page', ToolshedPage);
