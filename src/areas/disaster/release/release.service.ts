import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { html, type Html } from "#kernel/html.ts";
import { formatDate, dateIn } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import type { z } from "zod";
import { businessNow } from "#server/clock.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { published } from "#server/db/scopes/published.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { releaseList } from "../incident/incident.list.ts";
import type { Release, releaseInput } from "../incident/incident.model.ts";
import { incident, incidentRelease } from "../incident/incident.tables.ts";
import { releaseNoun } from "../incident/nouns.ts";
import { tellPeople } from "../incident/hand-on.service.ts";
import { requireTeller, tellersOf } from "../incident/telling.service.ts";
import { sitesPart } from "../site/site.service.ts";

/** Drafts a release about an incident. */
export const draftRelease = async (
  tx: Tx,
  actor: Actor,
  incidentId: string,
  input: z.output<typeof releaseInput>,
) => {
  await getRow(tx, incident, incidentId, "incident");
  await requireTeller(tx, actor, incidentId);
  const id = newId();
  tellPeople(tx, actor, await tellersOf(tx, incidentId), {
    title: "A release waits for your approval",
    body: input.title,
    link: `/disaster-response/releases/${id}`,
  });
  return create(tx, actor, releaseNoun, {
    number: { kind: "PR" },
    row: { ...input, orgId: tx.scope.orgId!, id, incidentId, authorId: actor.personId },
    from: [{ type: "incident", id: incidentId }],
  });
};

const notChanged = (r: { status: string; authorId: string | null }, actor: Actor) => {
  if (r.status !== "draft") return "Only a draft is changed. Ask that it is given back.";
  return r.authorId === actor.personId
    ? null
    : "Whoever wrote it changes it; the other one approves it.";
};

/** Changes the words of a draft; its author alone, so that another one always approves. 409. */
export const changeRelease = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof releaseInput>,
  version: number | null,
) =>
  change(tx, actor, releaseNoun, {
    id,
    version,
    action: "change",
    unless: (row) => notChanged(row, actor),
    effect: async () => ({ patch: input }),
  });

/**
 * A step of a release, by who tells the public there. The author does not approve it; of an exercise
 * nothing is published.
 */
export const moveRelease = (
  tx: Tx,
  actor: Actor,
  action: "approve" | "giveBack" | "drop" | "publish" | "supersede",
  step: { id: string; version: number | null; reason?: string | null },
) =>
  transition(tx, actor, releaseNoun, {
    ...step,
    action,
    effect: async (record) => {
      const row = record as unknown as typeof incidentRelease.$inferSelect;
      if (action === "approve") return { patch: { approvedBy: actor.personId } };
      if (action === "giveBack") {
        tellPeople(tx, actor, [row.authorId], {
          title: `${row.number} came back`,
          body: step.reason ?? "",
          link: `/disaster-response/releases/${row.id}`,
        });
        return { patch: { approvedBy: null } };
      }
      if (action !== "publish") return undefined;
      const of = await getRow(tx, incident, row.incidentId, "incident");
      if (of.exercise)
        throw conflict("exercise", `${of.number} is an exercise. Nothing of it is published.`);
      return { patch: { publishedAt: businessNow(tx.scope).toISOString() } };
    },
  });

/** A release with the actor's actions. 404. */
export const readRelease = async (db: Db, actor: Actor, id: string) => {
  const row = await db.maybe<Release>(
    bind(
      `
        select ${recordColumns(releaseList, {})}
        from ${releaseList.from}
        where x.org_id = $1 and x.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("release");
  const stored = await getRow(db, incidentRelease, id, "release");
  return {
    ...row,
    mayChange: notChanged(stored, actor) === null,
    actions: actionsFor(actor, releaseNoun, {
      ...stored,
      tellers: await tellersOf(db, stored.incidentId),
    }),
  };
};

export type PublicRelease = {
  id: string;
  number: string;
  title: string;
  body: string;
  publishedAt: Instant;
  /** Of the agency that wrote it. */
  timeZone: string;
};
/** What everybody may read, newest first. */
export const publicReleases = (db: Db): Promise<PublicRelease[]> =>
  db.rows<PublicRelease>(sql`
    select r.id, r.number, r.title, r.body, r.published_at, o.time_zone
    from incident_release r
    join organization o on o.id = r.org_id
    where r.status = 'published'
    order by r.published_at desc, r.id
    limit 20
  `);

const item = (release: PublicRelease): Html =>
  html`<li id="${release.number}"><div><h3>${release.title}</h3><p>${formatDate(dateIn(release.publishedAt, release.timeZone))} · ${release.number}</p>
    ${release.body.split(/\n\s*\n/).map((paragraph) => html`<p>${paragraph}</p>`)}</div></li>`;

/** The part of the citizen portal: releases about emergencies, read without script. */
export const releasesPart = async (app: App): Promise<Html> => {
  const db = published(app.database);
  const [releases, sites] = await Promise.all([publicReleases(db), sitesPart(db)]);
  return releases.length
    ? html`<ul class="finds">${releases.map(item)}</ul>${sites}`
    : html`<p class="lede">No emergency is under way that the agency has written about.</p>${sites}`;
};

/** One line at the head of the portal while the agency writes of an emergency; else nothing. */
export const urgentPart = async (app: App): Promise<Html> => {
  const [newest] = await publicReleases(published(app.database));
  if (!newest) return html``;
  return html`<p class="notice tone-danger urgent"><a href="#emergency">Emergency information: ${newest.title}</a></p>`;
};

const xml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** The same as RSS 2.0. */
export const releaseFeed = (releases: readonly PublicRelease[], origin: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>Emergency information</title>
<link>${xml(origin)}/citizen-portal</link><description>Releases of the agency about emergencies</description>
${releases
  .map((r) =>
    [
      `<item><title>${xml(r.title)}</title>`,
      `<link>${xml(origin)}/citizen-portal#${r.number}</link>`,
      `<guid isPermaLink="false">${r.id}</guid>`,
      `<pubDate>${new Date(r.publishedAt).toUTCString()}</pubDate>`,
      `<description>${xml(r.body)}</description></item>`,
    ].join(""),
  )
  .join("\n")}
</channel></rss>
`;
