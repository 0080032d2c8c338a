import type { z } from "zod";
import type { Actor } from "../../../kernel/access.ts";
import { invalidField, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { audit } from "../../../server/audit/audit.ts";
import type { Db, Tx } from "../../../server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "../../../server/db/rows.ts";
import { sql } from "../../../server/db/sql.ts";
import { requireVersion } from "../../../server/http/endpoint.ts";
import { department } from "../organization.tables.ts";
import type { departmentFields, departmentPatch, DepartmentRow } from "./department.model.ts";

/** Departments of the scope's agency by code, each with how many active members it has. */
export const listDepartments = (db: Db): Promise<DepartmentRow[]> =>
  db.rows<DepartmentRow>(sql`select d.id, d.code, d.name, d.parent_id, d.active, d.version,
      (select count(*) from organization_member m where m.org_id = d.org_id and m.department_id = d.id and m.active)::int as members
    from department d where d.org_id = ${db.scope.orgId} order by d.active desc, d.code`);

const one = async (db: Db, id: string): Promise<DepartmentRow> => {
  const row = (await listDepartments(db)).find((d) => d.id === id);
  if (!row) throw notFound("department");
  return row;
};

const assertParent = async (tx: Tx, id: string | null, parentId: string | null) => {
  if (parentId === null) return;
  const above = await tx.rows<{ id: string }>(sql`with recursive up as (
      select id, parent_id from department where org_id = ${tx.scope.orgId} and id = ${parentId}
      union select d.id, d.parent_id from department d join up on d.id = up.parent_id where d.org_id = ${tx.scope.orgId}) select id from up`);
  if (!above.length) throw invalidField("parentId", "No such department.");
  if (id && above.some((d) => d.id === id)) throw invalidField("parentId", "A department cannot be part of itself.");
};

/** Adds a department. @throws Problem 422 for an unknown parent, 409 for a code in use. */
export const createDepartment = async (tx: Tx, actor: Actor, input: z.output<typeof departmentFields>): Promise<DepartmentRow> => {
  await assertParent(tx, null, input.parentId);
  const row = await insertRow(tx, department, { ...input, orgId: actor.orgId!, id: newId() });
  audit(tx, actor, { action: "department.create", objectType: "department", objectId: row.id, objectNumber: row.code, before: null, after: row });
  return one(tx, row.id);
};

/** Changes or archives a department; records that name it keep it. */
export const editDepartment = async (tx: Tx, actor: Actor, id: string, patch: z.output<typeof departmentPatch>, ifMatch: number | null): Promise<DepartmentRow> => {
  const before = await lockRow(tx, department, id, "department");
  requireVersion(before.version, ifMatch);
  if (patch.parentId !== undefined) await assertParent(tx, id, patch.parentId);
  const after = await updateRow(tx, department, id, patch);
  audit(tx, actor, { action: "department.edit", objectType: "department", objectId: id, objectNumber: after.code, before, after });
  return one(tx, id);
};

/** One department's name and code, for other areas. @throws 404. */
export const departmentById = (db: Db, id: string) => getRow(db, department, id, "department");
