import { formatDate } from "#kernel/dates.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { publicPrograms, type PublicProgram } from "./common-grants.ts";

const item = (p: PublicProgram): Html => {
  const most = p.most ? html`, at most ${formatCents(p.most)} each` : html``;
  const until = p.closesOn ? html`until ${formatDate(p.closesOn)}` : html`open until it is closed`;
  return html`<li id="${p.number}"><div><h3>${p.title}</h3>
    <p>${p.agency} · ${p.number} · ${formatCents(p.total)} in all${most} · ${until}</p>
    <p>${p.summary}</p></div>
    <div class="aside"><a href="/vendor-portal/grants/apply/${p.orgId}/${p.id}">Apply</a></div></li>`;
};

/** Grants that can be applied for now, on the citizen portal. */
export const programsOnPortal = async (app: App): Promise<Html> => {
  const { items } = await publicPrograms(published(app.database), {
    page: 1,
    pageSize: 25,
    open: true,
  });
  return items.length
    ? html`<ul class="finds">${items.map(item)}</ul>`
    : html`<p class="lede">No agency here takes applications for a grant at the moment.</p>`;
};
