import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { fieldHours, type FieldHour } from "#areas/assets/assets.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { CodeInput, UnitRow } from "./equipment.model.ts";

/** The rate of FEMA's schedule for a unit, in cents an hour. */
export type ScheduleRate = { assetId: string; code: string; cents: number };

/**
 * Rates of the newest schedule that holds for a declaration of this day, by the code of each unit: the
 * schedule knows units by horsepower and capacity. Units without a code, and rates by the mile, are left
 * out.
 */
export const scheduleRates = (db: Db, declaredOn: string): Promise<ScheduleRate[]> =>
  db.rows<ScheduleRate>(sql`
    select u.asset_id, u.code, r.cents
    from fema_asset_code u
    join fema_equipment_rate r on r.org_id = u.org_id and r.code = u.code and r.unit = 'hour'
    where u.org_id = ${db.scope.orgId}
      and r.from_day = (
        select max(n.from_day)
        from fema_equipment_rate n
        where n.org_id = u.org_id and n.from_day <= ${declaredOn}
      )
  `);

const unitHours = async (db: Db): Promise<FieldHour[]> => {
  const incidents = await db.rows<{ id: string }>(sql`
    select distinct incident_id as id
    from pa_declaration
    where org_id = ${db.scope.orgId} and incident_id is not null and status <> 'closed'
  `);
  const all: FieldHour[] = [];
  while (incidents.length > 0 && all.length < 50_000) {
    const after = all.at(-1)?.id;
    const page = await fieldHours(db, {
      incidentIds: incidents.map((i) => i.id),
      ...(after ? { after } : {}),
    });
    all.push(...page);
    if (page.length < 5_000) break;
  }
  return all.filter((h) => h.kind === "equipment" && h.unitId !== null);
};

type Known = { id: string; code: string; equipment: string; specification: string; size: string };
// Codes of units by the unit, and those that classes propose by the class, each with what the newest
// schedule calls it.
const codesOf = (db: Db, units: readonly string[], classes: readonly string[]) =>
  db.rows<Known>(sql`
    select
      u.id, u.code, u.size, coalesce(r.equipment, '') as equipment,
      coalesce(r.specification, '') as specification
    from (
      select asset_id as id, code, size
      from fema_asset_code
      where org_id = ${db.scope.orgId} and asset_id = any(${[...units]}::uuid[])
      union all
      select asset_class_id, code, ''
      from fema_unit_code
      where org_id = ${db.scope.orgId} and asset_class_id = any(${[...classes]}::uuid[])
    ) u
    left join lateral (
        select equipment, specification
        from fema_equipment_rate r
        where r.org_id = ${db.scope.orgId} and r.code = u.code
        order by r.from_day desc
        limit 1
      ) r
      on true
  `);

const shownCode = (k: Known | undefined) =>
  k ? { code: k.code, what: [k.equipment, k.specification].filter(Boolean).join(", ") } : null;

/**
 * Units that worked for incidents of open declarations, those without a code first: their hours, their
 * code with the size it stands on, and the code that their class proposes. At most 500.
 */
export const unitRows = async (db: Db): Promise<UnitRow[]> => {
  const hours = await unitHours(db);
  const units = new Map<string, { unit: string; classId: string | null; minutes: number }>();
  for (const h of hours) {
    const known = units.get(h.unitId!) ?? {
      unit: h.unit ?? "",
      classId: h.unitClassId,
      minutes: 0,
    };
    units.set(h.unitId!, { ...known, minutes: known.minutes + h.minutes });
  }
  const classes = [...units.values()].flatMap((u) => u.classId ?? []);
  const known = await codesOf(db, [...units.keys()], [...new Set(classes)]);
  const codes = new Map(known.map((k) => [k.id, k]));
  return [...units]
    .map(([id, u]) => {
      const mine = codes.get(id);
      return {
        id,
        unit: u.unit,
        minutes: u.minutes,
        named: shownCode(mine),
        size: mine?.size ?? "",
        proposed: shownCode(u.classId === null ? undefined : codes.get(u.classId)),
      };
    })
    .toSorted(
      (a, b) => Number(a.named !== null) - Number(b.named !== null) || a.unit.localeCompare(b.unit),
    )
    .slice(0, 500);
};

/**
 * Says which code of FEMA's schedule a unit has, by its horsepower or capacity. 404 for a unit without
 * hours in an incident, 422 where no loaded schedule has the code by the hour.
 */
export const nameUnitCode = async (
  tx: Tx,
  actor: Actor,
  unitId: string,
  said: CodeInput,
): Promise<{ id: string }> => {
  const unit = (await unitHours(tx)).find((h) => h.unitId === unitId);
  if (!unit) throw notFound("unit");
  const rate = await tx.maybe<{ code: string }>(sql`
    select code
    from fema_equipment_rate
    where org_id = ${actor.orgId} and code = ${said.code} and unit = 'hour'
    limit 1
  `);
  if (!rate) throw invalidField("code", "No loaded schedule has this code by the hour.");
  await tx.rows(sql`
    insert into fema_asset_code (org_id, asset_id, code, size, named_by)
    values (${actor.orgId}, ${unitId}, ${said.code}, ${said.size}, ${actor.personId})
    on conflict (org_id, asset_id)
    do update set
      code = excluded.code, size = excluded.size, named_by = excluded.named_by,
      named_at = clock_timestamp()
  `);
  note(tx, actor, "asset", unitId, {
    number: unit.unit ?? said.code,
    action: "femaUnitCode.name",
    after: said,
    event: null,
  });
  return { id: unitId };
};
