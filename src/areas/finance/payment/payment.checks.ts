import { createHash } from "node:crypto";
import { Problem } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { FilesAway } from "#server/files/away.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import type { Checked, Finding, Invariant } from "#server/operation/checking.ts";
import { openBankFile } from "./bank-file.service.ts";
import { readNacha } from "./nacha-reader.model.ts";

type Off = { id: string; number: string; what: string; kept: number; counted: number };

// A payment that was taken off a run no longer counts; a run that was cancelled keeps its amount.
const runsOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select r.id, r.number, 'its payments add up' as what, r.amount as kept, s.amount as counted
    from payment_run r
    cross join lateral (
      select coalesce(sum(p.amount), 0)::bigint as amount, count(*) as n
      from payment p
      where p.org_id = r.org_id and p.run_id = r.id and p.status <> 'cancelled'
    ) s
    where r.org_id = ${db.scope.orgId} and s.n > 0 and r.amount <> s.amount
    order by r.number
    limit 100
  `);

const paymentsOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select p.id, p.number, 'its invoices add up' as what, p.amount as kept, s.amount as counted
    from payment p
    cross join lateral (
      select coalesce(sum(x.amount + x.interest), 0)::bigint as amount
      from payment_invoice x
      where x.org_id = p.org_id and x.payment_id = p.id
    ) s
    where p.org_id = ${db.scope.orgId} and p.amount <> s.amount
    order by p.number
    limit 100
  `);

const said =
  (page: string) =>
  ({ id, number, what, kept, counted }: Off): Finding => ({
    sentence: `${number} is ${formatCents(kept)}; ${what} to ${formatCents(counted)}.`,
    link: `${page}/${id}`,
  });

// What a payment does to cash by how it stands; nothing of it is added up anywhere else.
const cashOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select p.id, p.number, c.what, c.kept, c.counted
    from payment p
    cross join lateral (
      select
        coalesce(sum(e.book), 0)::bigint as book, coalesce(sum(e.outstanding), 0)::bigint as out
      from cash_entry e
      where e.org_id = p.org_id and e.payment_id = p.id
    ) s
    cross join lateral (
      values
        (
          'its entries in the cash ledger come', s.book,
          case when p.status in ('released', 'cleared') then -p.amount else 0 end
        ),
        (
          'what the cash ledger has out of it comes', s.out,
          case when p.status = 'released' then p.amount else 0 end
        )
    ) c(what, counted, kept)
    where p.org_id = ${db.scope.orgId} and c.kept <> c.counted
    order by p.number
    limit 100
  `);

const releasedOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select
      i.id, i.number, 'the cash ledger has its release' as what, i.retainage_released as kept,
      s.cents as counted
    from invoice i
    cross join lateral (
      select coalesce(sum(e.retainage), 0)::bigint as cents
      from cash_entry e
      where e.org_id = i.org_id and e.invoice_id = i.id
    ) s
    where i.org_id = ${db.scope.orgId} and i.retainage_released <> s.cents
    order by i.number
    limit 100
  `);

type BankFile = {
  runId: string;
  orgId: string;
  number: string;
  fileId: string;
  sha256: string;
  amount: number;
};

// Every file that a bank has, or may get, with what is in it: a payment that was made void stays in
// its file until that one is made anew, and screens say so.
const bankFiles = (db: Db): Promise<BankFile[]> =>
  db.rows<BankFile>(sql`
    select
      f.run_id, f.org_id, r.number, f.file_id, f.sha256,
      (
        select coalesce(sum(p.amount), 0)::bigint
        from payment p
        where p.org_id = f.org_id and p.bank_file_id = f.id
      ) as amount
    from payment_file f
    join payment_run r on r.org_id = f.org_id and r.id = f.run_id
    where f.org_id = ${db.scope.orgId} and f.replaced_at is null
    order by r.number
  `);

/** What is wrong with a bank file, or null. */
const wrongWith = async (db: Db, files: FileStore, file: BankFile): Promise<string | null> => {
  let text: string;
  try {
    text = await openBankFile(db, files, { orgId: file.orgId, id: file.runId }, file.fileId);
  } catch (error) {
    if (error instanceof FilesAway) throw error;
    // What is lost or altered on the disk is told of by the check of stored files.
    return error instanceof Problem ? null : "cannot be opened: it was altered after it was sealed";
  }
  if (createHash("sha256").update(text).digest("hex") !== file.sha256)
    return "is not the file that was released: its SHA-256 differs";
  try {
    const { credit } = readNacha(text);
    return credit === file.amount
      ? null
      : `pays ${formatCents(credit)}; the payments of the run are ${formatCents(file.amount)}`;
  } catch (error) {
    return `is no bank file: ${(error as Error).message}`;
  }
};

const filesOff = async ({ app, db, beat }: Checked): Promise<Finding[]> => {
  const found: Finding[] = [];
  const all = await bankFiles(db);
  for (const [at, file] of all.entries()) {
    await beat(at, all.length);
    const wrong = await wrongWith(db, app.files, file);
    if (wrong)
      found.push({
        sentence: `The bank file of ${file.number} ${wrong}.`,
        link: `/payments/runs/${file.runId}`,
      });
  }
  return found;
};

export const paymentRules: readonly Invariant[] = [
  {
    name: "finance.runs",
    label: "Payment runs",
    area: "finance",
    what: "Every run amounts to its payments, and every payment to the invoices that it pays.",
    todo: "Do not release the run. Open it, compare its payments with its register, and begin it anew.",
    check: async ({ db }) => [
      ...(await runsOff(db)).map(said("/payments/runs")),
      ...(await paymentsOff(db)).map(said("/payments")),
    ],
  },
  {
    name: "finance.cash",
    label: "Cash ledger against payments",
    area: "finance",
    what: "The cash ledger, recounted from the payments: what is paid is off the books, what has not cleared is out, and what of retainage was released is in it.",
    todo: "Do not reconcile the account. Compare the payment's history with its entries in the cash ledger.",
    check: async ({ db }) => [
      ...(await cashOff(db)).map(said("/payments")),
      ...(await releasedOff(db)).map(said("/invoices")),
    ],
  },
  {
    name: "finance.bankFiles",
    label: "Bank files against their runs",
    area: "finance",
    what: "Every bank file is the one that was released, and pays what the payments of its run say.",
    todo: "Do not send the file. If it went out, tell the bank at once with the number of the run.",
    check: filesOff,
  },
];
