import { html, type Html } from "#kernel/html.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";

type Offered = { orgId: string; name: string; slug: string; about: string };

/** The forms that everybody may fill in, on the citizen portal. */
export const formsOnPortal = async (app: App): Promise<Html> => {
  const db = published(app.database);
  const forms = await db.rows<Offered>(sql`
    select org_id, name, slug, about
    from form_definition
    where status = 'published' and audience = 'public'
    order by name, slug
    limit 100
  `);
  if (forms.length === 0) return html`<p class="lede">No agency here offers a form at present.</p>`;
  const names = await agencyNames(
    db,
    forms.map(({ orgId }) => orgId),
  );
  return html`<ul class="finds">${forms.map(
    ({ orgId, name, slug, about }) =>
      html`<li><div><h3><a href="/citizen-portal/forms/${slug}">${name}</a></h3>${about && html`<p>${about}</p>`}</div>
<div class="aside">${names.get(orgId)}</div></li>`,
  )}</ul>`;
};
