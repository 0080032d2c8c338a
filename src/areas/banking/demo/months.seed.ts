import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { matchLine } from "../match/match.service.ts";
import { matchInput } from "../match/matching.model.ts";
import { readMatching } from "../match/open.service.ts";
import { beginMonth, prepareMonth, reconcileMonth } from "../month/month.service.ts";
import { monthOf } from "../month/reconcile.model.ts";

const at = (id: string) => ({ id, version: null, reason: null });

// What the clerk writes beside lines that the books do not know yet.
const wordsOf = (text: string): string =>
  text.includes("PROPERTY TAX")
    ? "Property tax settlement of the county auditor, booked in the finance system"
    : text.includes("FEE")
      ? "Account analysis fee of the month"
      : "Counter receipts, booked in the finance system";

// Every line of the first month: as it was proposed, or in words.
const matchFirst = async (tx: Tx, controller: Actor, app: App, accountId: string) => {
  const m = await readMatching(tx, accountId);
  const first = m.lines[0];
  if (!first) return;
  const { lastDay } = monthOf(first.onDay.slice(0, 7));
  const proposals = new Map(m.proposals.map((p) => [p.lineId, p]));
  for (const line of m.lines.filter((l) => l.onDay <= lastDay)) {
    const p = proposals.get(line.id);
    const input = p
      ? {
          kind: p.kind,
          paymentIds: p.parts.flatMap((x) => x.paymentId ?? []),
          journalId: p.parts[0]?.journalId ?? null,
          reason: p.reason,
        }
      : { kind: "named", reason: wordsOf(line.text) };
    await matchLine(tx, controller, app.files, line.id, matchInput.parse(input));
  }
};

/** The first month of the account, reconciled by two people, and the second one under way. */
export const seedMonths = async (
  app: App,
  controller: Actor,
  reviewer: Actor,
  accountId: string,
): Promise<void> => {
  const { transaction } = app.database;
  const id = await transaction(controller, async (tx) => {
    await matchFirst(tx, controller, app, accountId);
    const month = await beginMonth(tx, controller, accountId);
    await prepareMonth(tx, controller, at(month.id));
    return month.id;
  });
  await transaction(reviewer, (tx) => reconcileMonth(tx, reviewer, at(id)));
  await transaction(controller, (tx) => beginMonth(tx, controller, accountId));
};
