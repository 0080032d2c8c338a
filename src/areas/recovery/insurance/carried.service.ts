import type { Db, Tx } from "#server/db/db.ts";
import { getRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { floodReduction, floodShortfall } from "../law/flood.model.ts";
import type { paFloodBuilding } from "../proof.tables.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";

type Project = typeof paProject.$inferSelect;
type Building = typeof paFloodBuilding.$inferSelect;

const policiesOf = (tx: Tx, p: Project) =>
  tx.rows<{ insuranceId: string; cents: number; paid: boolean }>(sql`
    select s.insurance_id, s.cents, i.actual_cents is not null as paid
    from pa_insurance_share s
    join pa_insurance i on i.org_id = s.org_id and i.id = s.insurance_id
    where s.org_id = ${p.orgId} and s.project_id = ${p.id}
  `);

const buildingsOf = (tx: Tx, p: Project) =>
  tx.rows<Building>(sql`
    select *
    from pa_flood_building
    where org_id = ${p.orgId} and project_id = ${p.id} and removed_because is null
  `);

/**
 * Puts on projects what comes off their eligible cost: what their policies pay or are expected to pay, and
 * what flooded buildings take off beyond that. It counts as paid once every policy is. A size that was frozen
 * stays.
 */
export const carryInsurance = async (tx: Tx, projects: readonly Project[]): Promise<void> => {
  for (const p of projects) {
    const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
    const [policies, buildings] = [await policiesOf(tx, p), await buildingsOf(tx, p)];
    const shortfall = floodShortfall(
      buildings.map((b) => {
        const off = floodReduction(b, d.periodFrom);
        return { insuranceId: b.insuranceId, cents: off.building + off.contents };
      }),
      new Map(policies.map((s) => [s.insuranceId, s.cents])),
    );
    await updateRow(tx, paProject, p.id, {
      insuranceCents: policies.reduce((sum, s) => sum + s.cents, 0) + shortfall,
      insuranceActual: policies.length > 0 && policies.every((s) => s.paid),
    });
    announce(tx, p.orgId, "paProject.change", p.id);
  }
};

/** Whether policies or flooded buildings say what comes off a project, so that nobody types it. */
export const insuranceFollows = async (db: Db, projectId: string): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found
    from pa_project p
    where p.org_id = ${db.scope.orgId}
      and p.id = ${projectId}
      and (
        exists (
          select 1
          from pa_insurance_share s
          where s.org_id = p.org_id and s.project_id = p.id
        )
        or exists (
          select 1
          from pa_flood_building b
          where b.org_id = p.org_id and b.project_id = p.id
        )
      )
  `)) !== null;
