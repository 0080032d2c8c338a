import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { departmentById, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { serviceReopenRule, serviceType } from "../engagement.tables.ts";
import { usualReopenDays } from "./service.labels.ts";
import type { ReopenRule, TypeChange, TypeInput, TypeRow } from "./type.model.ts";

/** What can be reported, with how many requests there were; at most 500. */
export const typesOf = (db: Db): Promise<TypeRow[]> =>
  db.rows<TypeRow>(sql`
    select
      y.id, y.code, y.name, y.description, y.category, y.department_id, d.name as department,
      y.steward_id, p.display_name as steward, y.expected_days, y.active, y.attributes,
      (
        select count(*)::int
        from service_request r
        where r.org_id = y.org_id and r.service_type_id = y.id
      ) as requests,
      y.version
    from service_type y
    left join department d on d.org_id = y.org_id and d.id = y.department_id
    left join person p on p.id = y.steward_id
    where y.org_id = ${db.scope.orgId}
    order by y.active desc, y.category, y.name
    limit 500
  `);

const check = async (tx: Tx, id: string | null, input: TypeChange): Promise<void> => {
  const [other, movers] = await Promise.all([
    tx.maybe<{ name: string }>(sql`
      select name
      from service_type
      where org_id = ${tx.scope.orgId} and code = ${input.code} and id is distinct from ${id}::uuid
    `),
    peopleWhoMay(tx, "serviceRequest.edit"),
    input.departmentId ? departmentById(tx, input.departmentId) : null,
  ]);
  if (other) throw invalidField("code", `${other.name} has this code.`, "same_code");
  if (input.stewardId && !movers.includes(input.stewardId))
    throw invalidField("stewardId", "Choose somebody who may answer service requests.");
};

type Stored = typeof serviceType.$inferSelect;
const written = (tx: Tx, actor: Actor, action: string, before: object | null, after: Stored) => {
  note(tx, actor, "serviceType", after.id, { number: after.code, action, before, after });
  return { id: after.id };
};

/** Adds what can be reported. 422 for a code that another kind has, or a stranger as steward. */
export const createType = async (tx: Tx, actor: Actor, input: TypeInput) => {
  await check(tx, null, input);
  return written(
    tx,
    actor,
    "create",
    null,
    await insertRow(tx, serviceType, { ...input, orgId: actor.orgId!, id: newId() }),
  );
};

/** Changes what can be reported, or retires it: open requests of it go on. */
export const changeType = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: TypeChange,
  version: number | null,
) => {
  const before = await lockRow(tx, serviceType, id, "kind of service");
  requireVersion(before.version, version);
  await check(tx, id, input);
  return written(tx, actor, "edit", before, await updateRow(tx, serviceType, id, input));
};

/** In how many days reporters may reopen, by the day from which it holds; newest first. */
export const reopenRules = (db: Db): Promise<ReopenRule[]> =>
  db.rows<ReopenRule>(sql`
    select id, from_day, days
    from service_reopen_rule
    where org_id = ${db.scope.orgId}
    order by from_day desc
    limit 100
  `);

/** Sets the days from a day on. 422 for a day that is over: letters promised what held then. */
export const addReopenRule = async (
  tx: Tx,
  actor: Actor,
  input: { fromDay: string; days: number },
): Promise<{ id: string }> => {
  if (input.fromDay < businessDate(tx.scope))
    throw invalidField("fromDay", "This day is over. Letters promised what held then.");
  const same = (await reopenRules(tx)).some((rule) => rule.fromDay === input.fromDay);
  if (same) throw invalidField("fromDay", "A rule begins on this day already.", "same_day");
  const row = await insertRow(tx, serviceReopenRule, {
    ...input,
    orgId: actor.orgId!,
    id: newId(),
  });
  note(tx, actor, "serviceReopenRule", row.id, {
    number: row.fromDay,
    action: "create",
    after: row,
    event: "serviceType.edit",
  });
  return { id: row.id };
};

/** The days within which a request that ended on this day (`YYYY-MM-DD`) may be reopened. */
export const reopenDays = async (db: Db, endedOn: string): Promise<number> =>
  (
    await db.maybe<{ days: number }>(sql`
      select days
      from service_reopen_rule
      where org_id = ${db.scope.orgId} and from_day <= ${endedOn}::date
      order by from_day desc
      limit 1
    `)
  )?.days ?? usualReopenDays;
