import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { chargeable, fiscalYearOf, postCommitments } from "#areas/budget/budget.server.ts";
import { costsOf, type Cost } from "../cost/cost.read.service.ts";
import { heldCents, heldOf, heldWords, type Held } from "../cost/held.service.ts";
import { journalLine } from "../cost/cost.tables.ts";
import type { TransferInput } from "./journal.model.ts";
import { bearsCosts } from "./journal.labels.ts";
import { journalNoun, type JournalRecord } from "./journal.noun.ts";
import { countedOn, writeJournalCosts } from "./posting-journal.service.ts";
import { requireReceiptNotReconciled } from "../payment/reconciled.service.ts";

type Line = typeof journalLine.$inferSelect;

const sayMoves = (
  input: TransferInput,
  costs: ReadonlyMap<string, Cost>,
  held: readonly Held[],
): FieldError[] => {
  const taken = new Map<string, number>();
  return input.moves.flatMap((move, n) => {
    const cost = costs.get(move.costLineId);
    const path = `moves.${n}`;
    if (!cost) return [{ path: `${path}.costLineId`, message: "This cost line does not exist." }];
    if (cost.movesId || cost.cents <= 0)
      return [{ path: `${path}.costLineId`, message: "Only a cost that was charged is moved." }];
    if (cost.accountStringId === move.accountStringId)
      return [{ path: `${path}.accountStringId`, message: "The cost stands on this account." }];
    const sum = (taken.get(cost.id) ?? 0) + move.cents;
    taken.set(cost.id, sum);
    const left = cost.paid - cost.moved;
    if (sum > left)
      return [
        {
          path: `${path}.cents`,
          message: `${formatCents(left)} of this cost are paid and not moved; no more can be moved.`,
        },
      ];
    const mine = held.filter((h) => h.costLineId === cost.id);
    return sum > left - mine.reduce((all, h) => all + heldCents(h), 0)
      ? [{ path: `${path}.cents`, message: mine.map(heldWords).join(" ") }]
      : [];
  });
};

// Each move is two lines: what leaves its cost, and what is charged elsewhere.
const linesOfMoves = (
  orgId: string,
  id: string,
  input: TransferInput,
  costs: ReadonlyMap<string, Cost>,
) =>
  input.moves.flatMap((move, n) => {
    const cost = costs.get(move.costLineId)!;
    const shared = {
      orgId,
      journalId: id,
      description: `${cost.documentNumber} ${cost.description}`.trim().slice(0, 500),
      incurredFrom: cost.incurredFrom,
      incurredTo: cost.incurredTo,
    };
    return [
      {
        ...shared,
        id: newId(),
        lineNo: 2 * n + 1,
        accountStringId: cost.accountStringId,
        objectClass: cost.objectClass,
        cents: -move.cents,
        movesId: cost.id,
      },
      {
        ...shared,
        id: newId(),
        lineNo: 2 * n + 2,
        accountStringId: move.accountStringId,
        objectClass: cost.objectClass,
        cents: move.cents,
      },
    ];
  });

/**
 * Drafts a cost transfer: what it takes of which cost line, where it belongs, and why. 422 with the
 * path of what cannot be moved.
 */
export const draftTransfer = async (
  tx: Tx,
  actor: Actor,
  input: TransferInput,
): Promise<JournalRecord> => {
  const ids = input.moves.map((m) => m.costLineId);
  const [found, held, year] = await Promise.all([
    costsOf(tx, { ids }),
    heldOf(tx, ids),
    fiscalYearOf(tx, businessDate(tx.scope)),
    chargeable(
      tx,
      input.moves.map((m, n) => ({
        id: m.accountStringId,
        path: `moves.${n}.accountStringId`,
      })),
    ),
  ]);
  const costs = new Map(found.map((c) => [c.id, c]));
  const errors = sayMoves(input, costs, held);
  if (errors.length) throw invalid("cannot_move", "Nothing was saved.", errors);
  const id = newId();
  const lines = linesOfMoves(actor.orgId!, id, input, costs);
  return create(tx, actor, journalNoun, {
    number: { kind: "JRN", year: year.year },
    row: {
      orgId: actor.orgId!,
      id,
      kind: "transfer",
      title: input.title,
      reason: input.reason,
      fiscalYearId: year.id,
      total: input.moves.reduce((sum, m) => sum + m.cents, 0),
      preparedBy: actor.personId,
    },
    content: { lines },
    store: async () => void (await insertRows(tx, journalLine, lines)),
  });
};

const linesOf = (tx: Tx, id: string) =>
  tx.rows<Line>(sql`
    select *
    from journal_line
    where org_id = ${tx.scope.orgId} and journal_id = ${id}
    order by line_no
  `);

const expend = async (
  tx: Tx,
  actor: Actor,
  row: JournalRecord,
  lines: readonly Line[],
  note: string,
) =>
  postCommitments(
    tx,
    actor,
    { type: "journal", id: row.id, number: row.number, fiscalYearId: row.fiscalYearId },
    lines.map((l) => ({ accountStringId: l.accountStringId, expended: l.cents })),
    {
      kind: "expend",
      note,
      receipts: row.kind === "receipt",
      postedOn: await countedOn(tx, row),
    },
  );

/**
 * Posts a journal as another person than prepared it: its charges reach the budget, and each of its
 * lines is a cost line. 409 where the budget has too little, or less can be moved than then.
 */
export const postJournal = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<JournalRecord> =>
  transition(tx, actor, journalNoun, {
    id,
    action: "post",
    version,
    effect: async (row) => {
      const lines = await linesOf(tx, id);
      if (lines.length === 0) throw conflict("rule", "The journal has no lines.");
      if (row.kind === "receipt" && row.paidOn)
        await requireReceiptNotReconciled(tx, id, row.paidOn);
      if (bearsCosts(row.kind)) await writeJournalCosts(tx, actor, row, lines);
      await expend(tx, actor, row, lines, row.title);
      return {
        patch: {
          approvedBy: actor.personId,
          approvedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

/**
 * Reverses a posted journal by one of its own, posted in the same step: the books keep both. 409
 * while a funder holds one of its costs, or a later transfer moved it on.
 */
export const reverseJournal = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<JournalRecord> =>
  transition(tx, actor, journalNoun, {
    id,
    action: "reverse",
    version,
    reason,
    effect: async (row) => {
      if (row.reverses)
        throw conflict("rule", "A reversal is not reversed: prepare a new journal.");
      const lines = await linesOf(tx, id);
      const year = await fiscalYearOf(tx, businessDate(tx.scope));
      const reversal = newId();
      const opposite = lines.map((l) => ({
        ...l,
        id: newId(),
        journalId: reversal,
        cents: -l.cents,
      }));
      const made = await create(tx, actor, journalNoun, {
        number: { kind: "JRN", year: year.year },
        row: {
          orgId: row.orgId,
          kind: row.kind,
          paidOn: row.paidOn,
          id: reversal,
          status: "posted",
          title: `Reversal of ${row.number}`,
          reason: reason ?? "",
          fiscalYearId: year.id,
          total: -row.total,
          // The two hands of the reversal: whoever posted it first, and who reverses.
          preparedBy: row.preparedBy,
          approvedBy: actor.personId,
          approvedAt: businessNow(tx.scope).toISOString(),
          reverses: row.id,
        },
        content: { lines: opposite },
        store: async () => void (await insertRows(tx, journalLine, opposite)),
      });
      if (bearsCosts(row.kind)) await writeJournalCosts(tx, actor, made, opposite, lines);
      await expend(tx, actor, made, opposite, made.title);
      return { note: made.number };
    },
  });
