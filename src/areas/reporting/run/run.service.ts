import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { allFacts } from "#server/area.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { permissionsOfFigures, seenAlike } from "#server/facts/figures.ts";
import { allReadyReports } from "#server/facts/ready.ts";
import { actionsFor, requireSeen } from "#server/lifecycle.ts";
import { answerOf } from "../figure/figure.service.ts";
import { savedReport, keptRun } from "../reporting.tables.ts";
import { keptResult, type KeepInput, type KeptResult, type KeptRunRecord } from "./run.model.ts";
import { keptRunNoun } from "./run.noun.ts";

// Whether others read it: what is kept of a shared or a ready report, unless a list behind it shows
// each person other rows.
const ofReport = async (tx: Tx, actor: Actor, input: KeepInput) => {
  if (input.ready) {
    if (!allReadyReports().some((each) => each.id === input.ready && each.question))
      throw invalid("unknown_ready_report", "There is no ready report of that name.");
    return { shared: true, reportVersion: null };
  }
  if (!input.reportId) return { shared: false, reportVersion: null };
  await requireSeen(tx, actor, "savedReport", input.reportId);
  const report = await getRow(tx, savedReport, input.reportId, "report");
  return { shared: report.status === "shared", reportVersion: report.version };
};

/**
 * Keeps what a question answers now: the text is stored as it was hashed, and nobody changes it.
 * @throws 422 as `answerOf`, 409 where a figure is withheld: half an answer is not kept.
 */
export const keepRun = async (tx: Tx, actor: Actor, input: KeepInput) => {
  const [{ shared, reportVersion }, answer, at] = await Promise.all([
    ofReport(tx, actor, input),
    answerOf(tx, actor, input.question),
    tx.one<{ at: Instant }>(sql`select clock_timestamp() as at`),
  ]);
  if (answer.withheld.length)
    throw conflict(
      "figures_withheld",
      `You may not read ${answer.withheld.join(", ")}. Leave them out, or ask for the permission.`,
    );
  const moment = at.at;
  const { name, question, reportId, ready } = input;
  const result = JSON.stringify({ question, moment, answer } satisfies KeptResult);
  const { measures } = question;
  return create(tx, actor, keptRunNoun, {
    number: { kind: "KPT" },
    // Whoever reads the ledger reads that it was kept, by which hash, and no figure of it.
    untold: ["result", "finding"],
    row: {
      orgId: actor.orgId!,
      id: newId(),
      name,
      question,
      reportId,
      reportVersion,
      ready,
      finding: answer.finding,
      result,
      sha256: createHash("sha256").update(result).digest("hex"),
      shared: shared && seenAlike(allFacts(), measures),
      permissions: permissionsOfFigures(allFacts(), question),
      keptBy: actor.personId!,
      keptAt: moment,
    },
  });
};

/** A kept run with its result; 404 where one of its figures is not for the actor. */
export const readRun = async (db: Db, actor: Actor, id: string): Promise<KeptRunRecord> => {
  await requireSeen(db, actor, "keptRun", id);
  const row = await getRow(db, keptRun, id, "kept run");
  const who = await db.maybe<{ name: string }>(sql`
    select p.display_name as name
    from person p
    where p.id = ${row.keptBy}
  `);
  return {
    ...row,
    keptBy: who?.name ?? null,
    answer: keptResult.parse(JSON.parse(row.result)).answer,
    actions: actionsFor(actor, keptRunNoun, row),
  };
};
