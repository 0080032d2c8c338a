import type { Actor } from "#kernel/access.ts";
import { type FieldError, invalid } from "#kernel/errors.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import type { InvoiceInput } from "./invoice.model.ts";
import { refuseNegativeCredit, refuseUnconfirmed } from "./totals.model.ts";

const daysAhead = 60;
const later = (day: string, days: number): string => addDays(day, days);

const dateErrors = (input: Partial<InvoiceInput>, today: string): FieldError[] => [
  ...(input.receivedOn && input.receivedOn > today
    ? [
        {
          path: "receivedOn",
          message: "This day is still to come. Enter the day on which the invoice came in.",
        },
      ]
    : []),
  ...(input.invoiceDate && input.invoiceDate > later(today, daysAhead)
    ? [{ path: "invoiceDate", message: `An invoice is dated at most ${daysAhead} days ahead.` }]
    : []),
];

const fileError = async (
  tx: Tx,
  actor: Actor,
  fileId: string | null | undefined,
): Promise<FieldError[]> =>
  fileId && !(await openFiles(tx, actor, [fileId])).get(fileId)
    ? [{ path: "fileId", message: "This file does not exist here. Upload it first." }]
    : [];

/**
 * What an invoice must hold when it comes in, whoever sends it: days that can be, a document that
 * is here. 422 with the paths otherwise.
 */
export const checkEntry = async (
  tx: Tx,
  actor: Actor,
  input: Partial<InvoiceInput>,
): Promise<void> => {
  const errors = [
    ...dateErrors(input, businessDate(tx.scope)),
    ...(await fileError(tx, actor, input.fileId)),
  ];
  if (errors.length) throw invalid("invalid_input", errors[0]!.message, errors);
};

/**
 * The same of what a person types: also a credit note's lines without a minus, and what turns round
 * only where it is meant.
 */
export const checkTyped = async (
  tx: Tx,
  actor: Actor,
  input: InvoiceInput,
  confirmed: boolean,
): Promise<InvoiceInput> => {
  refuseNegativeCredit(input);
  await checkEntry(tx, actor, input);
  refuseUnconfirmed(input, confirmed);
  return input;
};

type Stored = Pick<
  InvoiceInput,
  "kind" | "allowances" | "charges" | "tax" | "rounding" | "statedTotal"
> & { source: string; total: number };

/**
 * The same of a correction, beside what is stored: a credit note that was read from a file may keep
 * its negative lines, an invoice that came to less than nothing stays so unasked.
 */
export const checkCorrection = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: Partial<InvoiceInput>,
  confirmed: boolean,
): Promise<void> => {
  const row = await tx.maybe<Stored>(sql`
    select kind, source, total, allowances, charges, tax, rounding, stated_total
    from invoice
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  const typed = row?.source !== "ubl";
  if (row && typed && patch.lines)
    refuseNegativeCredit({ kind: patch.kind ?? row.kind, lines: patch.lines });
  await checkEntry(tx, actor, patch);
  if (
    !row ||
    !(["lines", "kind", "allowances", "charges", "tax", "rounding"] as const).some(
      (field) => patch[field] !== undefined,
    )
  )
    return;
  const lines =
    patch.lines ??
    (await tx.rows<InvoiceInput["lines"][number]>(sql`
      select description, unit, quantity, unit_price, adjustment, stated_amount
      from invoice_line
      where org_id = ${tx.scope.orgId} and invoice_id = ${id}
      order by line_no
    `));
  refuseUnconfirmed({ ...row, ...patch, lines }, confirmed, {
    lines: typed && patch.lines !== undefined,
    negative: row.kind === "credit_note" || row.total >= 0,
  });
};
