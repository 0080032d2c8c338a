import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { splitCents } from "#kernel/money.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { paInsurance, paInsuranceShare } from "../proof.tables.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";
import { carryInsurance } from "./carried.service.ts";
import {
  anticipated,
  reduction,
  type Insurance,
  type insuranceInput,
  type settlementInput,
} from "./insurance.model.ts";

type Project = typeof paProject.$inferSelect;

// Shares follow the estimates of the projects, to the cent; without estimates all get the same.
const sharesOf = (projects: readonly Project[], cents: number): Map<string, number> => {
  const known = projects.some((p) => p.estimateCents > 0);
  const parts = splitCents(
    cents,
    projects.map((p) => (known ? p.estimateCents : 1)),
  );
  return new Map(projects.map((p, n) => [p.id, parts[n]!]));
};

const lockAll = async (tx: Tx, declarationId: string, ids: readonly string[]) => {
  const projects: Project[] = [];
  for (const id of [...new Set(ids)].toSorted()) {
    const p = await lockRow(tx, paProject, id, "project");
    if (p.declarationId !== declarationId)
      throw invalidField("projectIds", `${p.number} is of another declaration.`);
    if (p.status === "closed" || p.status === "withdrawn")
      throw conflict("rule", `${p.number} is over: no insurance is shared to it.`);
    projects.push(p);
  }
  return projects;
};

/** Records a policy and shares what it is expected to pay over projects. 404, 409, 422. */
export const recordInsurance = async (
  tx: Tx,
  actor: Actor,
  declarationId: string,
  { projectIds, ...input }: z.output<typeof insuranceInput>,
): Promise<{ id: string }> => {
  const d = await lockRow(tx, paDeclaration, declarationId, "declaration");
  const same = await tx.maybe(sql`
    select 1 as found
    from pa_insurance
    where org_id = ${d.orgId} and declaration_id = ${d.id} and policy = ${input.policy}
  `);
  if (same) throw invalidField("policy", "This policy is recorded for the declaration already.");
  const projects = await lockAll(tx, d.id, projectIds);
  const row = await insertRow(tx, paInsurance, {
    ...input,
    floodCents: 0,
    orgId: d.orgId,
    id: newId(),
    declarationId: d.id,
    anticipatedCents: anticipated(input),
    recordedBy: actor.personId,
  });
  const shares = sharesOf(projects, reduction({ ...row, actualCents: null }));
  await insertRows(
    tx,
    paInsuranceShare,
    projects.map((p) => ({
      orgId: d.orgId,
      id: newId(),
      insuranceId: row.id,
      projectId: p.id,
      cents: shares.get(p.id)!,
    })),
  );
  await carryInsurance(tx, projects);
  note(tx, actor, "paInsurance", row.id, { number: row.policy, action: "record", after: row });
  return { id: row.id };
};

/** Records what the insurer paid: it takes the place of what was expected, on every project. 409, 412. */
export const settleInsurance = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: z.output<typeof settlementInput>,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await lockRow(tx, paInsurance, id, "policy");
  requireVersion(before.version, version);
  if (said.settledOn > businessDate(tx.scope))
    throw invalidField("settledOn", "This day has not come yet.");
  const ids = await tx.rows<{ id: string; projectId: string }>(sql`
    select id, project_id
    from pa_insurance_share
    where org_id = ${before.orgId} and insurance_id = ${id}
  `);
  const projects = await lockAll(
    tx,
    before.declarationId,
    ids.map((s) => s.projectId),
  );
  const after = await updateRow(tx, paInsurance, id, said);
  const shares = sharesOf(projects, reduction(after));
  for (const s of ids)
    await updateRow(tx, paInsuranceShare, s.id, { cents: shares.get(s.projectId)! });
  await carryInsurance(tx, projects);
  note(tx, actor, "paInsurance", after.id, {
    number: after.policy,
    action: "settle",
    before,
    after,
  });
  return { id };
};

/** Policies of a declaration with their shares. 404. */
export const insuranceOf = async (db: Db, declarationId: string): Promise<Insurance[]> => {
  await getRow(db, paDeclaration, declarationId, "declaration");
  const [rows, shares] = await Promise.all([
    db.rows<Omit<Insurance, "shares">>(sql`
      select
        id, policy, insurer, loss_cents, deductible_cents, limit_cents, flood_cents,
        anticipated_cents, actual_cents, settled_on, version
      from pa_insurance
      where org_id = ${db.scope.orgId} and declaration_id = ${declarationId}
      order by policy
      limit 100
    `),
    db.rows<{ insuranceId: string; project: string; cents: number }>(sql`
      select s.insurance_id, p.number as project, s.cents
      from pa_insurance_share s
      join pa_project p on p.org_id = s.org_id and p.id = s.project_id
      where s.org_id = ${db.scope.orgId} and p.declaration_id = ${declarationId}
      order by p.number
    `),
  ]);
  return rows.map((row) => ({ ...row, shares: shares.filter((s) => s.insuranceId === row.id) }));
};
