import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { isEmptyArea, type Polygon } from "#kernel/geo/area.ts";
import type { Grid } from "#kernel/geo/grid.ts";
import { newId } from "#kernel/ids.ts";
import { areaOfCounties, zonesInLayers, type Placed } from "#areas/places/places.server.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { areaOfMessage, isForecastZone, type Outlines } from "./alert-area.model.ts";
import { livesOf, type Life } from "./alert-life.model.ts";
import { contentOf, linksOf, type AlertMessage } from "./alert-message.model.ts";
import { readMessages, type ReadMessage } from "./alert-read.service.ts";
import { applyRules } from "./rule.service.ts";
import { gridOfAgency, touchOf } from "./touch.service.ts";
import { usualHours } from "./vtec.data.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

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
    `);
    const wider = [...new Set([...known, ...rows.flatMap((row) => row.links)])];
    if (wider.length === known.length) return rows.map((row) => row.content);
    known = wider;
  }
};

// Outlines of zones that a message needs are read once for all of a chain.
const outlinesFor = async (tx: Tx, lives: readonly Life[]): Promise<Outlines> => {
  const codes = lives.flatMap(({ message }) =>
    isEmptyArea(message.area) ? message.zones.filter(isForecastZone) : [],
  );
  const zones = await zonesInLayers(tx, [...new Set(codes)]);
  return {
    zone: (ugc): readonly Polygon[] | undefined => zones.get(ugc)?.polygons,
    counties: (fips) => areaOfCounties(fips).area,
  };
};

// Rows of before that know neither issuer nor content become the row of their message.
const adopt = (tx: Tx, lives: readonly Life[]) =>
  tx.rows(sql`
    update weather_alert w
    set issuer = m.issuer, content_sha256 = m.content
    from (
      select distinct on (identifier) identifier, issuer, content
      from jsonb_to_recordset(${JSON.stringify(
        lives.map(({ message }) => ({
          identifier: message.identifier,
          issuer: message.issuer,
          content: digest(contentOf(message)),
        })),
      )}::jsonb) as r(identifier text, issuer text, content text)
      order by identifier, content
    ) m
    where w.org_id = ${tx.scope.orgId}
      and w.identifier = m.identifier
      and w.content_sha256 = ''
      and not exists (
        select 1
        from weather_alert other
        where other.org_id = w.org_id
          and other.identifier = m.identifier
          and other.content_sha256 = m.content
      )
  `);

const store = async (
  tx: Tx,
  life: Life,
  { outlines, grid }: { outlines: Outlines; grid: Grid<Placed> },
): Promise<string | null> => {
  const { message } = life;
  const { drawn, area } = areaOfMessage(message, life.livePlaces, outlines);
  const { touch, inside, possibly } = touchOf(grid, area, drawn);
  const stored = await tx.maybe<{ id: string }>(sql`
    insert into weather_alert (
      org_id, id, identifier, issuer, content_sha256, conflict, tells, event_key, status, test,
      event, severity, urgency, certainty, headline, description, instruction, area_text, sender,
      sent_at, onset_at, ends_at, codes, zones, live_codes, drawn, area, area_problem,
      before_identifier, usual_hours, touch, touch_inside, touch_possibly, touched_at
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${message.identifier}, ${message.issuer},
      ${digest(contentOf(message))}, ${life.conflict}, ${life.tells}, ${life.eventKey},
      ${life.status}, ${message.test}, ${message.event}, ${message.severity}, ${message.urgency},
      ${message.certainty}, ${message.headline}, ${message.description}, ${message.instruction},
      ${message.areaText}, ${message.sender}, ${message.sentAt}, ${message.onsetAt}, ${life.endsAt},
      ${message.codes}::text[], ${message.zones}::text[], ${life.livePlaces}::text[], ${drawn},
      ${JSON.stringify(area)}::jsonb, ${(message.unread ?? []).join(" ")},
      ${life.before?.identifier ?? null}, ${usualHours(message.event)}, ${touch}, ${inside},
      ${possibly}, clock_timestamp()
    )
    on conflict (org_id, issuer, identifier, content_sha256)
    do update set
      status = excluded.status, event_key = excluded.event_key, conflict = excluded.conflict,
      live_codes = excluded.live_codes, ends_at = excluded.ends_at, drawn = excluded.drawn,
      area = excluded.area, area_problem = excluded.area_problem,
      before_identifier = excluded.before_identifier, zones = excluded.zones,
      usual_hours = excluded.usual_hours, touch = excluded.touch,
      touch_inside = excluded.touch_inside, touch_possibly = excluded.touch_possibly,
      touched_at = excluded.touched_at, version = weather_alert.version + 1,
      updated_at = clock_timestamp()
    where (
      weather_alert.status, weather_alert.event_key, weather_alert.conflict,
      weather_alert.live_codes, weather_alert.ends_at, weather_alert.drawn,
      weather_alert.before_identifier
    ) is distinct from (
      excluded.status, excluded.event_key, excluded.conflict, excluded.live_codes, excluded.ends_at,
      excluded.drawn, excluded.before_identifier
    )
    returning id
  `);
  return stored?.id ?? null;
};

// What became of everything that hangs together with these messages; ids of the rows that changed.
const settle = async (tx: Tx, links: readonly string[], grid: Grid<Placed>): Promise<string[]> => {
  const lives = livesOf(await chainOf(tx, links), businessNow(tx.scope).toISOString());
  await adopt(tx, lives);
  const outlines = await outlinesFor(tx, lives);
  const changed: string[] = [];
  for (const life of lives) {
    const id = await store(tx, life, { outlines, grid });
    if (id) changed.push(id);
  }
  return changed;
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
    const grid = await gridOfAgency(tx);
    const changed = await settle(tx, links, grid);
    for (const id of changed) announce(tx, orgId!, "weatherAlert.change", id);
    await applyRules(tx, actor, changed, grid);
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
    taken: fresh.filter(({ problem }) => !problem).length,
    known: read.length - fresh.length,
    unread: fresh.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
};
