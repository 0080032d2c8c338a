import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { keep } from "#server/db/kept.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { strictestNumber } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import type { InvoiceException } from "./invoice.model.ts";
import { invoiceException, type invoice } from "./invoice.tables.ts";
import {
  isAccepted,
  matchHead,
  matchLines,
  paymentDueOn,
  type Finding,
  type MatchHead,
  type MatchLine,
  type Tolerance,
} from "./match.model.ts";

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
  | "currency"
  | "charges"
  | "tax"
  | "rounding"
  | "subtotal"
  | "total"
>;
type Compared = Pick<
  Matchable,
  "orgId" | "id" | "purchaseOrderId" | "charges" | "tax" | "rounding" | "subtotal" | "total"
>;
export type MatchMode = "two_way" | "three_way" | "none";

type Dated = Tolerance & { effectiveFrom: string };
const tolerances = keep({
  name: "match tolerances",
  from: ["match_tolerance"],
  read: (db: Db): Promise<readonly Dated[]> =>
    db.rows<Dated>(sql`
      select effective_from, price_percent, price_cents, quantity_percent
      from match_tolerance
      where org_id = ${db.scope.orgId}
      order by effective_from desc
    `),
});

/** The tolerance that holds on a day; without one nothing may differ. Kept between transactions. */
export const toleranceOn = async (db: Db, day: string): Promise<Tolerance> => {
  const held = (await tolerances(db)).find((t) => t.effectiveFrom <= day);
  return held
    ? {
        pricePercent: held.pricePercent,
        priceCents: held.priceCents,
        quantityPercent: held.quantityPercent,
      }
    : { pricePercent: "0", priceCents: 0, quantityPercent: "0" };
};

type Facts = {
  mode: MatchMode;
  vendorStatus: string;
  vendorName: string;
  screening: string | null;
  acceptedOn: string | null;
  currency: string;
  orderVendorId: string | null;
  orderDepartmentId: string | null;
  orderNumber: string | null;
  orderStatus: string | null;
  orderTerms: number | null;
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
      o.terms_days as order_terms, g.currency, y.id as year_id, y.year,
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

type Joined = {
  lineId: string;
  lineNo: number;
  quantity: string;
  billedUnit: string;
  unitPrice: string;
  amount: number;
  orderLineNo: number | null;
  orderQuantity: string;
  orderPrice: string;
  orderAmount: number;
  received: string;
  unit: string;
  earlierQuantity: string;
  earlierAmount: number;
  earlierOver: number;
  mode: MatchMode;
  ordered: number;
  billed: number;
};

const signed = sql`case when x.amount < 0 then -1 else 1 end`;
// Which others count: those before this one, and later ones that were found to agree, so that
// correcting an earlier invoice cannot go round them.
const standing = (id: string) => sql`
  y.id <> ${id} and y.status not in ('voided', 'rejected') and (
    y.id < ${id}
    or y.status in ('matched', 'in_approval', 'approved', 'scheduled', 'paid')
    and not exists (
      select 1
      from invoice_exception a
      where a.org_id = y.org_id
        and a.invoice_id = y.id
        and a.status = 'accepted'
        and a.kind in ('quantity', 'no_receipt', 'over_encumbrance')
    )
  )
`;

// What else is billed on the same order line: other invoices, and the lines of this one above it.
const linesToMatch = async (
  tx: Tx,
  i: Compared,
): Promise<{ lines: MatchLine[]; mode: MatchMode; head: MatchHead }> => {
  const rows = await tx.rows<Joined>(sql`
    select
      l.id as line_id, l.line_no, l.quantity, l.unit as billed_unit, l.unit_price, l.amount,
      p.line_no as order_line_no, p.quantity as order_quantity, p.unit_price as order_price,
      p.amount as order_amount, p.received_quantity as received, p.unit,
      coalesce(e.quantity, 0)::numeric(18,4) as earlier_quantity,
      coalesce(e.amount, 0)::bigint as earlier_amount,
      greatest(0, coalesce(e.over, 0))::bigint as earlier_over,
      coalesce(
        (
          select o.match_mode
          from purchase_order o
          where o.org_id = ${i.orgId} and o.id = ${i.purchaseOrderId}
        ),
        'none'
      ) as mode,
      coalesce(
        (
          select o.amount
          from purchase_order o
          where o.org_id = ${i.orgId} and o.id = ${i.purchaseOrderId}
        ),
        0
      ) as ordered,
      coalesce(
        (
          select sum(y.total)
          from invoice y
          where y.org_id = ${i.orgId}
            and y.purchase_order_id = ${i.purchaseOrderId}
            and ${standing(i.id)}
        ),
        0
      )::bigint as billed
    from invoice_line l
    left join purchase_order_line p
      on p.org_id = l.org_id
      and p.id = l.purchase_order_line_id
      and p.purchase_order_id = ${i.purchaseOrderId}
      and not p.cancelled
    left join lateral (
        select
          sum(${signed} * abs(x.quantity)) as quantity, sum(x.amount) as amount,
          sum(
            ${signed} * greatest(0, abs(x.amount) - round(abs(x.quantity) * p.unit_price * 100))
          ) as over
        from invoice_line x
        join invoice y on y.org_id = x.org_id and y.id = x.invoice_id
        where p.id is not null
          and x.org_id = l.org_id
          and x.purchase_order_line_id = p.id
          and (x.invoice_id = l.invoice_id and x.line_no < l.line_no or ${standing(i.id)})
      ) e
      on true
    where l.org_id = ${i.orgId} and l.invoice_id = ${i.id}
    order by l.line_no
  `);
  const lines = rows.map((r) => ({
    lineId: r.lineId,
    lineNo: r.lineNo,
    quantity: r.quantity,
    unit: r.billedUnit,
    unitPrice: r.unitPrice,
    amount: r.amount,
    earlier: { quantity: r.earlierQuantity, amount: r.earlierAmount, overPrice: r.earlierOver },
    order:
      r.orderLineNo === null
        ? null
        : {
            lineNo: r.orderLineNo,
            quantity: r.orderQuantity,
            unitPrice: r.orderPrice,
            amount: r.orderAmount,
            received: r.received,
            unit: r.unit,
          },
  }));
  const { charges, tax, rounding, subtotal, total } = i;
  return {
    lines,
    mode: rows[0]?.mode ?? "none",
    head: {
      charges,
      tax,
      rounding,
      subtotal,
      total,
      order: { amount: rows[0]?.ordered ?? 0, billed: rows[0]?.billed ?? 0 },
    },
  };
};

const compare = (
  { lines, mode, head }: Awaited<ReturnType<typeof linesToMatch>>,
  tolerance: Tolerance,
): Finding[] => {
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
  i: Compared & Pick<Row, "receivedOn">,
): Promise<void> => {
  if (!i.purchaseOrderId) return;
  const [read, tolerance] = await Promise.all([linesToMatch(tx, i), toleranceOn(tx, i.receivedOn)]);
  const found = compare(read, tolerance);
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
export const duplicateOf = (
  tx: Tx,
  i: Pick<Row, "orgId" | "id" | "vendorId" | "vendorNumberKey">,
) =>
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

// What was accepted stays accepted while the same line is off by no more than then.
const keepFindings = async (
  tx: Tx,
  i: Matchable,
  before: readonly InvoiceException[],
  findings: readonly Finding[],
): Promise<{ open: number; fresh: Finding[] }> => {
  const same = (e: InvoiceException, f: Finding) => e.kind === f.kind && e.lineId === f.lineId;
  const gone = before.filter(
    (e) =>
      !findings.some((f) => same(e, f) && f.amount === e.amount && f.message === e.message) &&
      !(e.status === "accepted" && findings.some((f) => same(e, f) && f.amount <= e.amount)),
  );
  if (gone.length)
    await tx.rows(sql`
      update invoice_exception
      set status = 'cleared', resolution = coalesce(resolution, 'No longer found')
      where org_id = ${i.orgId} and id = any(${gone.map((e) => e.id)}::uuid[])
    `);
  const kept = before.filter((e) => !gone.includes(e));
  const fresh = findings.filter((f) => !kept.some((e) => same(e, f)));
  for (const f of fresh)
    await insertRow(tx, invoiceException, {
      orgId: i.orgId,
      id: newId(),
      invoiceId: i.id,
      lineId: f.lineId,
      kind: f.kind,
      message: f.message,
      amount: f.amount,
      ownerDuty: f.owner,
    });
  return { open: fresh.length + kept.filter((e) => e.status === "open").length, fresh };
};

// Buyers and receiving are told once a day while something waits: the notice leads to all of it.
// Who enters invoices sees the match at once.
const tellOwners = async (tx: Tx, i: Matchable, facts: Facts, fresh: readonly Finding[]) => {
  for (const duty of ["buyer", "receiver"] as const) {
    const first = fresh.find((f) => f.owner === duty);
    if (!first) continue;
    const [people, waiting] = await Promise.all([
      peopleOnDuty(tx, duty),
      tx.one<{ buyerId: string | null; told: boolean }>(sql`
        select
          o.buyer_id,
          exists (
            select 1
            from invoice_exception e
            join invoice x on x.org_id = e.org_id and x.id = e.invoice_id
            left join purchase_order p on p.org_id = x.org_id and p.id = x.purchase_order_id
            where e.org_id = ${i.orgId}
              and e.status = 'open'
              and e.owner_duty = ${duty}
              and e.invoice_id <> ${i.id}
              and e.created_at > clock_timestamp() - interval '1 day'
              and (${duty} <> 'buyer' or p.buyer_id is not distinct from o.buyer_id)
          ) as told
        from (values (1)) one
        left join purchase_order o on o.org_id = ${i.orgId} and o.id = ${i.purchaseOrderId}
      `),
    ]);
    if (waiting.told) continue;
    const own =
      duty === "buyer" && waiting.buyerId && people.includes(waiting.buyerId)
        ? [waiting.buyerId]
        : people;
    notify(tx, own, {
      kind: "invoice.exception",
      title: `An invoice of ${facts.vendorName} waits for you`,
      body: first.message,
      link: `/invoices?status=exception&owner=${duty}`,
    });
  }
};

export type Matched = { to: "matched" | "exception"; patch: Partial<Row>; note: string };

/**
 * What a match weighs an invoice against beside its own lines: order, year of the order, vendor,
 * tolerance, the prompt-payment rule. It can be read
 * before the invoice is stored. `facts` is null where the agency has no such vendor.
 */
export const readBasis = async (tx: Tx, i: Parameters<typeof factsOf>[1]) => {
  const [facts, tolerance, rules] = await Promise.all([
    factsOf(tx, i),
    toleranceOn(tx, i.receivedOn),
    listRules(tx, ["promptPayment"]),
  ]);
  return { facts, tolerance, rules };
};
export type Basis = Awaited<ReturnType<typeof readBasis>>;

/**
 * Terms and dates that an invoice takes over from its order, its receipts and the rule of its day.
 * What was accepted `before` stays so: goods that come later are another bill's.
 */
export const datesOf = (
  i: Pick<Matchable, "receivedOn" | "termsDays">,
  { facts, rules }: Basis,
  before: string | null = null,
) => {
  const termsDays = facts?.orderTerms ?? i.termsDays;
  const last = facts?.acceptedOn ?? null;
  const acceptedOn = last && before && before < last ? before : last;
  return {
    acceptedOn,
    termsDays,
    dueOn: paymentDueOn(
      i.receivedOn,
      acceptedOn,
      termsDays,
      strictestNumber(rules, "promptPayment", "days", i.receivedOn, "least"),
    ),
  };
};

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
  acceptedOn: string | null = null,
): Promise<Matched> => {
  const [basis, lines, duplicate, before] = await Promise.all([
    known ?? readBasis(tx, i),
    linesToMatch(tx, i),
    duplicateOf(tx, i),
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
  const { open, fresh } = await keepFindings(tx, i, before, [
    ...headFindings(i, facts, totals, duplicate),
    ...compare(lines, basis.tolerance),
  ]);
  await tellOwners(tx, i, facts, fresh);
  return {
    to: open ? "exception" : "matched",
    note: open ? counted(open, "open exception") : "All lines agree",
    patch: { ...datesOf(i, basis, waited ? null : acceptedOn), duplicateOf: duplicate?.id ?? null },
  };
};
