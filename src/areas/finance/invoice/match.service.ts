import { conflict } from "#kernel/errors.ts";
import { daysBetween, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { leastOf, ownOrShipped } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { vendorTerms } from "#areas/vendors/vendors.server.ts";
import {
  linesToMatch,
  type Compared,
  type MatchMode,
  type ToMatch,
} from "./billed-lines.service.ts";
import { creditFindings } from "./credited.service.ts";
import { deliveryFindings } from "./delivery.service.ts";
import { documentFindings } from "./document/kept-reading.service.ts";
import { keepFindings, tellOwners } from "./findings.service.ts";
import type { InvoiceException } from "./invoice.model.ts";
import type { invoice } from "./invoice.tables.ts";
import {
  isAccepted,
  matchHead,
  matchLines,
  paymentDueOn,
  type Finding,
  type Tolerance,
} from "./match.model.ts";
import { discountOf } from "./discount.model.ts";
import { interestTerms } from "./interest.model.ts";
import { toleranceOn } from "./tolerance.service.ts";

type Row = typeof invoice.$inferSelect;

/** What of an invoice the match looks at. */
type Matchable = Pick<
  Row,
  | "orgId"
  | "id"
  | "vendorId"
  | "vendorNumberKey"
  | "purchaseOrderId"
  | "receivedOn"
  | "termsDays"
  | "terms"
  | "invoiceDate"
  | "currency"
  | "charges"
  | "tax"
  | "rounding"
  | "subtotal"
  | "total"
> &
  Partial<Pick<Row, "disputedOn" | "disputedDays">>;

type Facts = {
  mode: MatchMode;
  vendorStatus: string;
  vendorName: string;
  screening: string | null;
  acceptedOn: Day | null;
  currency: string;
  orderVendorId: string | null;
  orderDepartmentId: string | null;
  orderNumber: string | null;
  orderStatus: string | null;
  orderTerms: number | null;
  contractId: string | null;
  orderKind: string | null;
  yearId: string | null;
  year: number | null;
};

// Null where the agency has no such vendor.
const factsOf = (
  tx: Tx,
  i: Pick<Matchable, "orgId" | "vendorId" | "purchaseOrderId" | "receivedOn">,
) =>
  tx.maybe<Facts>(sql`
    select
      coalesce(o.match_mode, 'none') as mode, v.status as vendor_status, v.name as vendor_name,
      v.screening_result as screening, o.vendor_id as order_vendor_id,
      o.department_id as order_department_id, o.number as order_number, o.status as order_status,
      o.terms_days as order_terms, o.contract_id, o.kind as order_kind, g.currency, y.id as year_id,
      y.year,
      case
        when o.id is null or o.match_mode = 'two_way' then ${i.receivedOn}::date
        else (
          select max(c.received_on)
          from receipt c
          where c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted'
        )
      end as accepted_on
    from vendor v
    join organization g on g.id = v.org_id
    left join purchase_order o on o.org_id = v.org_id and o.id = ${i.purchaseOrderId}
    left join fiscal_year y on y.org_id = o.org_id and y.id = o.fiscal_year_id
    where v.org_id = ${i.orgId} and v.id = ${i.vendorId}
  `);

const compare = ({ lines, mode, head }: ToMatch, tolerance: Tolerance): Finding[] => {
  const found = matchLines(lines, mode, tolerance);
  return mode === "none" ? found : [...found, ...matchHead(head, found, tolerance)];
};

/**
 * Refuses to post what no longer agrees with its order: a receipt may have been reversed and other
 * invoices come in since the match. To be called
 * behind the order's lock. 409 no_longer_matches with what is found now and was not accepted.
 */
export const refuseUnmatched = async (
  tx: Tx,
  i: Compared & Pick<Row, "receivedOn" | "total">,
): Promise<void> => {
  if (!i.purchaseOrderId) return;
  const [read, tolerance, delivery] = await Promise.all([
    linesToMatch(tx, i),
    toleranceOn(tx, i.receivedOn),
    deliveryFindings(tx, i),
  ]);
  const found = [...compare(read, tolerance), ...delivery];
  if (found.length === 0) return;
  const accepted = await tx.rows<InvoiceException>(sql`
    select *
    from invoice_exception
    where org_id = ${i.orgId} and invoice_id = ${i.id} and status = 'accepted'
  `);
  const open = found.find((f) => !isAccepted(f, accepted));
  if (open)
    throw conflict(
      "no_longer_matches",
      `${open.message} Return the invoice, so that it is matched again.`,
    );
};

const headFindings = (
  i: Matchable,
  f: Facts,
  totals: readonly string[],
  duplicate: { number: string } | null,
): Finding[] => {
  const of = (kind: Finding["kind"], message: string, owner: Finding["owner"] = "ap"): Finding => ({
    kind,
    lineId: null,
    message,
    amount: i.total,
    owner,
  });
  return [
    ...totals.map((t) => of("totals", t)),
    ...(duplicate
      ? [of("duplicate", `${duplicate.number} has the same vendor and number. Pay one of them.`)]
      : []),
    ...(f.orderVendorId && f.orderVendorId !== i.vendorId
      ? [
          of(
            "vendor",
            `${f.orderNumber} was placed with another vendor than ${f.vendorName}.`,
            "buyer",
          ),
        ]
      : []),
    ...(f.screening === "excluded"
      ? [of("vendor", `${f.vendorName} is excluded from federal awards. 2 CFR 200.214`, "buyer")]
      : []),
    ...(f.vendorStatus !== "active"
      ? [
          of(
            "vendor",
            `${f.vendorName} is not an active vendor (${f.vendorStatus.replace("_", " ")}).`,
            "buyer",
          ),
        ]
      : []),
    ...(i.currency !== f.currency
      ? [of("currency", `The invoice is in ${i.currency}; the agency pays in ${f.currency}.`)]
      : []),
  ];
};

/** The live invoice of the same vendor with the same normalised number, if there is one. */
const duplicateOf = (tx: Tx, i: Pick<Row, "orgId" | "id" | "vendorId" | "vendorNumberKey">) =>
  tx.maybe<{ id: string; number: string }>(sql`
    select id, number
    from invoice
    where org_id = ${i.orgId}
      and vendor_id = ${i.vendorId}
      and vendor_number_key = ${i.vendorNumberKey}
      and id <> ${i.id}
      and status not in ('voided', 'rejected')
    order by id
    limit 1
  `);

export type Matched = { to: "matched" | "exception"; patch: Partial<Row>; note: string };

/**
 * What a match weighs an invoice against beside its own lines: order, year of the order, vendor,
 * tolerance, the prompt-payment rule. It can be read
 * before the invoice is stored. `facts` is null where the agency has no such vendor.
 */
export const readBasis = async (tx: Tx, i: Parameters<typeof factsOf>[1]) => {
  const [facts, tolerance, rules, terms] = await Promise.all([
    factsOf(tx, i),
    toleranceOn(tx, i.receivedOn),
    listRules(tx, ["promptPayment", "discountPeriod"]),
    vendorTerms(tx, i.vendorId),
  ]);
  return { facts, tolerance, rules, vendorTerms: terms };
};

export type Basis = Awaited<ReturnType<typeof readBasis>>;

/**
 * Terms and dates that an invoice takes over from its order, its receipts and the rule of its day.
 * What was accepted `before` stays so: goods that come later are another bill's.
 */
const datesOf = (
  i: Pick<Matchable, "receivedOn" | "termsDays" | "terms" | "invoiceDate" | "total">,
  { facts, rules }: Basis,
  before: Day | null = null,
) => {
  const termsDays = facts?.orderTerms ?? i.termsDays;
  const last = facts?.acceptedOn ?? null;
  const acceptedOn = last && before && before < last ? before : last;
  // The state's act in place of the product's thirty days, which bind nobody who agreed otherwise.
  const held = ownOrShipped(rules, "promptPayment", i.receivedOn);
  const binding = held.filter(
    (rule) => rule.jurisdiction !== "federal" && rule.parameters.agreedTerms !== true,
  );
  return {
    acceptedOn,
    termsDays,
    ...interestTerms(held),
    ...discountOf(i, acceptedOn, ownOrShipped(rules, "discountPeriod", i.receivedOn)),
    dueOn: paymentDueOn(i.receivedOn, acceptedOn, {
      agreed: facts?.orderTerms ?? null,
      stated: i.termsDays,
      ruleDays: leastOf(held, "days"),
      mostAgreed: leastOf(binding, "days"),
    }),
  };
};

// Days of a dispute that ends with this match: no interest accrues in them.
const disputeEnded = (tx: Tx, { disputedOn, disputedDays = 0 }: Matchable) =>
  disputedOn
    ? {
        disputedOn: null,
        disputedDays: disputedDays + Math.max(0, daysBetween(disputedOn, businessDate(tx.scope))),
      }
    : {};

/**
 * Matches a stored invoice against its order, receipts, vendor and earlier invoices, and writes
 * what does not agree as exceptions with owners.
 * `totals` are the differences that pricing found; `basis` was read before where the invoice is new
 * and has no exceptions yet. Returns the status and
 * the dates that follow; run it in the transaction of the change. `acceptedOn` is when the same
 * bill was accepted by an earlier match.
 */
export const runMatch = async (
  tx: Tx,
  i: Matchable,
  totals: readonly string[],
  known?: Basis,
  acceptedOn: Day | null = null,
): Promise<Matched> => {
  const [basis, lines, duplicate, credited, delivery, document, before] = await Promise.all([
    known ?? readBasis(tx, i),
    linesToMatch(tx, i),
    duplicateOf(tx, i),
    creditFindings(tx, i),
    deliveryFindings(tx, i),
    documentFindings(tx, i),
    known
      ? []
      : tx.rows<InvoiceException>(sql`
        select *
        from invoice_exception
        where org_id = ${i.orgId} and invoice_id = ${i.id} and status <> 'cleared'
      `),
  ]);
  const facts = basis.facts!;
  const waited = before.some((e) => e.kind === "no_receipt" || e.kind === "quantity");
  const { open, added } = await keepFindings(tx, i, before, [
    ...headFindings(i, facts, totals, duplicate),
    ...document,
    ...credited,
    ...delivery,
    ...compare(lines, basis.tolerance),
  ]);
  await tellOwners(tx, i, facts.vendorName, before, added);
  return {
    to: open ? "exception" : "matched",
    note: open ? counted(open, "open exception") : "All lines agree",
    patch: {
      ...datesOf(i, basis, waited ? null : acceptedOn),
      ...disputeEnded(tx, i),
      duplicateOf: duplicate?.id ?? null,
    },
  };
};
