import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { InvoiceInput } from "../invoice.model.ts";
import { invoiceReading } from "../invoice.tables.ts";
import type { Finding } from "../match.model.ts";
import { correctionsOf } from "./corrections.model.ts";
import type { ReadDocument } from "./document.service.ts";
import type { KeptReading } from "./kept-reading.model.ts";
import { differenceWords, type Difference } from "./said.model.ts";

const mostUnseen = 20;
const mostMarks = 400;

/**
 * Keeps with an invoice what its document said, and what whoever saves it wrote otherwise. Run it
 * before the match, which weighs what data and page say differently.
 */
export const keepReading = async (
  tx: Tx,
  actor: Actor,
  invoiceId: string,
  { said, sheets, unseen, notes }: ReadDocument,
  saved: InvoiceInput,
): Promise<void> =>
  void (await insertRow(tx, invoiceReading, {
    orgId: tx.scope.orgId!,
    invoiceId,
    way: said.way,
    standing: said.standing,
    byVendor: actor.kind === "vendor",
    savedBy: actor.personId,
    savedByName: actor.name,
    corrections: correctionsOf(said, saved),
    differences: said.differences,
    unseen: unseen
      .slice(0, mostUnseen)
      .map(({ page, text, why }) => ({ page, text: text.slice(0, 300), why })),
    notes,
    marks: said.marks.slice(0, mostMarks),
    sheets,
  }));

/** What was kept of an invoice's document; null where none was read. */
export const keptReadingOf = (db: Db, invoiceId: string): Promise<KeptReading | null> =>
  db.maybe<KeptReading>(sql`
    select
      r.way, r.standing, r.by_vendor, nullif(r.saved_by_name, '') as saved_by,
      r.created_at as saved_at, r.corrections, r.differences, r.unseen, r.notes, r.marks, r.sheets
    from invoice_reading r
    where r.org_id = ${db.scope.orgId} and r.invoice_id = ${invoiceId}
  `);

/** The exception of a document whose data and page do not say the same; a person says which is right. */
export const documentFindings = async (
  tx: Tx,
  { orgId, id, total }: { orgId: string; id: string; total: number },
): Promise<Finding[]> => {
  const kept = await tx.maybe<{ differences: Difference[] }>(sql`
    select differences
    from invoice_reading
    where org_id = ${orgId} and invoice_id = ${id}
  `);
  const message = differenceWords(kept?.differences ?? []);
  return message
    ? [{ kind: "document", lineId: null, message, amount: Math.abs(total), owner: "ap" }]
    : [];
};
