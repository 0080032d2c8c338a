import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Area } from "#kernel/geo/area.ts";
import { countyName, zonesInLayers } from "#areas/places/places.server.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { isForecastZone, sameLabel } from "./alert-area.model.ts";
import { alertList } from "./alert.list.ts";
import type { Alert, AlertDetail, UnreadMessage } from "./alert.model.ts";
import { exposureOf, groupsOf } from "./exposure.service.ts";
import { kitDraftsOf } from "./kit-draft.service.ts";

type Shown = Omit<Alert, "actions"> &
  Pick<AlertDetail, "description" | "instruction" | "sender" | "areaProblem" | "endReason"> & {
    area: Area;
  };
const shownOf = (db: Db, id: string) =>
  db.maybe<Shown>(
    bind(
      `
        select
          ${recordColumns(alertList, {})}, a.description, a.instruction, a.sender, a.area,
          a.area_problem, a.end_reason
        from ${alertList.from}
        where a.org_id = $1 and a.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );

type Inner = {
  before: Area | null;
  eventKey: string;
  issuer: string;
  codes: string[];
  zones: string[];
  liveCodes: string[];
};
// What the page works with and does not show.
const innerOf = (db: Db, id: string) =>
  db.maybe<Inner>(sql`
    select
      a.event_key, a.issuer, a.codes, a.zones, a.live_codes,
      (
        select b.area
        from weather_alert b
        where b.org_id = a.org_id and b.issuer = a.issuer and b.identifier = a.before_identifier
        order by b.id
        limit 1
      ) as before
    from weather_alert a
    where a.org_id = ${db.scope.orgId} and a.id = ${id}
  `);

// Zones and counties by their names, those first for which it still holds.
const placesOf = async (
  db: Db,
  { status, drawn }: Shown,
  { codes, zones, liveCodes }: Inner,
): Promise<Pick<AlertDetail, "places" | "undrawnZones">> => {
  const known = await zonesInLayers(db, zones);
  const live = new Set(status === "active" ? liveCodes : []);
  const named = [
    ...zones.map((code) => ({ code, label: known.get(code)?.name || code, live: live.has(code) })),
    // Of a message that names zones, counties end with their zones.
    ...codes.map((code) => ({
      code,
      label: sameLabel(code, countyName),
      live: zones.length ? live.size > 0 : live.has(code),
    })),
  ];
  return {
    places: named.toSorted((a, b) => Number(b.live) - Number(a.live)),
    undrawnZones:
      drawn === "counties" ? zones.filter((code) => isForecastZone(code) && !known.has(code)) : [],
  };
};

const chainOf = (db: Db, eventKey: string) =>
  db.rows<AlertDetail["chain"][number]>(sql`
    select
      id, headline, sent_at,
      case
        when status = 'active' and ends_at <= clock_timestamp() then 'expired'
        when status = 'active' and ended_at is not null then 'ended'
        else status
      end as status
    from weather_alert
    where org_id = ${db.scope.orgId} and event_key = ${eventKey}
    order by sent_at desc, id
    limit 200
  `);

/** A warning with its chain, and what of the agency is inside, possibly inside, near and not judged. */
export const readAlert = async (db: Db, actor: Actor, id: string): Promise<AlertDetail> => {
  const [shown, inner] = await Promise.all([shownOf(db, id), innerOf(db, id)]);
  if (!shown || !inner) throw notFound("weather alert");
  const { eventKey, issuer, before } = inner;
  const [groups, places, chain, incidents, prepared, twins] = await Promise.all([
    groupsOf(db, actor, { area: shown.area, drawn: shown.drawn, before }),
    placesOf(db, shown, inner),
    chainOf(db, eventKey),
    db.rows<AlertDetail["incidents"][number]>(sql`
      select i.id, i.number, i.title
      from incident i
      join weather_alert w on w.org_id = i.org_id and w.id = i.alert_id
      where i.org_id = ${db.scope.orgId} and w.event_key = ${eventKey}
    `),
    kitDraftsOf(db, eventKey),
    db.rows<AlertDetail["twins"][number]>(sql`
      select id, headline, sent_at
      from weather_alert
      where org_id = ${db.scope.orgId}
        and issuer = ${issuer}
        and identifier = ${shown.number}
        and id <> ${id}
      order by sent_at, id
      limit 20
    `),
  ]);
  return {
    ...shown,
    ...places,
    actions: [],
    exposure: exposureOf(groups),
    chain,
    incidents,
    prepared,
    twins,
  };
};

/** Messages of the last ninety days that were kept and could not be read, newest first. */
export const listUnread = (db: Db): Promise<UnreadMessage[]> =>
  db.rows<UnreadMessage>(sql`
    select id, received_at, source, problem, left(body, 200) as beginning
    from alert_message
    where org_id = ${db.scope.orgId}
      and content is null
      and problem is not null
      and received_at > clock_timestamp() - interval '90 days'
    order by received_at desc, id
    limit 50
  `);
