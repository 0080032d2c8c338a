import type { z } from "zod";
import { draftPolicy, publishPolicy } from "#areas/workflow/workflow.server.ts";
import { policyInput, type PolicyInput } from "#areas/workflow/policy/policy.model.ts";
import type { Actor, Role } from "#kernel/access.ts";
import type { Duty } from "#roles.ts";
import { newId } from "#kernel/ids.ts";
import type { Database } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { ensureFederalRules } from "#areas/governance/governance.server.ts";
import { memberActor } from "./database.ts";

export type Agency = { orgId: string; departmentId: string; fiscalYearId: string; year: number };

let serial = 0;
const next = () => String(++serial).padStart(4, "0");

/**
 * A small agency with one department and an open fiscal year: 2027, from October 2026, which ends
 * with the tests' own time so that they do not depend on the day.
 */
export const makeAgency = async (database: Database): Promise<Agency> => {
  const orgId = newId();
  const departmentId = newId();
  const fiscalYearId = newId();
  await database.transaction({ orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      insert into organization (id, name, slug, time_zone, fiscal_year_start_month)
      values (
        ${orgId}, ${`Agency ${orgId.slice(-6)}`}, ${`agency-${orgId.slice(-12)}`},
        'America/Chicago', 10
      )
    `);
    await tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${orgId}, ${departmentId}, 'RDS', 'Roads and Bridges')
    `);
    await tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values (${orgId}, ${fiscalYearId}, 2027, '2026-10-01', '2036-09-30')
    `);
    await ensureFederalRules(tx);
  });
  return { orgId, departmentId, fiscalYearId, year: 2027 };
};

/**
 * A budget line of `cents` under a fresh fund and account of the agency; of a federal fund under an
 * award of its own unless `award` is false.
 */
export const makeBudget = async (
  database: Database,
  agency: Agency,
  cents: number,
  fund: { stop?: "hard" | "soft"; federal?: boolean; award?: boolean } = {},
): Promise<{ accountStringId: string; fiscalYearId: string; lineId: string; fundId: string }> => {
  const [fundId, accountId, accountStringId, lineId] = [newId(), newId(), newId(), newId()];
  const n = next();
  const awardId = fund.federal && fund.award !== false ? newId() : null;
  await database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    if (awardId)
      await tx.rows(sql`
        insert into segment_value (org_id, id, kind, code, name, federal)
        values (${agency.orgId}, ${awardId}, 'award', ${`W${n}`}, 'Disaster assistance', true)
      `);
    await tx.rows(sql`
      insert into segment_value (org_id, id, kind, code, name, stop, federal)
      values (
        ${agency.orgId}, ${fundId}, 'fund', ${`F${n}`}, 'General fund', ${fund.stop ?? "hard"},
        ${fund.federal ?? false}
      )
    `);
    await tx.rows(sql`
      insert into segment_value (org_id, id, kind, code, name)
      values (${agency.orgId}, ${accountId}, 'account', ${`A${n}`}, 'Road materials')
    `);
    await tx.rows(sql`
      insert into account_string (org_id, id, code, fund_id, department_id, account_id, award_id)
      values (
        ${agency.orgId}, ${accountStringId}, ${`F${n}-RDS-A${n}${awardId ? `-W${n}` : ""}`},
        ${fundId}, ${agency.departmentId}, ${accountId}, ${awardId}
      )
    `);
    await tx.rows(sql`
      insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
      values (${agency.orgId}, ${lineId}, ${agency.fiscalYearId}, ${accountStringId}, ${cents})
    `);
  });
  return { accountStringId, fiscalYearId: agency.fiscalYearId, lineId, fundId };
};

/** Members of an agency with their rows, so that approvals find them: one actor per name. */
export const makeMembers = async <N extends string>(
  database: Database,
  agency: Agency,
  wanted: Record<N, { role?: Role; duties?: readonly Duty[] }>,
): Promise<Record<N, Actor>> => {
  const actors = {} as Record<N, Actor>;
  for (const [name, { role = "user", duties = [] }] of Object.entries(wanted) as [
    N,
    { role?: Role; duties?: readonly Duty[] },
  ][])
    actors[name] = memberActor(agency.orgId, role, duties, {
      name,
      email: `${name.toLowerCase()}.${agency.orgId.slice(-8)}@test.levee.test`,
      timeZone: "America/Chicago",
      departmentIds: [agency.departmentId],
    });
  const identity = identityDb(database);
  for (const a of Object.values<Actor>(actors))
    await identity.transaction((tx) =>
      tx.rows(sql`
        insert into person (id, email, display_name, email_verified_at)
        values (${a.personId}, ${a.email}, ${a.name}, clock_timestamp())
      `),
    );
  await database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    for (const a of Object.values<Actor>(actors)) {
      await tx.rows(sql`
        insert into organization_member (org_id, person_id, department_id)
        values (${agency.orgId}, ${a.personId}, ${agency.departmentId})
      `);
      await tx.rows(sql`
        insert into user_role (org_id, id, person_id, role)
        values (${agency.orgId}, ${newId()}, ${a.personId}, ${a.role})
      `);
      for (const duty of a.duties)
        await tx.rows(sql`
          insert into member_duty (org_id, person_id, duty)
          values (${agency.orgId}, ${a.personId}, ${duty})
        `);
    }
  });
  return actors;
};

/** A published one-step policy for a document type: any manager decides. */
export const makePolicy = (
  database: Database,
  admin: Actor,
  input: Partial<z.input<typeof policyInput>> & Pick<PolicyInput, "documentType">,
): Promise<{ id: string }> =>
  database.transaction(admin, async (tx) => {
    const draft = await draftPolicy(
      tx,
      admin,
      policyInput.parse({
        name: `${input.documentType} policy`,
        steps: [
          {
            name: "Manager",
            stage: 1,
            mode: "any",
            approvers: [{ kind: "role", role: "manager" }],
          },
        ],
        ...input,
      }),
    );
    return publishPolicy(tx, admin, draft.id, draft.version);
  });

/** An active vendor that is screened clear. */
export const makeVendor = async (
  database: Database,
  agency: Agency,
  over: {
    name?: string;
    email?: string | null;
    paymentMethod?: "ach" | "check";
    status?: string;
  } = {},
): Promise<{ id: string; name: string }> => {
  const id = newId();
  const name = over.name ?? `Northline Aggregates ${next()}`;
  await database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into vendor (
        org_id, id, number, name, name_key, status, email, payment_method, screening_result,
        screened_at
      )
      values (
        ${agency.orgId}, ${id}, ${`V-${next()}`}, ${name},
        ${name.toLowerCase().replace(/[^a-z0-9]/g, "")}, ${over.status ?? "active"},
        ${over.email === undefined ? "orders@northline.test" : over.email},
        ${over.paymentMethod ?? "check"}, 'clear', now()
      )
    `),
  );
  return { id, name };
};
