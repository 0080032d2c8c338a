import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { payeesOf, type PayeeRecord } from "#areas/vendors/vendors.server.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import {
  addUp,
  problemsOf,
  reported,
  sharedOut,
  type Amounts,
  type PaidBy,
  type PaidPart,
} from "./count.model.ts";
import type { BoxKey, TaxClass, TaxFormKind } from "./tax-form.labels.ts";
import { taxYearNoun, type TaxYearStored } from "./tax-form.noun.ts";
import { taxForm } from "./tax-form.tables.ts";

type Paid = {
  vendorId: string;
  method: PaidBy;
  status: string;
  invoiceId: string;
  amount: number;
};
type Borne = { invoiceId: string; accountId: string; cents: number };

// By the day of payment; a void, a return or a cancelled payment is read too, and pays nothing by the model.
const paidIn = (db: Db, year: number) =>
  db.rows<Paid>(sql`
    select p.vendor_id, p.method, p.status, x.invoice_id, x.amount
    from payment p
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id
    where p.org_id = ${db.scope.orgId}
      and p.paid_on >= ${`${year}-01-01`}::date
      and p.paid_on <= ${`${year}-12-31`}::date
    order by p.id, x.id
  `);

const borneBy = (db: Db, invoiceIds: readonly string[]) =>
  db.rows<Borne>(sql`
    select c.invoice_id, s.account_id, sum(c.cents)::bigint as cents
    from cost_line c
    join account_string s on s.org_id = c.org_id and s.id = c.account_string_id
    where c.org_id = ${db.scope.orgId}
      and c.invoice_id = any(${[...invoiceIds]}::uuid[])
      and c.source = 'invoice'
      and c.reversed_on is null
      and c.cents > 0
    group by c.invoice_id, s.account_id
    order by c.invoice_id, s.account_id
  `);

const boxesOf = (db: Db) =>
  db.rows<{ accountId: string; box: BoxKey | null }>(sql`
    select account_id, box
    from tax_account
    where org_id = ${db.scope.orgId}
  `);

type Part = PaidPart & { accountId: string | null };

/** What was paid in a year, bill by bill and account by account. */
export const partsOf = async (db: Db, year: number): Promise<Part[]> => {
  const paid = await paidIn(db, year);
  const invoiceIds = [...new Set(paid.map(({ invoiceId }) => invoiceId))];
  const [borne, boxes] = await Promise.all([borneBy(db, invoiceIds), boxesOf(db)]);
  const box = new Map(boxes.map((each) => [each.accountId, each.box]));
  const byBill = new Map<string, Borne[]>();
  for (const each of borne)
    byBill.set(each.invoiceId, [...(byBill.get(each.invoiceId) ?? []), each]);
  return paid.flatMap(({ vendorId, method, status, invoiceId, amount }): Part[] => {
    const accounts = byBill.get(invoiceId) ?? [];
    const of = { vendorId, method, status };
    if (accounts.length === 0 || amount < 0)
      return [{ ...of, cents: amount, box: null, accountId: accounts[0]?.accountId ?? null }];
    const shares = sharedOut(
      amount,
      accounts.map(({ cents }) => cents),
    );
    return accounts.map(({ accountId }, n) => ({
      ...of,
      ...{ cents: shares[n]!, box: box.get(accountId) ?? null, accountId },
    }));
  });
};

type KnownPayee = {
  vendorId: string;
  taxClass: TaxClass | null;
  w9On: string | null;
  w9Name: string;
  w9Last4: string;
};
const knownPayees = (db: Db) =>
  db.rows<KnownPayee>(sql`
    select vendor_id, tax_class, w9_on, w9_name, w9_last4
    from tax_payee
    where org_id = ${db.scope.orgId}
  `);

const addressOf = (v: PayeeRecord): string =>
  v.address1 && v.city && v.state && v.postalCode
    ? [v.address1, v.address2, `${v.city}, ${v.state} ${v.postalCode}`].filter(Boolean).join(", ")
    : "";

type Counted = Pick<
  typeof taxForm.$inferInsert,
  "vendorId" | "form" | "name" | "address" | "tinLast4" | "amounts" | "total" | "problems"
>;

/** The forms of a year as its payments and payees stand now. 409 `no_limit` for a year without a rule. */
export const countForms = async (
  db: Db,
  year: number,
  parts: readonly Part[],
): Promise<Counted[]> => {
  const sums = addUp(parts);
  const [vendors, known] = await Promise.all([payeesOf(db, [...sums.keys()]), knownPayees(db)]);
  return vendors.flatMap((vendor) => {
    const of = known.find(({ vendorId }) => vendorId === vendor.id);
    const forms = reported(sums.get(vendor.id)!, of?.taxClass ?? null, year);
    if (!forms)
      throw conflict(
        "no_limit",
        `No threshold is known for payments of ${year}. It is entered with its citation before a form is made.`,
      );
    const payee = {
      ...{ taxClass: of?.taxClass ?? null, w9On: of?.w9On ?? null },
      ...{ w9Name: of?.w9Name ?? "", w9Last4: of?.w9Last4 ?? "" },
      ...{ name: vendor.name, tinLast4: vendor.tinLast4, address: addressOf(vendor) },
    };
    return (Object.entries(forms) as [TaxFormKind, Amounts][]).map(([form, amounts]) => ({
      ...{ vendorId: vendor.id, form, name: vendor.name, address: payee.address, amounts },
      ...{ tinLast4: vendor.tinLast4, problems: problemsOf(payee) },
      total: Object.values(amounts).reduce((n, cents) => n + cents, 0),
    }));
  });
};

/**
 * Counts an open year anew: what two people settled of a form stays where its problems are the same. 404, 409
 * `not_open_year`, `no_limit`, 412.
 */
export const countYear = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<TaxYearStored> =>
  change(tx, actor, taxYearNoun, {
    ...{ id, version, action: "count" },
    effect: async (row) => {
      if (row.status !== "open")
        throw conflict("not_open_year", "Only an open year is counted anew: send it back before.");
      const parts = await partsOf(tx, row.year);
      const forms = await countForms(tx, row.year, parts);
      const settled = await tx.rows<typeof taxForm.$inferSelect>(sql`
        delete from tax_form
        where org_id = ${row.orgId} and year_id = ${id}
        returning *
      `);
      const rows = forms.map((form) => {
        const before = settled.find(
          (each) => each.vendorId === form.vendorId && each.form === form.form,
        );
        const same = before && String(before.problems) === String(form.problems);
        const { overrideWhy = "", overrideBy = null, agreedBy = null } = same ? before : {};
        return {
          ...{ ...form, overrideWhy, overrideBy, agreedBy },
          ...{ orgId: row.orgId, id: before?.id ?? newId(), yearId: id, year: row.year },
        };
      });
      if (rows.length > 0) await insertRows(tx, taxForm, rows);
      return {
        patch: {
          unmapped: await unmappedOf(tx, parts),
          countedAt: businessNow(tx.scope).toISOString(),
        },
        note: `${rows.length} forms, ${formatCents(rows.reduce((n, { total }) => n + total, 0))}`,
      };
    },
  });

// Paid on accounts of which nobody said whether they are reported.
const unmappedOf = async (db: Db, parts: readonly Part[]): Promise<number> => {
  const said = new Set((await boxesOf(db)).map(({ accountId }) => accountId));
  return parts.reduce(
    (sum, { accountId, cents, status }) =>
      sum +
      (accountId && !said.has(accountId) && (status === "released" || status === "cleared")
        ? cents
        : 0),
    0,
  );
};
