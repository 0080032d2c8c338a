import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Area } from "#kernel/geo/area.ts";
import { placedOf, within } from "#areas/places/places.server.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { kitDraftsOf } from "./kit-draft.service.ts";
import { alertList } from "./alert.list.ts";
import type { Alert, AlertDetail, Exposed } from "./alert.model.ts";

/** So near to a warning's edge a record is shown as near, in meters. */
const nearMeters = 10_000;

type Stored = Omit<Alert, "actions"> &
  Pick<
    AlertDetail,
    "description" | "instruction" | "sender" | "onsetAt" | "codes" | "liveCodes" | "areaProblem"
  > & { area: Area; eventKey: string; before: Area | null };

const exposureOf = async (db: Db, actor: Actor, area: Area, before: Area | null) => {
  const { items, unplaced } = await placedOf(db, actor);
  const known = before
    ? new Set(within(items, before).map((item) => `${item.noun}:${item.id}`))
    : null;
  const inside = within(items, area);
  const ids = new Set(inside.map((item) => `${item.noun}:${item.id}`));
  const near = within(items, area, nearMeters).filter(
    (item) => !ids.has(`${item.noun}:${item.id}`),
  );
  const exposure: Exposed[] = [
    ...inside.map((item) => ({
      ...item,
      near: false,
      fresh: known !== null && !known.has(`${item.noun}:${item.id}`),
    })),
    ...near.map((item) => ({ ...item, verdict: "outside" as const, near: true, fresh: false })),
  ];
  return { exposure, unplaced: unplaced.filter(({ count }) => count > 0) };
};

/** A warning with its chain and the records inside, possibly inside and near, newly inside marked. */
export const readAlert = async (db: Db, actor: Actor, id: string): Promise<AlertDetail> => {
  const row = await db.maybe<Stored>(
    bind(
      `
        select
          ${recordColumns(alertList, {})}, a.description, a.instruction, a.sender, a.onset_at,
          a.codes, a.live_codes, a.area, a.area_problem, a.event_key,
          (
            select b.area
            from weather_alert b
            where b.org_id = a.org_id and b.identifier = a.before_identifier
          ) as before
        from ${alertList.from}
        where a.org_id = $1 and a.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("weather alert");
  const { eventKey, before, ...shown } = row;
  const [{ exposure, unplaced }, chain, incidents, prepared] = await Promise.all([
    exposureOf(db, actor, row.area, before),
    db.rows<AlertDetail["chain"][number]>(sql`
      select id, headline, sent_at, status
      from weather_alert
      where org_id = ${db.scope.orgId} and event_key = ${eventKey}
      order by sent_at desc
      limit 50
    `),
    db.rows<AlertDetail["incidents"][number]>(sql`
      select i.id, i.number, i.title
      from incident i
      join weather_alert w on w.org_id = i.org_id and w.id = i.alert_id
      where i.org_id = ${db.scope.orgId} and w.event_key = ${eventKey}
    `),
    kitDraftsOf(db, eventKey),
  ]);
  return { ...shown, actions: [], exposure, unplaced, chain, incidents, prepared };
};
