import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { toCsv } from "#server/http/export.ts";
import { storeText } from "./bank-file.service.ts";
import type { RunRecord } from "./payment.noun.ts";
import { registerRows, type RegisterLine } from "./register.model.ts";

/**
 * Writes the register of a run as its payments stand now: numbers that are void or came back stay
 * in it, marked, and are no part of its total. Gives the stored file's id.
 */
export const writeRegister = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  run: RunRecord,
): Promise<string> => {
  const lines = await tx.rows<RegisterLine>(sql`
    select
      p.number, p.method, coalesce(p.check_number, p.trace_number) as reference,
      v.number as vendor_number, v.name as vendor, p.paid_on, p.amount, p.status,
      (
        select coalesce(sum(x.discount), 0)::bigint
        from payment_invoice x
        where x.org_id = p.org_id and x.payment_id = p.id
      ) as discount,
      (
        select coalesce(sum(x.interest), 0)::bigint
        from payment_invoice x
        where x.org_id = p.org_id and x.payment_id = p.id
      ) as interest,
      array(
        select i.vendor_number
        from payment_invoice x
        join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
        where x.org_id = p.org_id and x.payment_id = p.id
        order by x.amount desc, i.number
      ) as invoices
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    where p.org_id = ${run.orgId} and p.run_id = ${run.id} and p.paid_on is not null
  `);
  const { heading, rows } = registerRows(run.number, lines);
  return storeText(tx, actor, files, `${run.number}-register.csv`, toCsv(heading, rows));
};
