// What becomes of invoices, payments and holds when two vendors become one.
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import type { MergeBlock, Merging, VendorReference } from "#areas/vendors/vendors.server.ts";
import { placeHold } from "../payment/hold.service.ts";
import { taxForm, taxPayee } from "../tax-form/tax-form.tables.ts";
import { payment, paymentHold } from "../payment/payment.tables.ts";
import { rematchInvoice } from "./correction.service.ts";
import { invoice } from "./invoice.tables.ts";

const runsUnderWay = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ id: string; number: string }>(sql`
    select distinct r.id, r.number
    from payment p
    join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = ${db.scope.orgId}
      and p.vendor_id = any(${ids}::uuid[])
      and p.status not in ('cancelled', 'voided')
      and r.status in ('proposed', 'in_approval', 'approved', 'returned')
    order by r.number
  `);
  return open.map((one) => ({
    sentence: `The payment run ${one.number} pays one of the two and is not released. Release or cancel it first.`,
    href: `/payments/runs/${one.id}`,
  }));
};

// Of both, one hold after a returned payment is enough, and whoever lifts it has to see both causes.
const twoReturns = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ vendorId: string }>(sql`
    select vendor_id
    from payment_hold
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${ids}::uuid[])
      and payment_id is not null
      and lifted_at is null
  `);
  return open.length > 1
    ? [
        {
          sentence: "Payments of both came back from the bank. Lift one of the two holds first.",
          href: "/payments?tab=holds",
        },
      ]
    : [];
};

type Twin = { id: string; number: string; status: string; first: string; firstNumber: string };

/** Invoices of a vendor that share their number with an older one, the older ones first. */
const twinsOf = (tx: Tx, vendorId: string) =>
  tx.rows<Twin>(sql`
    select i.id, i.number, i.status, f.id as first, f.number as first_number
    from invoice i
    join lateral (
        select o.id, o.number
        from invoice o
        where o.org_id = i.org_id
          and o.vendor_id = i.vendor_id
          and o.vendor_number_key = i.vendor_number_key
          and o.id < i.id
          and o.status not in ('voided', 'rejected')
        order by o.id
        limit 1
      ) f
      on true
    where i.org_id = ${tx.scope.orgId}
      and i.vendor_id = ${vendorId}
      and i.status not in ('voided', 'rejected')
    order by i.id
  `);

const matchable = new Set(["received", "exception", "matched", "disputed"]);

/**
 * Looks for duplicates anew: what is not approved yet is matched again, which finds them; what was
 * approved already is held; accounts payable hears of all of them, also of those that were paid.
 */
const lookForTwins = async (tx: Tx, actor: Actor, { to }: Merging): Promise<void> => {
  const twins = await twinsOf(tx, to);
  if (twins.length === 0) return;
  for (const twin of twins) {
    const sentence = `${twin.firstNumber} has the same vendor and number since two vendor records were merged. Pay one of them.`;
    if (matchable.has(twin.status))
      await rematchInvoice(tx, asSystem(actor), { id: twin.id, version: null });
    else if (twin.status !== "paid")
      await placeHold(tx, actor, { invoiceId: twin.id, reason: sentence });
  }
  notify(tx, await peopleOnDuty(tx, "ap"), {
    kind: "invoice.exception",
    title: `Merging vendors found ${twins.length === 1 ? "a likely duplicate invoice" : `${twins.length} likely duplicate invoices`}`,
    body: twins.map((twin) => `${twin.number} and ${twin.firstNumber}`).join(", "),
    link: `/invoices/${twins[0]!.id}`,
  });
};

export const financeReferences: readonly VendorReference[] = [
  {
    table: invoice,
    rule: "move",
    label: "Invoices",
    href: (id) => `/invoices?vendorId=${id}`,
    issued: { type: "invoice", when: "true" },
    after: lookForTwins,
  },
  {
    table: payment,
    rule: "move",
    label: "Payments",
    href: (id) => `/payments?tab=payments&vendorId=${id}`,
    issued: { type: "payment", when: "r.status in ('released', 'cleared', 'returned', 'voided')" },
    blocks: runsUnderWay,
  },
  { table: paymentHold, rule: "move", label: "Payment holds", blocks: twoReturns },
  {
    table: taxForm,
    rule: "stays",
    label: "Forms 1099",
    why: "A form names the payee whom the agency paid; an open year is counted again.",
  },
  {
    table: taxPayee,
    rule: "stays",
    label: "W-9 of a vendor",
    why: "It is typed from the paper of the vendor that stays.",
  },
];
