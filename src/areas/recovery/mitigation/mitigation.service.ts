import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import { benefitCost } from "../law/benefit.model.ts";
import { mitigationNoun } from "../recovery.nouns.ts";
import { paDeclaration, paMitigation } from "../recovery.tables.ts";
import { mitigationDaysOf } from "./letter.service.ts";
import { mitigationCycle, programs, type MitigationAction } from "./mitigation.labels.ts";
import type { Mitigation, MitigationDetail, MitigationInput } from "./mitigation.model.ts";

type Record_ = typeof paMitigation.$inferSelect;

export const mitigationList: ListDefinition = {
  name: "mitigation",
  title: "mitigation projects",
  from: "pa_mitigation m left join pa_declaration d on d.org_id = m.org_id and d.id = m.declaration_id",
  base: "pa_mitigation m",
  alias: "m",
  columns: {
    id: { sql: "m.id", hidden: true },
    number: { sql: "m.number", label: "Number", sort: true },
    status: { sql: "m.status", label: "Status", codes: mitigationCycle.statuses },
    program: { sql: "m.program", label: "Program", codes: programs },
    title: { sql: "m.title", label: "Work", sort: true },
    costCents: { sql: "m.cost_cents", label: "Cost", money: true, sort: true },
    declaration: { sql: "d.number", label: "Declaration" },
    version: { sql: "m.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "m.status", type: "text" },
    program: { kind: "set", sql: "m.program", type: "text" },
  },
  search: ["m.number", "m.title"],
  defaultSort: "-number",
};

/** Begins a sub-application. BRIC takes one against a loaded opportunity number only. */
export const beginMitigation = async (
  tx: Tx,
  actor: Actor,
  input: MitigationInput,
): Promise<Record_> => {
  if (input.program === "BRIC" && !input.opportunity)
    throw invalidField(
      "opportunity",
      "How BRIC stands is in litigation: apply against an opportunity number only.",
    );
  if (input.program === "HMGP" && !input.declarationId)
    throw invalidField("declarationId", "HMGP follows from a declaration: choose it.");
  if (input.declarationId) await getRow(tx, paDeclaration, input.declarationId, "declaration");
  return create(tx, actor, mitigationNoun, {
    number: { kind: "HMA" },
    row: {
      ...input,
      declarationId: input.declarationId ?? null,
      ratePercent: String(input.ratePercent),
      orgId: actor.orgId!,
      id: newId(),
      preparedBy: actor.personId,
    },
  });
};

const sumsOf = (m: Record_, rate = Number(m.ratePercent)) =>
  benefitCost({ ...m, ratePercent: rate });

// Hazard mitigation money is applied for while the time of its declaration runs.
const mustBeOpen = async (tx: Tx, m: Record_) => {
  if (m.program !== "HMGP" || !m.declarationId) return;
  const { applyUntil, citation } = await mitigationDaysOf(tx, m.declarationId);
  if (businessDate(tx.scope) > applyUntil)
    throw conflict(
      "too_late",
      `The time to apply ended on ${formatDate(day(applyUntil))} (${citation}). Record FEMA's letter on its declaration if it was extended.`,
    );
};

/** A step of a sub-application; one whose benefits are below its costs is not sent. */
export const moveMitigation = (
  tx: Tx,
  actor: Actor,
  action: MitigationAction,
  step: { id: string; version: number | null; reason?: string | null },
): Promise<Record_> =>
  transition(tx, actor, mitigationNoun, {
    ...step,
    action,
    effect: async (record) => {
      const m = record as Record_;
      if (action === "submit" && sumsOf(m).ratio < 1)
        throw conflict("rule", "Its benefits are below its costs: the ratio must be 1 or more.");
      if (action === "submit") await mustBeOpen(tx, m);
      return { patch: { statusReason: step.reason ?? null } };
    },
  });

const sensitivityOf = (m: Record_) => [
  ...[3.1, 7].map((rate) => ({ label: `At a rate of ${rate}%`, ratio: sumsOf(m, rate).ratio })),
  {
    label: "With a fifth more of cost",
    ratio: benefitCost({
      ...m,
      ratePercent: Number(m.ratePercent),
      costCents: Math.round(m.costCents * 1.2),
    }).ratio,
  },
  {
    label: "With a quarter less of useful life",
    ratio: benefitCost({
      ...m,
      ratePercent: Number(m.ratePercent),
      usefulYears: Math.max(1, Math.floor(m.usefulYears * 0.75)),
    }).ratio,
  },
];

const shownDays = async (db: Db, declarationId: string): Promise<MitigationDetail["days"]> => {
  const { applyUntil, performUntil, citation } = await mitigationDaysOf(db, declarationId);
  return { applyUntil: day(applyUntil), performUntil: day(performUntil), citation };
};

/** A sub-application with its benefit-cost analysis, step by step. 404. */
export const readMitigation = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<MitigationDetail> => {
  const row = await db.maybe<Mitigation>(
    bind(
      `
        select ${recordColumns(mitigationList, {})}
        from ${mitigationList.from}
        where m.org_id = $1 and m.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("sub-application");
  const m = await getRow(db, paMitigation, id, "sub-application");
  return {
    ...row,
    opportunity: m.opportunity,
    problem: m.problem,
    alternatives: m.alternatives,
    maintenanceCents: m.maintenanceCents,
    usefulYears: m.usefulYears,
    ratePercent: Number(m.ratePercent),
    recurrences: m.recurrences,
    sums: sumsOf(m),
    sensitivity: sensitivityOf(m),
    statusReason: m.statusReason,
    days: m.program === "HMGP" && m.declarationId ? await shownDays(db, m.declarationId) : null,
    actions: actionsFor(actor, mitigationNoun, m),
  };
};
