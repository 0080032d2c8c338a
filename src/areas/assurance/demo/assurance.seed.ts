import type { App } from "#server/app.ts";
import { clausesOf, takeShipped, tieClause } from "../standard/standard.service.ts";
import { provers } from "../standard/proof.service.ts";
import { toldTies } from "./assurance.data.ts";
import { tellClosedAudit } from "./closed-audit.seed.ts";
import { tellFieldwork } from "./fieldwork.seed.ts";
import { tellOutsideReport } from "./outside-report.seed.ts";
import { tellingOf, type Telling } from "./telling.seed.ts";

const tellStandards = async ({ as }: Telling): Promise<void> => {
  for (const key of ["green-book", "uniform-guidance-d"] as const)
    await as("auditor", 0, async (tx, actor) => {
      const { id } = await takeShipped(tx, actor, key);
      const [clauses, all] = await Promise.all([clausesOf(tx, id), provers(tx)]);
      for (const [number, kind, begins] of toldTies[key]) {
        const clause = clauses.find((each) => each.number === number)!;
        const proof = all.find((each) => each.kind === kind && each.name.startsWith(begins));
        if (!proof) throw new Error(`nothing of the county is a ${kind} ${begins}`);
        await tieClause(tx, actor, clause.id, { kind, targetId: proof.id });
      }
    });
};

/** Audits of the county: one closed, one in fieldwork, five findings, and what its standards rest on. */
export const seedAssurance = async (app: App, log: (line: string) => void): Promise<void> => {
  const telling = tellingOf(app);
  await tellClosedAudit(telling);
  await tellOutsideReport(telling);
  await tellFieldwork(telling);
  await tellStandards(telling);
  log("audits: one closed, one in fieldwork, five findings, two standards");
};
