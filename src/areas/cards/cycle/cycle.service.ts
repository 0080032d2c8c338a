import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { daysBetween, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { createInvoice, invoiceInput } from "#areas/finance/finance.server.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles, requireSeenFile } from "#server/files/holders.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { cardCycle } from "../cards.tables.ts";
import { watchLines } from "../finding/watch.service.ts";
import { keepCycleDay } from "./cycle-deadlines.service.ts";
import { cycleList } from "./cycle.list.ts";
import type { CycleDetail, CycleInput, CycleRow, StateInput } from "./cycle.model.ts";
import { cycleNoun, cycleTold, type CycleStored } from "./cycle.noun.ts";

type Taken = { number: string; opensOn: Day; closesOn: Day };

// Lines that came before their cycle was opened belong to it from then on.
const takeLines = async (tx: Tx, row: { id: string } & CycleInput): Promise<void> => {
  const lines = await tx.rows<{ id: string }>(sql`
    update card_line
    set cycle_id = ${row.id}
    where org_id = ${tx.scope.orgId}
      and bank_id = ${row.bankId}
      and cycle_id is null
      and posted_on between ${row.opensOn} and ${row.closesOn}
    returning id
  `);
  await watchLines(
    tx,
    lines.map(({ id }) => id),
  );
};

/** Opens a cycle of a bank. 409 `cycle_overlaps`; 422 `bank_unknown`. */
export const openCycle = async (tx: Tx, actor: Actor, input: CycleInput): Promise<CycleStored> => {
  const bankName = (await vendorsNamed(tx, [input.bankId])).get(input.bankId);
  if (!bankName)
    throw invalidField("bankId", "Choose a bank among the agency's vendors.", "bank_unknown");
  const taken = await tx.maybe<Taken>(sql`
    select number, opens_on, closes_on
    from card_cycle
    where org_id = ${tx.scope.orgId}
      and bank_id = ${input.bankId}
      and daterange(opens_on, closes_on, '[]') && daterange(
        ${input.opensOn}::date, ${input.closesOn}::date, '[]'
      )
    order by opens_on
    limit 1
  `);
  if (taken)
    throw conflict(
      "cycle_overlaps",
      `${taken.number} goes from ${formatDate(taken.opensOn)} to ${formatDate(taken.closesOn)}: two cycles of a bank share no day.`,
    );
  const id = newId();
  return create(tx, actor, cycleNoun, {
    number: { kind: "CYC" },
    row: { ...input, id, orgId: tx.scope.orgId!, bankName },
    store: () => takeLines(tx, { ...input, id }),
  });
};

/** Keeps what the bank's statement says. 404, 409, 412; 422 `due_before_statement`, `unknown_file`. */
export const stateCycle = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  { fileId, ...input }: StateInput,
): Promise<CycleStored> => {
  const row = await transition(tx, actor, cycleNoun, {
    ...{ id, version },
    action: "state",
    effect: async () => {
      if (input.dueOn < input.statementOn)
        throw invalidField(
          "dueOn",
          "It is not due before the statement's day.",
          "due_before_statement",
        );
      if (fileId) await requireSeenFile(tx, actor, fileId);
      return { patch: { ...input, statementFileId: fileId, statedBy: actor.personId } };
    },
  });
  return keepCycleDay(tx, actor, row);
};

/** Ties the lines to the statement, to the cent. 404, 409 with what is missing, 412. */
export const reconcileCycle = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<CycleStored> =>
  transition(tx, actor, cycleNoun, {
    ...{ id, version },
    action: "reconcile",
    effect: ({ lines }) =>
      Promise.resolve({
        patch: { reconciledBy: actor.personId },
        note: `${counted(lines, "line")} tied to the cent`,
      }),
  });

/** Opens a reconciled cycle again, with the reason. 404, 409, 412, 422. */
export const reopenCycle = (tx: Tx, actor: Actor, at: TakenStep): Promise<CycleStored> =>
  transition(tx, actor, cycleNoun, { ...at, action: "reopen" });

/** Cents of a cycle's lines by the account that they are coded to. */
const accountsOf = (db: Db, id: string) =>
  db.rows<CycleDetail["accounts"][number] & { parts: number }>(sql`
    select
      s."accountStringId" as id, min(s.code) as code, sum(s.cents)::bigint as cents,
      count(*)::int as parts
    from card_line l
    cross join lateral jsonb_to_recordset(l.splits) as s(
      "accountStringId" uuid, code text, cents bigint
    )
    where l.org_id = ${db.scope.orgId} and l.cycle_id = ${id}
    group by 1
    having sum(s.cents) <> 0
    order by 2, 1
  `);

const monthOf = ({ opensOn, closesOn }: Pick<CycleStored, "opensOn" | "closesOn">): string =>
  `${formatDate(opensOn)} to ${formatDate(closesOn)}`;

/**
 * Makes the bank's invoice of a reconciled cycle: one line an account, the statement's number and total. It goes
 * the way of every invoice from there. Once: a second time finds the cycle invoiced. 404, 409 while a line is not
 * approved, 412; 422 as `createInvoice`.
 */
export const invoiceCycle = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<CycleStored> => {
  const invoiced = await transition(tx, actor, cycleNoun, {
    ...{ id, version },
    action: "invoice",
    effect: async (row) => {
      const accounts = await accountsOf(tx, id);
      const made = await createInvoice(
        tx,
        actor,
        invoiceInput.parse({
          ...{ vendorId: row.bankId, vendorNumber: row.statementNumber },
          ...{ invoiceDate: row.statementOn, receivedOn: businessDate(tx.scope) },
          ...{ serviceFrom: row.opensOn, serviceTo: row.closesOn },
          termsDays: Math.min(365, Math.max(0, daysBetween(row.statementOn!, row.dueOn!))),
          ...{ statedTotal: row.statementCents, note: `Purchase cards, cycle ${row.number}` },
          fileId: row.statementFileId,
          lines: accounts.map(({ id: accountStringId, code, cents, parts }) => ({
            accountStringId,
            description: `Card purchases ${monthOf(row)}, ${code} (${counted(parts, "part")})`,
            quantity: cents < 0 ? "-1" : "1",
            unitPrice: (Math.abs(cents) / 100).toFixed(2),
          })),
        }),
      );
      return {
        patch: { invoiceId: made.id, invoiceNumber: made.number },
        note: `Invoice ${made.number}`,
      };
    },
  });
  return keepCycleDay(tx, actor, invoiced);
};

/** A cycle with what it comes to by account. 404. */
export const readCycle = async (db: Db, actor: Actor, id: string): Promise<CycleDetail> => {
  const row = await getRow(db, cardCycle, id, "card cycle");
  const [{ items }, accounts, told, files] = await Promise.all([
    runList<CycleRow>(db, actor, cycleList, { id: [id], limit: 1 }),
    accountsOf(db, id),
    cycleTold(db, id),
    openFiles(db, actor, row.statementFileId ? [row.statementFileId] : []),
  ]);
  const file = row.statementFileId ? files.get(row.statementFileId) : undefined;
  const { bankId, statementNumber, statementOn, invoiceId } = row;
  return {
    ...items[0]!,
    ...{ bankId, statementNumber, statementOn, invoiceId },
    file: file && row.statementFileId ? { id: row.statementFileId, name: file.name } : null,
    accounts: accounts.map(({ id: accountId, code, cents }) => ({ id: accountId, code, cents })),
    actions: await actionsAsked(db, actor, cycleNoun, { ...row, ...told }),
  };
};
