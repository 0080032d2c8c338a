import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { html, type Html } from "#kernel/html.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { requireRunning } from "../incident/incident.service.ts";
import { incident, incidentSite } from "../incident/incident.tables.ts";
import { siteNoun } from "../incident/nouns.ts";
import { requireTeller, tellersOf } from "../incident/telling.service.ts";
import { siteKinds, type SiteKind } from "./site.labels.ts";
import type { Site, SiteInput } from "./site.model.ts";

type Row = typeof incidentSite.$inferSelect;

/** Writes down a shelter, a closure or a point where the public finds something; a draft. */
export const writeSite = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  input: SiteInput,
): Promise<{ id: string }> => {
  const of = await requireRunning(tx, incidentId);
  await requireTeller(tx, actor, incidentId);
  const row = await insertRow(tx, incidentSite, {
    ...input,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    orgId: of.orgId,
    id: newId(),
    incidentId,
    writtenBy: actor.personId,
  });
  note(tx, actor, "incidentSite", row.id, { number: row.name, action: "create", after: row });
  return { id: row.id };
};

/** Publishes a place, by another person than who wrote it, or says that it is over. */
export const moveSite = async (
  tx: Tx,
  actor: Actor,
  action: "publish" | "end",
  step: { id: string; version: number | null },
) => {
  const moved = await transition(tx, actor, siteNoun, {
    ...step,
    action,
    effect: async (record) => {
      if (action === "end") return undefined;
      const of = await getRow(tx, incident, (record as unknown as Row).incidentId, "incident");
      if (of.exercise)
        throw conflict("exercise", `${of.number} is an exercise. Nothing of it is published.`);
      return {
        patch: { publishedBy: actor.personId, publishedAt: businessNow(tx.scope).toISOString() },
      };
    },
  });
  return { ...moved, number: moved.name };
};

/** The places of an incident with the actor's actions, at most 500. 404. */
export const sitesOf = async (db: Db, actor: Actor, incidentId: string): Promise<Site[]> => {
  await getRow(db, incident, incidentId, "incident");
  const rows = await db.rows<Row & { writer: string | null; publisher: string | null }>(sql`
    select s.*, writer.display_name as writer, publisher.display_name as publisher
    from incident_site s
    left join person writer on writer.id = s.written_by
    left join person publisher on publisher.id = s.published_by
    where s.org_id = ${db.scope.orgId} and s.incident_id = ${incidentId}
    order by s.status, s.kind, s.name
    limit 500
  `);
  const tellers = await tellersOf(db, incidentId);
  return rows.map(({ writer, publisher, ...row }) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    address: row.address,
    hours: row.hours,
    about: row.about,
    latitude: row.latitude,
    longitude: row.longitude,
    status: row.status,
    version: row.version,
    publishedAt: row.publishedAt,
    writtenBy: writer,
    publishedBy: publisher,
    actions: actionsFor(actor, siteNoun, { ...row, tellers }),
  }));
};

export type PublicSite = {
  id: string;
  kind: SiteKind;
  name: string;
  address: string;
  hours: string;
  about: string;
  latitude: number | null;
  longitude: number | null;
};
/** Shelters, closures and points that everybody may read. */
export const publicSites = (db: Db): Promise<PublicSite[]> =>
  db.rows<PublicSite>(sql`
    select id, kind, name, address, hours, about, latitude, longitude
    from incident_site
    where status = 'published'
    order by kind desc, name
    limit 200
  `);

const entry = (site: PublicSite): Html =>
  html`<li><div><h3>${site.name}</h3><p>${siteKinds[site.kind]} · ${site.address}${site.hours ? ` · ${site.hours}` : ""}</p>
    ${site.about ? html`<p>${site.about}</p>` : ""}</div></li>`;

/** Shelters and points for the citizen portal, read without script; nothing where there are none. */
export const sitesPart = async (db: Db): Promise<Html> => {
  const sites = await publicSites(db);
  return sites.length
    ? html`<h3>Shelters, closures, distribution points</h3><ul class="finds">${sites.map(entry)}</ul>`
    : html``;
};
