import { z } from "zod";
import { dutyLabels, duties as allDuties } from "#roles.ts";
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf, several } from "#server/import/cells.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { listDepartments } from "../department/department.service.ts";
import { invitationInput } from "../member/member.model.ts";
import { membersNamed } from "../member/member.service.ts";
import { invite } from "./invitation.service.ts";

const row = z.object({
  email: invitationInput.shape.email.meta({ title: "Email" }),
  role: z.enum(["user", "manager", "admin"]).optional().meta({ title: "Role" }),
  department: z.string().trim().max(200).default("").meta({ title: "Department" }),
  title: invitationInput.shape.title.meta({ title: "Title" }),
  supervisor: z.string().trim().toLowerCase().max(255).default("").meta({ title: "Supervisor" }),
  duties: z.array(z.enum(allDuties)).max(allDuties.length).default([]).meta({ title: "Duties" }),
});
type Row = z.output<typeof row>;
/** The ids of the department and of the supervisor. */
type Plan = { departmentId: string | null; supervisorId: string | null };

const dutyType = oneOf(Object.fromEntries(allDuties.map((duty) => [duty, dutyLabels[duty].label])));
const roles: Readonly<Record<string, string>> = {
  user: "User",
  manager: "Manager",
  admin: "Admin",
};
const roleName = (role: string): string => roles[role] ?? role;
const roleType = oneOf(roles);

const unknownDepartment = (found: string): RowProblem => ({
  column: "Department",
  expected: "the code or name of a department of the agency",
  found,
  fix: "Write the department as it stands under Team, Departments, or leave it out.",
});

const unknownSupervisor = (found: string): RowProblem => ({
  column: "Supervisor",
  expected: "the address of an active member",
  found,
  fix: "Write the address that the supervisor signs in with, or leave it out.",
});

// Members and open invitations by their address, with the roles that they have.
const takenAddresses = async (
  db: Db,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> =>
  new Map(
    (
      await db.rows<{ email: string; roles: string[] }>(sql`
        select
          p.email,
          array(
            select distinct r.role
            from user_role r
            where r.org_id = m.org_id
              and r.person_id = m.person_id
              and (r.expires_at is null or r.expires_at > clock_timestamp())
            order by 1
          ) as roles
        from organization_member m
        join person p on p.id = m.person_id
        where m.org_id = ${db.scope.orgId} and m.active and p.email = any(${[...emails]}::text[])
        union all
        select i.email, array[i.role] as roles
        from invitation i
        where i.org_id = ${db.scope.orgId}
          and i.email = any(${[...emails]}::text[])
          and i.accepted_at is null
          and i.revoked_at is null
          and i.expires_at > clock_timestamp()
      `)
    ).map(({ email, roles: held }) => [email, held]),
  );

const onKnown = ({ email, role }: Row, held: readonly string[]): Verdict<Plan> =>
  verdictOnKnown(
    `${email} is a member or invited`,
    [
      {
        column: "Role",
        onFile: held.map(roleName).join(", "),
        // Somebody who has this role among others has what the file says.
        inFile: role && !held.includes(role) ? roleName(role) : "",
      },
    ],
    "Roles are changed under Team. Leave the row out.",
  );

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const [taken, departments, supervisors] = await Promise.all([
    takenAddresses(
      db,
      rows.map((each) => each.email),
    ),
    listDepartments(db),
    membersNamed(db, { emails: rows.flatMap((each) => each.supervisor || []) }),
  ]);
  return rows.map((each) => {
    // Members and those whose invitation is open stay as they are: a file gives nobody another role.
    const held = taken.get(each.email);
    if (held) return onKnown(each, held);
    const named = each.department.toLowerCase();
    const found = departments.find(
      (one) => one.active && (one.code.toLowerCase() === named || one.name.toLowerCase() === named),
    );
    if (named && !found) return { action: "reject", problem: unknownDepartment(each.department) };
    const above = supervisors.find(({ email, active }) => active && email === each.supervisor);
    if (each.supervisor && !above)
      return { action: "reject", problem: unknownSupervisor(each.supervisor) };
    return {
      action: "create",
      plan: { departmentId: found?.id ?? null, supervisorId: above?.id ?? null },
    };
  });
};

// The letter's link stands without an address: whoever sends it knows it.
const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  for (const { row: each, plan: planned } of rows)
    await invite(
      tx,
      actor,
      {
        email: each.email,
        role: each.role ?? "user",
        title: each.title,
        duties: each.duties,
        departmentId: planned.departmentId,
        supervisorId: planned.supervisorId,
      },
      "",
    );
};

/** Invitations from a file: one address a row; members and open invitations are left alone, with another role
 * they are a question. */
export const invitationImporter = defineImporter({
  kind: "invitations",
  label: "invitations",
  permission: "member.edit",
  batch: 100,
  schema: row,
  keys: (each) => [each.email],
  plan,
  apply,
  fields: [
    {
      name: "email",
      label: "Email",
      required: true,
      aliases: ["E-mail", "Mail", "Address", "Email address"],
      expected: "such as lee@county.example",
      type: cells.email,
    },
    { name: "role", label: "Role", expected: "User, Manager or Admin", type: roleType },
    {
      name: "department",
      label: "Department",
      aliases: ["Dept", "Department code"],
      expected: "code or name",
      type: cells.code,
    },
    { name: "title", label: "Title", aliases: ["Job title", "Position"] },
    {
      name: "supervisor",
      label: "Supervisor",
      aliases: ["Manager", "Reports to"],
      expected: "the address of a member",
      type: cells.email,
    },
    {
      name: "duties",
      label: "Duties",
      aliases: ["Duty"],
      expected: "such as Requester; Receiver",
      type: several(dutyType),
    },
  ],
});
