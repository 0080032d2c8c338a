import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { isEmptyArea, type Area } from "#kernel/geo/area.ts";
import { newId } from "#kernel/ids.ts";
import { areaOfCounties } from "#areas/places/places.server.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import type { Drawn } from "./alert.labels.ts";
import { distinct, livesOf, type AlertMessage, type Life } from "./alert-life.model.ts";
import { readMessages, type ReadMessage } from "./alert-read.service.ts";
import { applyRules } from "./rule.service.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const linksOf = (message: AlertMessage): string[] => [
  message.identifier,
  ...message.references,
  ...message.vtec.map(({ event }) => `vtec:${event}`),
];

const keep = async (
  tx: Tx,
  { body, message, problem }: ReadMessage,
  source: "paste" | "feed",
): Promise<boolean> => {
  const links = message ? linksOf(message) : [];
  const kept = await tx.rows(sql`
    insert into alert_message (
      org_id, id, sha256, source, body, identifier, problem, links, content
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${digest(body)}, ${source}, ${body},
      ${message?.identifier ?? null}, ${problem}, ${links}::text[],
      ${message ? JSON.stringify(message) : null}::jsonb
    )
    on conflict (org_id, sha256)
    do update set
      identifier = excluded.identifier, problem = excluded.problem, links = excluded.links,
      content = excluded.content
    where alert_message.content is null and excluded.content is not null
    returning id
  `);
  return kept.length > 0;
};

// Everything that hangs together with these links, directly or through others.
const chainOf = async (tx: Tx, links: readonly string[]): Promise<AlertMessage[]> => {
  let known = [...new Set(links)];
  for (;;) {
    const rows = await tx.rows<{ content: AlertMessage; links: string[] }>(sql`
      select content, links
      from alert_message
      where org_id = ${tx.scope.orgId} and links && ${known}::text[] and content is not null
      limit 5000
    `);
    const wider = [...new Set([...known, ...rows.flatMap((row) => row.links)])];
    if (wider.length === known.length) return rows.map((row) => row.content);
    known = wider;
  }
};

/**
 * The area by which a warning is judged, and where it comes from. Where an outline cannot be read, the
 * whole counties stand in for it: too many are told rather than too few.
 */
const drawnOf = (message: AlertMessage, codes: readonly string[]): { drawn: Drawn; area: Area } => {
  const isDrawn = !isEmptyArea(message.area);
  if (isDrawn && !message.unread?.length) return { drawn: "polygon", area: message.area };
  // SAME: a digit for a part of the county, then its FIPS code.
  const { area: counties } = areaOfCounties(codes.map((code) => code.slice(-5)));
  if (!isDrawn) return { drawn: isEmptyArea(counties) ? "none" : "counties", area: counties };
  const polygons = [...message.area.polygons, ...counties.polygons];
  return { drawn: "partly", area: { polygons, circles: message.area.circles } };
};

const store = async (tx: Tx, message: AlertMessage, life: Life): Promise<string | null> => {
  const { drawn, area } = drawnOf(message, life.liveCodes.length ? life.liveCodes : message.codes);
  const stored = await tx.maybe<{ id: string }>(sql`
    insert into weather_alert (
      org_id, id, identifier, event_key, status, test, event, severity, urgency, certainty,
      headline, description, instruction, area_text, sender, sent_at, onset_at, ends_at, codes,
      live_codes, drawn, area, area_problem, before_identifier
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${message.identifier}, ${life.eventKey}, ${life.status},
      ${message.test}, ${message.event}, ${message.severity}, ${message.urgency},
      ${message.certainty}, ${message.headline}, ${message.description}, ${message.instruction},
      ${message.areaText}, ${message.sender}, ${message.sentAt}, ${message.onsetAt},
      ${message.endsAt}, ${message.codes}::text[], ${life.liveCodes}::text[], ${drawn},
      ${JSON.stringify(area)}::jsonb, ${(message.unread ?? []).join(" ")}, ${life.before}
    )
    on conflict (org_id, identifier)
    do update set
      status = excluded.status, event_key = excluded.event_key, live_codes = excluded.live_codes,
      drawn = excluded.drawn, area = excluded.area, area_problem = excluded.area_problem,
      before_identifier = excluded.before_identifier, version = weather_alert.version + 1,
      updated_at = clock_timestamp()
    where (
      weather_alert.status, weather_alert.event_key, weather_alert.live_codes,
      weather_alert.before_identifier
    ) is distinct from (
      excluded.status, excluded.event_key, excluded.live_codes, excluded.before_identifier
    )
    returning id
  `);
  return stored?.id ?? null;
};

/**
 * Takes messages in: each is kept as it came, once (one that could not be read before is read anew
 * when it comes again); then the chains that they belong to are worked
 * out anew from all of their messages, so that order and repetition do not matter. Rules act in the
 * same transaction.
 */
export const takeMessages = async (
  tx: Tx,
  actor: Actor,
  text: string,
  source: "paste" | "feed" = "paste",
): Promise<{ taken: number; known: number; unread: string[] }> => {
  const { orgId } = tx.scope;
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`alerts ${orgId}`}, 0))`);
  const read = readMessages(text);
  const fresh: ReadMessage[] = [];
  for (const each of read) if (await keep(tx, each, source)) fresh.push(each);
  const links = fresh.flatMap(({ message }) => (message ? linksOf(message) : []));
  if (links.length) {
    const chain = await chainOf(tx, links);
    const messages = new Map(distinct(chain).map((message) => [message.identifier, message]));
    const changed: string[] = [];
    for (const life of livesOf(chain, businessNow(tx.scope).toISOString())) {
      const id = await store(tx, messages.get(life.identifier)!, life);
      if (id) changed.push(id);
    }
    for (const id of changed) announce(tx, orgId!, "weatherAlert.change", id);
    await applyRules(tx, actor, changed);
  }
  if (fresh.length)
    note(tx, actor, "weatherAlert", newId(), {
      action: "take",
      after: {
        source,
        taken: fresh.length,
        identifiers: fresh.map((f) => f.message?.identifier),
      },
      event: null,
    });
  return {
    taken: fresh.length,
    known: read.length - fresh.length,
    unread: fresh.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
};
