import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { change, note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { department } from "../organization.tables.ts";
import type { departmentInput, departmentPatch, DepartmentRow } from "./department.model.ts";

/** Departments of the scope's agency by code, each with how many active members it has. */
export const listDepartments = (db: Db): Promise<DepartmentRow[]> =>
  db.rows<DepartmentRow>(sql`
    select
      d.id, d.code, d.name, d.parent_id, d.active, d.version,
      (
        select count(*)
        from organization_member m
        where m.org_id = d.org_id and m.department_id = d.id and m.active
      )::int as members
    from department d
    where d.org_id = ${db.scope.orgId}
    order by d.active desc, d.code
  `);

const one = async (db: Db, id: string): Promise<DepartmentRow> => {
  const row = (await listDepartments(db)).find((d) => d.id === id);
  if (!row) throw notFound("department");
  return row;
};

const assertParent = async (tx: Tx, id: string | null, parentId: string | null) => {
  if (parentId === null) return;
  const above = await tx.rows<{ id: string }>(sql`
    with recursive up as (
      select id, parent_id
      from department
      where org_id = ${tx.scope.orgId} and id = ${parentId}
      union
      select d.id, d.parent_id
      from department d
      join up on d.id = up.parent_id
      where d.org_id = ${tx.scope.orgId}
    )
    select id
    from up
  `);
  if (!above.length) throw invalidField("parentId", "No such department.");
  if (id && above.some((d) => d.id === id))
    throw invalidField("parentId", "A department cannot be part of itself.");
};

/** Adds a department. @throws Problem 422 for an unknown parent, 409 for a code in use. */
export const createDepartment = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof departmentInput>,
): Promise<DepartmentRow> => {
  await assertParent(tx, null, input.parentId);
  const row = await insertRow(tx, department, { ...input, orgId: actor.orgId!, id: newId() });
  note(tx, actor, "department", row.id, {
    number: row.code,
    action: "create",
    after: row,
    event: null,
  });
  return one(tx, row.id);
};

type Open = { code: string; encumbered: number; reserved: number };

const listed = (names: readonly string[], total: number) =>
  `${names.join(", ")}${total > names.length ? ` and ${total - names.length} more` : ""}`;

// Money that is committed on the department's accounts would be left with nobody to use or release
// it.
const assertNothingOpen = async (tx: Tx, row: { id: string; name: string }): Promise<void> => {
  const orgId = tx.scope.orgId;
  const open = await tx.rows<Open>(sql`
    select
      a.code, sum(l.encumbered)::bigint as encumbered, sum(l.pre_encumbered)::bigint as reserved
    from account_string a
    join budget_line l on l.org_id = a.org_id and l.account_string_id = a.id
    where a.org_id = ${orgId}
      and a.department_id = ${row.id}
      and (l.encumbered <> 0 or l.pre_encumbered <> 0)
    group by a.code
    order by sum(l.encumbered + l.pre_encumbered) desc, a.code
  `);
  if (open.length === 0) return;
  const documents = await tx.rows<{ number: string; n: number }>(sql`
    select number, count(*) over ()::int as n
    from (
      select o.number
      from account_string a
      join purchase_order_share s on s.org_id = a.org_id and s.account_string_id = a.id
      join purchase_order_line l on l.org_id = s.org_id and l.id = s.line_id
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where a.org_id = ${orgId} and a.department_id = ${row.id} and s.encumbered > 0
      union
      select r.number
      from account_string a
      join requisition_share s on s.org_id = a.org_id and s.account_string_id = a.id
      join requisition_line l on l.org_id = s.org_id and l.id = s.line_id
      join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
      where a.org_id = ${orgId}
        and a.department_id = ${row.id}
        and r.status in ('in_approval', 'approved', 'partly_ordered')
        and s.amount - s.ordered_amount - s.released > 0
    ) found
    order by number
    limit 5
  `);
  const [encumbered, reserved] = [
    open.reduce((n, each) => n + each.encumbered, 0),
    open.reduce((n, each) => n + each.reserved, 0),
  ];
  const sums = [
    ...(encumbered ? [`${formatCents(encumbered)} encumbered`] : []),
    ...(reserved ? [`${formatCents(reserved)} reserved`] : []),
  ].join(" and ");
  const where = documents.length
    ? ` for ${listed(
        documents.map((each) => each.number),
        documents[0]!.n,
      )}`
    : "";
  throw conflict(
    "open_commitments",
    `${row.name} has ${sums}${where}, on ${listed(
      open.slice(0, 3).map((each) => each.code),
      open.length,
    )}. Finish, close or cancel that first, then take the department out of use.`,
  );
};

const departmentNoun = {
  name: "department",
  table: department,
  called: "department",
  number: (row: typeof department.$inferSelect) => row.code,
};

/**
 * Changes or archives a department; records that name it keep it. @throws Problem 409 when it is
 * taken out of use while money is committed on its accounts.
 */
export const editDepartment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: z.output<typeof departmentPatch>,
  ifMatch: number | null,
): Promise<DepartmentRow> => {
  await change(tx, actor, departmentNoun, {
    id,
    version: ifMatch,
    action: "edit",
    effect: async (before) => {
      if (patch.parentId !== undefined) await assertParent(tx, id, patch.parentId);
      if (before.active && patch.active === false) await assertNothingOpen(tx, before);
      return { patch };
    },
  });
  return one(tx, id);
};

/** One department's name and code, for other areas. @throws 404. */
export const departmentById = (db: Db, id: string) => getRow(db, department, id, "department");
