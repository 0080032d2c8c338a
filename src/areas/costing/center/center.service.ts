import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { departmentById, peopleWhoMay } from "#areas/organization/organization.server.ts";
import { costCenter, costCenterParent } from "../costing.tables.ts";
import {
  circleOn,
  parentOn,
  type CenterRow,
  type centerChange,
  type centerInput,
  type Link,
  type parentInput,
} from "./center.model.ts";

type Input = z.output<typeof centerInput>;

const linksOf = (db: Db) =>
  db.rows<Link>(sql`
    select center_id, parent_id, from_on
    from cost_center_parent
    where org_id = ${db.scope.orgId}
    order by center_id, from_on
  `);

/** The cost centers with their owners and the parents that hold on the agency's day. */
export const listCenters = async (db: Db): Promise<CenterRow[]> => {
  const [rows, links] = await Promise.all([
    db.rows<Omit<CenterRow, "parentId" | "parents">>(sql`
      select
        c.id, c.code, c.name, c.department_id, c.owner_id, p.display_name as owner, c.from_on,
        c.to_on, c.version
      from cost_center c
      left join person p on p.id = c.owner_id
      where c.org_id = ${db.scope.orgId}
      order by c.code
      limit 2000
    `),
    linksOf(db),
  ]);
  const today = businessDate(db.scope);
  return rows.map((row) => ({
    ...row,
    parentId: parentOn(links, row.id, today),
    parents: links
      .filter((l) => l.centerId === row.id)
      .map(({ parentId, fromOn }) => ({ parentId, fromOn })),
  }));
};

const checked = async (tx: Tx, input: Pick<Input, "departmentId" | "ownerId">) => {
  await departmentById(tx, input.departmentId);
  if (input.ownerId && !(await peopleWhoMay(tx, "budget.read")).includes(input.ownerId))
    throw invalidField("ownerId", "Choose a member of the agency.");
};

/** Adds a cost center. 422 where its code is taken. */
export const addCenter = async (tx: Tx, actor: Actor, input: Input): Promise<{ id: string }> => {
  await checked(tx, input);
  const there = await tx.maybe(sql`
    select id
    from cost_center
    where org_id = ${tx.scope.orgId} and code = ${input.code}
  `);
  if (there) throw invalidField("code", `${input.code} exists already.`, "already_exists");
  const row = await insertRow(tx, costCenter, { ...input, orgId: tx.scope.orgId!, id: newId() });
  note(tx, actor, "costCenter", row.id, { number: row.code, action: "create", after: row });
  return { id: row.id };
};

const costCenterNoun = {
  name: "costCenter",
  table: costCenter,
  called: "cost center",
  number: (row: typeof costCenter.$inferSelect) => row.code,
};

export const changeCenter = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: z.output<typeof centerChange>,
  version: number | null,
): Promise<{ id: string }> => {
  await change(tx, actor, costCenterNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      await checked(tx, input);
      // What stands ends no sooner than what is said begins.
      if (input.toOn === undefined && before.toOn && before.toOn < input.fromOn)
        throw invalidField("toOn", "It ends before it begins.");
      return { patch: input };
    },
  });
  return { id };
};

/**
 * Puts a center below another one from a day on. 422 where the centers would then run in a circle on
 * some day.
 */
export const setParent = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { parentId, fromOn }: z.output<typeof parentInput>,
): Promise<{ id: string }> => {
  // Two moves at once could close a circle that neither of them sees.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext(${`cost_center:${tx.scope.orgId}`}))`);
  const row = await getRow(tx, costCenter, id, "cost center");
  if (parentId) await getRow(tx, costCenter, parentId, "cost center");
  const links = (await linksOf(tx)).filter((l) => l.centerId !== id || l.fromOn !== fromOn);
  const circle = circleOn([...links, { centerId: id, parentId, fromOn }]);
  if (circle)
    throw invalidField(
      "parentId",
      `From ${formatDate(circle)} on the centers would stand below each other in a circle.`,
      "circle",
    );
  await tx.rows(sql`
    delete from cost_center_parent
    where org_id = ${tx.scope.orgId} and center_id = ${id} and from_on = ${fromOn}
  `);
  await insertRow(tx, costCenterParent, {
    orgId: tx.scope.orgId!,
    id: newId(),
    centerId: id,
    parentId,
    fromOn,
  });
  note(tx, actor, "costCenter", row.id, {
    number: row.code,
    action: "parent",
    after: { parentId, fromOn },
  });
  return { id };
};
