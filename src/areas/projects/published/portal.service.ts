import { formatDate } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import { agenciesNamed } from "#areas/organization/organization.server.ts";

type Public = {
  orgId: string;
  id: string;
  words: string;
  name: string;
  place: string;
  status: string;
  budgetCents: number;
  paidCents: number;
  contractors: string;
  finishOn: Day | null;
  photoIds: string[];
  asOf: Day;
};

const photosOf = (p: Public): Html | null =>
  p.photoIds.length === 0
    ? null
    : html`<ul class="project-photos">${p.photoIds.map(
        (id, at) =>
          html`<li><img loading="lazy" src="/api/v1/public/projects/${p.orgId}/${p.id}/photos/${id}" alt="${p.name}, photo ${at + 1}"></li>`,
      )}</ul>`;

const item = (p: Public): Html =>
  html`<li><div><h4>${p.name}</h4>
    <p>${p.words}</p>
    <p>${[
      p.place,
      p.status,
      `${formatCents(p.paidCents)} paid of ${formatCents(p.budgetCents)}`,
      p.contractors && `built by ${p.contractors}`,
      p.finishOn && `contract days end ${formatDate(p.finishOn)}`,
    ]
      .filter(Boolean)
      .join("; ")}. As of ${formatDate(p.asOf)}.</p>
    ${photosOf(p)}</div></li>`;

/** The projects that agencies publish, on the citizen portal; read with the published role. */
export const projectsOnPortal = async (app: App): Promise<Html> => {
  const rows = await published(app.database).rows<Public>(sql`
    select
      p.org_id, p.id, p.words, p.name, p.place, p.status, p.budget_cents, p.paid_cents,
      p.contractors, p.finish_on, p.photo_ids, p.as_of
    from project_publication p
    order by p.org_id, p.number
    limit 200
  `);
  if (rows.length === 0) return html`<p class="lede">No agency here has published a project.</p>`;
  const agencies = await agenciesNamed(published(app.database));
  return html`${[...new Set(rows.map(({ orgId }) => orgId))].map((orgId) => {
    const own = rows.filter((row) => row.orgId === orgId);
    const agency = agencies.find(({ id }) => id === orgId);
    return html`<h3 class="text-18">${agency?.name ?? "An agency"}</h3><ul class="finds">${own.map(item)}</ul>`;
  })}`;
};

/** A photo that was chosen of a published project, as its stored file. 404 for any other. */
export const publicPhoto = async (
  app: App,
  { orgId, id, fileId }: { orgId: string; id: string; fileId: string },
): Promise<{ name: string; sha256: string }> => {
  const chosen = await published(app.database).maybe(sql`
    select id
    from project_publication
    where org_id = ${orgId} and id = ${id} and photo_ids ? ${fileId}
  `);
  if (!chosen) throw notFound("photo");
  const db = app.database.read({ orgId, personId: null });
  const file = (await storedFilesOf(db, [fileId])).get(fileId);
  if (!file) throw notFound("photo");
  return file;
};
