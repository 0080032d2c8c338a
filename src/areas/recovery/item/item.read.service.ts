import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import {
  costsOf,
  liveClaims,
  orderLinesOfCosts,
  payrollPaid,
  type Cost,
} from "#areas/finance/finance.server.ts";
import { namedLines } from "#areas/inventory/inventory.server.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { covers } from "./proof.model.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";
import type { Choice, TieRow } from "./item.model.ts";
import { lacksOfCosts } from "./behind.service.ts";

// What was bought into the stores is claimed by its issue: its bill also pays what is still on the shelf.
const notOfStores = async (db: Db, costs: readonly Cost[]): Promise<Cost[]> => {
  const lineOf = await orderLinesOfCosts(
    db,
    costs.map(({ id }) => id),
  );
  const stored = await namedLines(db, [...new Set(lineOf.values())]);
  const inStores = new Set(stored.map(({ orderLineId }) => orderLineId));
  return costs.filter(({ id }) => !inStores.has(lineOf.get(id) ?? ""));
};

/** Costs since the incident began that may be assigned to a project, with what each lacks. At most 500. */
export const choicesOf = async (db: Db, projectId: string): Promise<Choice[]> => {
  const p = await getRow(db, paProject, projectId, "project");
  const d = await getRow(db, paDeclaration, p.declarationId, "declaration");
  const bills = (await costsOf(db, { from: d.periodFrom })).filter(
    (c) => c.source === "invoice" && c.movesId === null && c.cents > 0,
  );
  const costs = (await notOfStores(db, bills))
    .toSorted((a, b) => Number(b.emergency) - Number(a.emergency))
    .slice(0, 500);
  const ids = costs.map((c) => c.id);
  const [claims, lacks, assigned] = await Promise.all([
    liveClaims(db, { costLineIds: ids }),
    lacksOfCosts(db, costs),
    db.rows<{ costLineId: string; number: string }>(sql`
      select x.cost_line_id, p.number
      from pa_item x
      join pa_project p on p.org_id = x.org_id and p.id = x.project_id
      where x.org_id = ${db.scope.orgId} and x.cost_line_id = any(${ids}::uuid[])
    `),
  ]);
  return costs.map((c) => {
    const claim = claims.find((x) => x.costLineId === c.id);
    const project = assigned.find((x) => x.costLineId === c.id);
    return {
      id: c.id,
      documentNumber: c.documentNumber,
      description: c.description,
      vendor: c.vendor,
      account: c.account,
      incurredTo: c.incurredTo,
      cents: c.cents - c.moved,
      open: c.paid - c.moved - c.claimed,
      emergency: c.emergency,
      lacks: lacks.get(c.id)!,
      why: project
        ? `Assigned to ${project.number}`
        : claim
          ? `Claimed by ${claim.claimerNumber} of ${claim.funderNumber}`
          : null,
    };
  });
};

/** Per person and pay period: what hours claim against what was paid; the difference is named. 404. */
export const tieRows = async (db: Db, projectId: string): Promise<TieRow[]> => {
  await getRow(db, paProject, projectId, "project");
  const labor = await db.rows<{ person: string; dayFrom: Day; cents: number }>(sql`
    select person, day_from, cents
    from pa_item
    where org_id = ${db.scope.orgId} and project_id = ${projectId} and kind = 'labor' and eligible
    order by day_from
    limit 20000
  `);
  if (labor.length === 0) return [];
  const pays = await payrollPaid(db, {
    from: labor[0]!.dayFrom,
    to: labor.at(-1)!.dayFrom,
  });
  const rows = new Map<string, TieRow>();
  for (const l of labor) {
    const pay = pays.find((p) => covers(p, { person: l.person, day: l.dayFrom }));
    const key = pay ? pay.costLineId : `${l.person} none`;
    const row = rows.get(key) ?? {
      person: l.person,
      from: pay?.incurredFrom ?? l.dayFrom,
      to: pay?.incurredTo ?? l.dayFrom,
      document: pay?.documentNumber ?? "No posted pay",
      paid: pay?.paid ?? 0,
      claimed: 0,
      difference: 0,
    };
    row.claimed += l.cents;
    row.to = pay ? row.to : l.dayFrom;
    row.difference = row.paid - row.claimed;
    rows.set(key, row);
  }
  return [...rows.values()];
};
