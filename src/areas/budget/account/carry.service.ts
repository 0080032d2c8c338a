import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/db.ts";
import {
  enterCarried,
  makeEmptyLines,
  moveCarried,
  type CarriedEntry,
} from "../appropriation/carrying.service.ts";
import type { Held } from "./carryover.service.ts";
import { carriedBudget, shortOf, type LineAtClose } from "./closing.model.ts";
import type { Year } from "./year-end.service.ts";

export type Movement = Held & { documentType: string };

type Way = "carry" | "next";

// What of a line no document under way answers for goes along under the year's own name, so that
// nothing is left behind unseen.
export const unexplained = (
  year: Year,
  lines: readonly LineAtClose[],
  moved: readonly Movement[],
): Movement[] => {
  const left = new Map(
    lines.map((l) => [
      l.accountStringId,
      { preEncumbered: l.preEncumbered, encumbered: l.encumbered },
    ]),
  );
  for (const m of moved) {
    const of = left.get(m.accountStringId);
    if (!of)
      throw conflict(
        "ledger_mismatch",
        `${m.number} holds money of an account without a budget line in this year. Nothing was changed; tell the budget officer.`,
      );
    of.preEncumbered -= m.preEncumbered;
    of.encumbered -= m.encumbered;
  }
  return [...left].flatMap(([accountStringId, of]) =>
    of.preEncumbered || of.encumbered
      ? [
          {
            documentType: "fiscalYear",
            id: year.id,
            number: `FY ${year.year}`,
            accountStringId,
            ...of,
          },
        ]
      : [],
  );
};

// The next year's line of each account that something is carried to; those that are missing are
// made without a budget of their own.
const nextLines = async (
  tx: Tx,
  actor: Actor,
  to: Year,
  lines: readonly LineAtClose[],
): Promise<Map<string, string>> => {
  const missing = lines.filter((l) => !l.nextId).map((l) => ({ ...l, nextId: newId() }));
  if (missing.length)
    await makeEmptyLines(
      tx,
      to.id,
      missing.map((l) => ({ id: l.nextId, accountStringId: l.accountStringId })),
    );
  auditMany(
    tx,
    actor,
    missing.map((l) => ({
      action: "budgetLine.create",
      objectType: "budgetLine",
      objectId: l.nextId,
      objectNumber: l.code,
      before: null,
      after: { fiscalYearId: to.id, accountStringId: l.accountStringId, original: 0 },
      note: "Made by the closing of the year before",
    })),
  );
  return new Map(
    [...lines.filter((l) => l.nextId), ...missing].map((l) => [l.accountStringId, l.nextId!]),
  );
};

const budgetAlong = (l: LineAtClose, way: Way) => (way === "carry" ? carriedBudget(l) : 0);

// An entry on either side for each document and account; the budget goes with the first documents
// of an account, as far as it reaches.
const entriesOf = (
  holding: readonly LineAtClose[],
  targets: ReadonlyMap<string, string>,
  moved: readonly Movement[],
  way: Way,
): CarriedEntry[] => {
  const budgets = new Map(holding.map((l) => [l.accountStringId, budgetAlong(l, way)]));
  const old = new Map(holding.map((l) => [l.accountStringId, l.id]));
  return moved.flatMap((m): CarriedEntry[] => {
    const budget = Math.max(
      0,
      Math.min(budgets.get(m.accountStringId)!, m.preEncumbered + m.encumbered),
    );
    budgets.set(m.accountStringId, budgets.get(m.accountStringId)! - budget);
    const about = { type: m.documentType, document: m.id, number: m.number };
    return [
      {
        ...about,
        id: newId(),
        line: old.get(m.accountStringId)!,
        adjusted: -budget,
        pre: -m.preEncumbered,
        enc: -m.encumbered,
      },
      {
        ...about,
        id: newId(),
        line: targets.get(m.accountStringId)!,
        adjusted: budget,
        pre: m.preEncumbered,
        enc: m.encumbered,
      },
    ];
  });
};

// Moves what lines hold from one year's lines to the next one's, an entry on either side for each
// document and account.
export const carryLines = async (
  tx: Tx,
  actor: Actor,
  from: Year,
  to: Year,
  lines: readonly LineAtClose[],
  moved: readonly Movement[],
  way: Way,
): Promise<void> => {
  const holding = lines.filter((l) => l.preEncumbered || l.encumbered);
  const targets = await nextLines(tx, actor, to, holding);
  const of = (line: (l: LineAtClose) => string) =>
    holding.map((l) => ({
      line: line(l),
      budget: budgetAlong(l, way),
      total: l,
    }));
  await moveCarried(
    tx,
    -1,
    of((l) => l.id),
  );
  await moveCarried(
    tx,
    1,
    of((l) => targets.get(l.accountStringId)!),
  );
  const entries = entriesOf(holding, targets, moved, way);
  await enterCarried(tx, actor, entries, `Carried from fiscal year ${from.year} into ${to.year}`);
};

export const refuseShort = (to: Year, lines: readonly LineAtClose[], way: Way) => {
  const short = lines.flatMap((l) => shortOf(l, way) ?? []);
  if (!short.length) return;
  const said = short
    .slice(0, 3)
    .map((s) =>
      s.line
        ? `${s.code} lacks ${formatCents(s.missing)}`
        : `${s.code} has no line there (${formatCents(s.missing)})`,
    )
    .join(", ");
  throw conflict(
    "over_budget",
    `The budget of fiscal year ${to.year} cannot take what goes along: ${said}${short.length > 3 ? ` and ${short.length - 3} more` : ""}. Amend its lines${way === "next" ? ", or let the unspent budget go along" : ""}.`,
  );
};
