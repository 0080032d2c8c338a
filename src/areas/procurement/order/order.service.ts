import { createHash, randomBytes } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { storedQuantity } from "#kernel/quantity.ts";
import { extensionPoint } from "#server/area.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Row, Tx } from "#server/db/db.ts";
import { asDrafted, insertNumbered, insertRows, turnToCount } from "#server/db/rows.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { announce, defineNoun, transition } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import {
  accountFacts,
  chargeable,
  chargedBy,
  concerned,
  fiscalYearOf,
  postCommitments,
  type AccountFacts,
  type Posting,
} from "#areas/budget/budget.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import {
  openApproval,
  planApproval,
  policyFor,
  publishedPolicies,
  requestApproval,
  type ApprovalDocument,
} from "#areas/workflow/workflow.server.ts";
import { ofOrder, requireInsured } from "../insurance/insurance.service.ts";
import { purchaseOrder, purchaseOrderVersion } from "../procurement.tables.ts";
import { refuseUnknownCodes } from "../requisition/requisition.codes.ts";
import { requisitionNoun } from "../requisition/requisition.service.ts";
import {
  buildLines,
  giveBack,
  lapse,
  orderedOf,
  refuseVendor,
  storeLines,
  type BuiltLines,
  type Charge,
  type NewLine,
} from "./order.lines.ts";
import { builtPart, checkOwnPart, checkStored } from "./order.method.ts";
import {
  notAllInvoiced,
  nothingCame,
  orderCycle,
  somethingCame,
  type OrderInput,
  type OrderStatus,
} from "./order.model.ts";

export const orderNoun = defineNoun({
  name: "purchaseOrder",
  path: "purchase-orders",
  page: "/purchase-orders",
  table: purchaseOrder,
  cycle: orderCycle,
  number: (r) => r.number,
});
export type OrderRecord = typeof purchaseOrder.$inferSelect;
/** What an order that came of an award tells once it is issued, or cancelled before or after. */
export type OrderHeard = (
  tx: Tx,
  actor: Actor,
  order: OrderRecord,
  event: "issued" | "cancelled",
  reason: string | null,
) => Promise<void>;
let settle: OrderHeard = async () => {};
/** Lets the award hear of its orders, in their transaction. */
export const awardedOrders = extensionPoint<OrderHeard>(
  "orders of an award",
  (heard) => void (settle = heard),
  { required: true },
);

export const asSystem = (actor: Actor): Actor => ({ ...actor, kind: "system" });

type VendorFacts = {
  name: string;
  email: string | null;
  status: string;
  screeningResult: string | null;
  insuranceAsked: boolean;
};
type OrderVendor = VendorFacts & { vendorId: string; awarded: boolean };
/** What an order asks of its vendor before it is made or goes out; 404 when there is none. */
export const vendorOf = async (tx: Tx, id: string): Promise<VendorFacts> => {
  const vendor = await tx.maybe<VendorFacts>(sql`
    select
      name, email, status, screening_result,
      coalesce(insurance_expires_on < ${businessDate(tx.scope)}::date, false) as insurance_asked
    from vendor
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
  if (!vendor) throw notFound("vendor");
  return vendor;
};

// `insuranceAsked`: the certificate is not in force today, or there is none and the order comes of
// an award. Only then the policy is read.
const vendorOfOrder = (tx: Tx, id: string): Promise<OrderVendor | null> =>
  tx.maybe<OrderVendor>(sql`
    select
      v.name, v.email, v.status, v.screening_result, v.id as vendor_id, a.id is not null as awarded,
      coalesce(
        v.insurance_expires_on < ${businessDate(tx.scope)}::date, a.id is not null
      ) as insurance_asked
    from purchase_order o
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join award_order a on a.org_id = o.org_id and a.purchase_order_id = o.id
    where o.org_id = ${tx.scope.orgId} and o.id = ${id}
  `);

type Drafted = OrderRecord & { lines: NewLine[] };
type Head = {
  id: string;
  today: string;
  vendor: VendorFacts;
  built: BuiltLines;
  year: { id: string; year: number };
  accounts: AccountFacts[];
};

const headOf = async (tx: Tx, actor: Actor, input: OrderInput): Promise<Head> => {
  const id = newId();
  const today = businessDate(tx.scope);
  // What the requisition's lines say of themselves is read behind their locks.
  const [vendor, built, year] = await Promise.all([
    vendorOf(tx, input.vendorId),
    buildLines(tx, actor.orgId!, id, input),
    fiscalYearOf(tx, today, "title"),
  ]);
  const own = input.lines.flatMap((l, i) =>
    l.splits.map((s, j) => ({
      id: s.accountStringId,
      path: `lines.${i}.splits.${j}.accountStringId`,
    })),
  );
  const codes = input.lines.map((l, i) => ({
    commodityCode: l.commodityCode ?? null,
    path: `lines.${i}`,
  }));
  const [accounts] = await Promise.all([
    accountFacts(
      tx,
      built.splits.map((s) => s.accountStringId),
    ),
    chargeable(tx, own),
    refuseUnknownCodes(tx, codes),
  ]);
  refuseVendor(vendor);
  return { id, today, vendor, built, year, accounts: [...accounts.values()] };
};

type Ahead = Partial<typeof purchaseOrder.$inferInsert>;

/**
 * Stores a draft, or with `ahead` what its next steps will make of it; its history tells of the
 * draft either way.
 */
const store = async (
  tx: Tx,
  actor: Actor,
  input: OrderInput,
  { id, today, built, year, accounts }: Head,
  ahead: Ahead = {},
) => {
  const { requisitionLines: _r, lines: _l, ...head } = input;
  const orgId = actor.orgId!;
  const draft = {
    ...head,
    orgId,
    id,
    buyerId: actor.personId,
    fiscalYearId: year.id,
    orderedOn: today,
    amount: built.total,
    ...built.source,
    method: built.source.method ?? input.method ?? null,
    federal: accounts.some((a) => a.federal),
  };
  const turn = turnToCount(tx, "PO", year.year);
  if (turn) await turn;
  const inserted = insertNumbered(tx, purchaseOrder, "PO", year.year, { ...draft, ...ahead });
  const recorded = inserted.then((stored) => {
    const row = asDrafted(purchaseOrder, stored, ahead, draft);
    audit(tx, actor, {
      action: "purchaseOrder.create",
      objectType: "purchaseOrder",
      objectId: id,
      objectNumber: row.number,
      before: null,
      after: {
        ...row,
        lines: built.lines.map((l) => ({
          line: l.lineNo,
          description: l.description,
          quantity: l.quantity,
          unitPrice: l.unitPrice,
          amount: l.amount,
        })),
      },
    });
    announce(tx, orgId, "purchaseOrder.create", id);
    return { row, stored };
  });
  const [both] = await Promise.all([
    recorded,
    storeLines(tx, built),
    markOrdered(
      tx,
      actor,
      built,
      inserted.then((row) => row.number),
    ),
  ]);
  return both;
};

/**
 * Drafts a purchase order from requisition lines, from several requisitions, or from lines of its
 * own. The vendor must be active and not excluded.
 */
export const createOrder = async (tx: Tx, actor: Actor, input: OrderInput): Promise<Drafted> => {
  const head = await headOf(tx, actor, input);
  return { ...(await store(tx, actor, input, head)).row, lines: head.built.lines };
};

/** Moves the requisitions on whose lines an order has just taken; the history names it. */
export const markOrdered = async (
  tx: Tx,
  actor: Actor,
  { requisitionIds }: BuiltLines,
  number: Promise<string>,
) => {
  for (const id of requisitionIds)
    await transition(tx, asSystem(actor), requisitionNoun, {
      id,
      action: "order",
      alone: true,
      beside: () => orderedOf(tx, id),
      effect: async (_, { left, orderedAmount }) => ({
        to: left === 0 ? "ordered" : "partly_ordered",
        patch: { orderedAmount },
        note: number,
      }),
    });
};

type AccountSum = { accountStringId: string; encumbered: number };
const accountSums = (tx: Tx, id: string) =>
  tx.rows<AccountSum>(sql`
    select s.account_string_id, sum(s.encumbered)::bigint as encumbered
    from purchase_order_line l
    join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
    group by 1
  `);

const commoditiesOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.rows<{ code: string }>(sql`
      select distinct commodity_code as code
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${id} and commodity_code is not null
    `)
  ).map((c) => c.code);
const contentOf = (tx: Tx, id: string) =>
  Promise.all([
    chargedBy(
      tx,
      sql`
        select s.account_string_id
        from purchase_order_line l
        join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
        where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
      `,
    ),
    commoditiesOf(tx, id),
    askersOf(
      tx,
      sql`
        q.id in (
          select l.requisition_line_id
          from purchase_order_line l
          where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
        )
      `,
    ),
  ]);

// Whose need an order serves does not approve it.
const askersOf = async (tx: Tx, lines: Sql): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select distinct a.id
      from requisition r
      join requisition_line q on q.org_id = r.org_id and q.requisition_id = r.id
      cross join lateral (
        select r.requester_id as id
        union all
        select f::uuid
        from jsonb_array_elements_text(r.former_authors) f
      ) a
      where r.org_id = ${tx.scope.orgId} and a.id is not null and ${lines}
      order by 1
    `)
  ).map((r) => r.id);
// Nor does whoever wrote it over as a draft, or sends it.
const handsOf = async (tx: Tx, id: string, by: string | null): Promise<string[]> => [
  ...(
    await tx.rows<{ id: string }>(sql`
      select distinct actor_id as id
      from audit_entry
      where org_id = ${tx.scope.orgId}
        and object_type = 'purchaseOrder'
        and object_id = ${id}
        and action in ('purchaseOrder.edit', 'purchaseOrder.submit')
        and actor_id is not null
    `)
  ).map((r) => r.id),
  ...(by ? [by] : []),
];
const among = (parties: readonly string[]) => (parties.length ? { parties } : {});

/** What an approval of this order (or of its change by `amount`) is about. */
export const orderDocument = async (
  tx: Tx,
  o: OrderRecord,
  amount: number,
  title = o.title,
  change = false,
  content: Promise<Awaited<ReturnType<typeof contentOf>>> = contentOf(tx, o.id),
  requisitioned = false,
) => {
  const [accounts, commodities, askers] = await content;
  return {
    type: "purchaseOrder" as const,
    id: o.id,
    number: o.number,
    title,
    requesterId: o.buyerId,
    departmentId: o.departmentId,
    facts: {
      amount,
      fundIds: accounts.map((a) => a.fundId),
      departmentIds: concerned(o.departmentId, accounts),
      commodities,
      emergency: o.emergency,
      change,
      requisitioned,
      ...among(askers),
    },
  };
};

// Line by line, never netted: a line cheaper than approved leaves nothing for another. `covered` of
// built lines says the same before they are stored.
const coveredByRequisitions = async (tx: Tx, id: string) =>
  (
    await tx.one<{ beyond: number }>(sql`
      select count(*) filter (where q.id is null or l.unit_price > q.unit_price) as beyond
      from purchase_order_line l
      left join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
      where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
    `)
  ).beyond === 0;

const coveredEffect = { to: "approved" as const, note: "Approved with its requisitions" };

/**
 * Submits a draft; nobody who edited it or sends it is among its approvers. What no requisition
 * asked for is checked by the rules of methods and like purchases, as a requisition is, unless the
 * order is an award's. A policy that covers it decides; without one, an order that stays within its
 * approved requisitions is approved by them.
 * Anything else without a policy is refused (409 no_policy): nothing is approved by default.
 */
export const submitOrder = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<OrderRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "submit",
    version,
    alone: true,
    beside: () =>
      Promise.all([
        vendorOfOrder(tx, id),
        contentOf(tx, id),
        publishedPolicies(tx, "purchaseOrder"),
        coveredByRequisitions(tx, id),
        handsOf(tx, id, actor.personId),
      ]),
    effect: async (record, [vendor, [accounts, commodities, askers], policies, covered, hands]) => {
      const o = record as OrderRecord;
      refuseVendor(vendor);
      const patch = covered || vendor?.awarded ? {} : await checkStored(tx, o);
      const parties = [...new Set([...askers, ...hands, ...(o.formerAuthors ?? [])])]
        .filter((person) => person !== o.buyerId || askers.includes(person))
        .toSorted();
      const document = await orderDocument(
        tx,
        o,
        o.amount,
        o.title,
        false,
        Promise.resolve([accounts, commodities, parties]),
        covered,
      );
      if (covered && !policyFor(policies, document.facts)) return coveredEffect;
      approvalId = await requestApproval(tx, actor, document, policies);
      return { to: "in_approval", patch };
    },
  });
  return { ...row, approvalId };
};

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const commitment = (o: OrderRecord) => ({
  type: "purchaseOrder",
  id: o.id,
  number: o.number,
  fiscalYearId: o.fiscalYearId,
});

const chargesOf = (tx: Tx, id: string) =>
  tx.rows<Charge>(sql`
    select
      r.fiscal_year_id, s.account_string_id, sum(s.taken)::bigint as taken,
      coalesce(sum(s.amount) filter (where not l.cancelled), 0)::bigint as amount
    from purchase_order_line l
    join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
    left join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
    left join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
    group by 1, 2
  `);

// A reservation is released in the year of its requisition, the order encumbers its own year;
// within one year both are one movement.
const takeOver = (tx: Tx, actor: Actor, o: OrderRecord, charges: readonly Charge[]): void => {
  const taken = charges.filter(
    (c): c is Charge & { fiscalYearId: string } => c.fiscalYearId !== null,
  );
  const release = (t: Charge): Posting => ({
    accountStringId: t.accountStringId,
    preEncumbered: -t.taken,
  });
  for (const year of new Set(taken.map((t) => t.fiscalYearId)))
    if (year !== o.fiscalYearId)
      postCommitments(
        tx,
        actor,
        { ...commitment(o), fiscalYearId: year },
        taken.filter((t) => t.fiscalYearId === year).map(release),
        { kind: "release", note: "Ordered in another fiscal year" },
      );
  postCommitments(
    tx,
    actor,
    commitment(o),
    [
      ...taken.filter((t) => t.fiscalYearId === o.fiscalYearId).map(release),
      ...charges.map((c): Posting => ({
        accountStringId: c.accountStringId,
        encumbered: c.amount,
      })),
    ],
    { kind: "encumber" },
  );
};

const versionLines = (tx: Tx, id: string) =>
  tx.rows(sql`
    select line_no, description, commodity_code, quantity, unit, unit_price, amount, cancelled
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
    order by line_no
  `);

/** Stores the order as it goes out now; versions are never changed. */
export const keepVersion = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  reason: string,
  linesRead: Promise<readonly Row[]> = versionLines(tx, o.id),
): Promise<void> => {
  const lines = await linesRead;
  tx.later(
    insertRows(tx, purchaseOrderVersion, [
      {
        orgId: o.orgId,
        id: newId(),
        purchaseOrderId: o.id,
        revision: o.revision,
        content: { ...o, lines },
        reason,
        amount: o.amount,
        createdBy: actor.personId,
      },
    ]),
  );
};

const newSecret = () => randomBytes(24).toString("base64url");

/**
 * Mails the order to its vendor with a link by which it can be acknowledged; without an address it
 * says so in the order's history.
 */
export const mailOrder = async (
  tx: Tx,
  o: OrderRecord,
  origin: string,
  what: string,
  known: VendorFacts | null = null,
  secret = newSecret(),
): Promise<{ digest: string; note: string }> => {
  const vendor = known ?? (await vendorOf(tx, o.vendorId));
  if (!vendor.email)
    return {
      digest: digest(secret),
      note: `${what}; ${vendor.name} has no e-mail address, send it by hand`,
    };
  await queueMail(tx, {
    kind: "purchase_order",
    orgId: o.orgId,
    to: vendor.email,
    subject: `Purchase order ${o.number}${o.revision > 1 ? `, version ${o.revision}` : ""}`,
    paragraphs: [
      `${vendor.name},`,
      `${what}: ${o.number}, ${o.title}, ${formatCents(o.amount)}.`,
      "Please read the order and acknowledge it by the link below. The link is meant for you alone.",
    ],
    link: {
      label: "Read and acknowledge the order",
      href: `${origin}/orders/acknowledge?token=${o.orgId}.${secret}`,
    },
  });
  return { digest: digest(secret), note: `${what}; mailed to ${vendor.email}` };
};

/**
 * Issues an approved order: the requisitions' reservations become encumbrances in one posting, the
 * version is kept, the vendor is told.
 * The vendor's status, exclusion and insurance are looked at again. 409 insurance where the
 * agency's policy blocks it, over_budget when a higher price no longer fits.
 */
export const issueOrder = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  origin: string,
): Promise<OrderRecord> => {
  let awarded = false;
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "issue",
    version,
    beside: () => Promise.all([vendorOfOrder(tx, id), chargesOf(tx, id), versionLines(tx, id)]),
    effect: async (record, [vendor, charges, lines]) => {
      const o = record as OrderRecord;
      refuseVendor(vendor);
      awarded = vendor?.awarded ?? false;
      if (vendor?.insuranceAsked)
        await requireInsured(tx, await ofOrder(tx, id), [vendor.vendorId]);
      const encumbered = Promise.all([
        tx.rows(sql`
          update purchase_order_line
          set encumbered = amount
          where org_id = ${o.orgId} and purchase_order_id = ${id} and account_string_id is not null
        `),
        tx.rows(sql`
          update purchase_order_split s
          set encumbered = s.amount
          from purchase_order_line l
          where s.org_id = ${o.orgId}
            and l.org_id = s.org_id
            and l.id = s.line_id
            and l.purchase_order_id = ${id}
        `),
      ]);
      return sendOut(tx, actor, o, { vendor, charges, lines, origin }, encumbered);
    },
  });
  if (awarded) await settle(tx, actor, row, "issued", null);
  return row;
};

type Outgoing = {
  vendor: VendorFacts | null;
  charges: readonly Charge[];
  lines: readonly Row[];
  origin: string;
  secret?: string;
  issuedAt?: string;
};
const sendOut = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  {
    vendor,
    charges,
    lines,
    origin,
    secret,
    issuedAt = businessNow(tx.scope).toISOString(),
  }: Outgoing,
  encumbered: Promise<unknown> | null,
) => {
  const mailed = await mailOrder(tx, o, origin, "We order from you", vendor, secret);
  const writes = Promise.all([
    encumbered,
    keepVersion(tx, actor, o, "Issued", Promise.resolve(lines)),
  ]);
  takeOver(tx, actor, o, charges);
  return { patch: { issuedAt, acknowledgeTokenDigest: mailed.digest }, note: mailed.note, writes };
};

/** The lines of an order that was just built, as `versionLines` reads them once they are stored. */
const builtLines = (lines: readonly NewLine[]) =>
  lines.map((l) => ({
    lineNo: l.lineNo,
    description: l.description,
    commodityCode: l.commodityCode ?? null,
    quantity: storedQuantity(l.quantity),
    unit: l.unit,
    unitPrice: storedQuantity(l.unitPrice),
    amount: l.amount,
    cancelled: false,
  }));

/**
 * Drafts, submits and, where nothing waits for an approver, issues an order in one step, all or
 * nothing: record, history and ledger are those of
 * `createOrder`, `submitOrder` and `issueOrder` one after the other. The errors of the three; an
 * order that a policy covers stays with its approvers.
 */
export const createAndIssue = async (
  tx: Tx,
  actor: Actor,
  input: OrderInput,
  origin: string,
): Promise<Drafted & { approvalId: string | null }> => {
  const [head, policies] = await Promise.all([
    headOf(tx, actor, input),
    publishedPolicies(tx, "purchaseOrder"),
  ]);
  const { built, vendor } = head;
  const { covered } = built;
  const own = builtPart(built);
  const patch = own
    ? await checkOwnPart(
        tx,
        {
          id: head.id,
          departmentId: input.departmentId,
          method: input.method ?? null,
          methodReason: input.methodReason,
        },
        own,
      )
    : {};
  const document: ApprovalDocument = {
    type: "purchaseOrder",
    id: head.id,
    number: "",
    title: input.title,
    requesterId: actor.personId,
    departmentId: input.departmentId,
    facts: {
      amount: built.total,
      fundIds: head.accounts.map((a) => a.fundId),
      departmentIds: concerned(input.departmentId, head.accounts),
      commodities: [...new Set(built.lines.flatMap((l) => l.commodityCode ?? []))],
      emergency: built.source.emergency,
      change: false,
      requisitioned: covered,
    },
  };
  const decided = !covered || policyFor(policies, document.facts) !== null;
  if (decided && built.requisitionIds.length)
    Object.assign(
      document.facts,
      among(await askersOf(tx, sql`r.id = any(${built.requisitionIds}::uuid[])`)),
    );
  const plan = decided ? await planApproval(tx, document, policies) : null;
  if (!plan) built.splits = built.splits.map((s) => ({ ...s, encumbered: s.amount }));
  const secret = newSecret();
  const issuedAt = businessNow(tx.scope).toISOString();
  const ahead: Ahead = plan
    ? { ...patch, status: "in_approval", version: 2 }
    : { status: "issued", issuedAt, acknowledgeTokenDigest: digest(secret), version: 3 };
  const { row: draft, stored } = await store(tx, actor, input, head, ahead);
  const submitted = plan ? stored : { ...draft, status: "approved", version: 2 };
  await transition(tx, actor, orderNoun, {
    id: draft.id,
    action: "submit",
    fresh: draft,
    after: submitted,
    effect: async () =>
      plan
        ? {
            to: "in_approval" as const,
            patch,
            writes: openApproval(tx, actor, { ...document, number: draft.number }, plan),
          }
        : coveredEffect,
  });
  if (plan) return { ...stored, lines: built.lines, approvalId: plan.id };
  await transition(tx, actor, orderNoun, {
    id: draft.id,
    action: "issue",
    fresh: submitted,
    after: stored,
    effect: async (o) => {
      if (vendor.insuranceAsked)
        await requireInsured(tx, await ofOrder(tx, draft.id), [input.vendorId]);
      return sendOut(
        tx,
        actor,
        o as OrderRecord,
        {
          vendor,
          charges: built.charges,
          lines: builtLines(built.lines),
          origin,
          secret,
          issuedAt,
        },
        null,
      );
    },
  });
  return { ...stored, lines: built.lines, approvalId: null };
};

/** Records the vendor's acknowledgement told by phone or mail; the reason says how and by whom. */
export const acknowledgeOrder = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "acknowledge",
    version,
    reason,
    effect: async (o) => ({
      to: o.status === "issued" ? "acknowledged" : (o.status as OrderStatus),
      patch: { acknowledgedAt: businessNow(tx.scope).toISOString(), acknowledgedBy: reason },
    }),
  });

/** Releases what the order still encumbers. */
export const releaseEncumbrance = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  note: string,
): Promise<number> => {
  const sums = await accountSums(tx, o.id);
  postCommitments(
    tx,
    actor,
    commitment(o),
    sums.map((s): Posting => ({ accountStringId: s.accountStringId, encumbered: -s.encumbered })),
    { kind: "release", note },
  );
  await tx.rows(sql`
    update purchase_order_line
    set encumbered = 0
    where org_id = ${o.orgId} and purchase_order_id = ${o.id} and encumbered <> 0
  `);
  await tx.rows(sql`
    update purchase_order_split s
    set encumbered = 0
    from purchase_order_line l
    where s.org_id = ${o.orgId}
      and l.org_id = s.org_id
      and l.id = s.line_id
      and l.purchase_order_id = ${o.id}
  `);
  return sums.reduce((n, s) => n + s.encumbered, 0);
};

// The link of the order stays good and shows that it is cancelled.
const mailCancellation = async (tx: Tx, o: OrderRecord, reason: string): Promise<void> => {
  const vendor = await vendorOf(tx, o.vendorId);
  if (!vendor.email) return;
  await queueMail(tx, {
    kind: "purchase_order",
    orgId: o.orgId,
    to: vendor.email,
    subject: `Purchase order ${o.number} is cancelled`,
    paragraphs: [
      `${vendor.name},`,
      `We cancel our order ${o.number}, ${o.title}, ${formatCents(o.amount)}. Please do not deliver it.`,
      ...(reason ? [`Why: ${reason}`] : []),
    ],
  });
};

/**
 * Cancels an order of which nothing was received: before issue its requisitions get their lines
 * back, afterwards the encumbrance is released and what it took ends with it.
 */
export const cancelOrder = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<OrderRecord> => {
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "cancel",
    version,
    reason,
    effect: async (record) => {
      const o = record as OrderRecord;
      if (!o.issuedAt) {
        await reopenRequisitions(tx, actor, id, `${o.number} cancelled`);
        return { patch: { closeReason: reason } };
      }
      refuse((await standingOf(tx, id)).kept > 0 ? somethingCame : null);
      await releaseEncumbrance(tx, actor, o, reason ?? "");
      await mailCancellation(tx, o, reason ?? "");
      await endRequisitions(tx, actor, o, reason ?? "");
      return { patch: { closeReason: reason } };
    },
  });
  await settle(tx, actor, row, "cancelled", reason);
  return row;
};

/**
 * Gives back to its requisitions what an order took that never went out; `note` says in their
 * history why.
 */
export const reopenRequisitions = async (
  tx: Tx,
  actor: Actor,
  orderId: string,
  note: string,
): Promise<void> => {
  for (const requisitionId of await giveBack(tx, orderId))
    await transition(tx, asSystem(actor), requisitionNoun, {
      id: requisitionId,
      action: "reopen",
      effect: async (r) => ({ to: r.orderedAmount > 0 ? "partly_ordered" : "approved", note }),
    });
};

type Standing = { kept: number; uninvoiced: number };
// What cost nothing is never billed.
const standingOf = (tx: Tx, id: string): Promise<Standing> =>
  tx.one(sql`
    select
      count(*) filter (where received_quantity > 0) as kept,
      count(*) filter (
        where unit_price <> 0
        and invoiced_quantity < received_quantity
      ) as uninvoiced
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
  `);
const refuse = (why: string | null): void => {
  if (why) throw conflict("rule", why);
};

// What is still needed is asked for anew: the requisition says so, and so does a notice to whoever
// asked.
const endRequisitions = async (tx: Tx, actor: Actor, o: OrderRecord, reason: string) => {
  for (const r of await lapse(tx, o.id)) {
    const to = r.holds
      ? r.ordered
        ? "partly_ordered"
        : "approved"
      : r.ordered
        ? "ordered"
        : "cancelled";
    await transition(tx, asSystem(actor), requisitionNoun, {
      id: r.id,
      action: "lapse",
      effect: async () => ({ to, note: `${o.number} cancelled` }),
    });
    if (r.requesterId)
      notify(tx, [r.requesterId], {
        kind: "requisition",
        title: `${r.number}: its order ${o.number} was cancelled`,
        body: `${reason ? `${reason} ` : ""}Its money is released. Ask anew for what is still needed.`,
        link: `/smart-requisition/${r.id}`,
      });
  }
};

/** Ends an order before everything came: the rest is released, with who and why. */
export const shortCloseOrder = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "shortClose",
    version,
    reason,
    effect: async (record) => {
      const { kept, uninvoiced } = await standingOf(tx, id);
      refuse(kept === 0 && record.invoicedAmount === 0 ? nothingCame : notAllInvoiced(uninvoiced));
      const released = await releaseEncumbrance(tx, actor, record as OrderRecord, reason ?? "");
      return { patch: { closeReason: reason }, note: `${formatCents(released)} released` };
    },
  });

/** Closes an order that is received and invoiced; releases cents that were never invoiced. */
export const closeOrder = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "close",
    version,
    effect: async (record) => {
      refuse(notAllInvoiced((await standingOf(tx, id)).uninvoiced));
      await releaseEncumbrance(tx, actor, record as OrderRecord, "Closed");
    },
  });

// A changed order is acknowledged anew, also when goods of it came meanwhile.
const acknowledgeable: ReadonlySet<string> = new Set(orderCycle.actions.acknowledge.from);

/**
 * The vendor acknowledges by the mailed link. The token names the agency; its digest names the
 * order. 422 when it is not good any more.
 */
export const acknowledgeByToken = async (
  tx: Tx,
  secret: string,
  name: string,
): Promise<OrderRecord> => {
  const found = await tx.maybe<{ id: string; status: string; acknowledgedAt: string | null }>(sql`
    select id, status, acknowledged_at
    from purchase_order
    where org_id = ${tx.scope.orgId} and acknowledge_token_digest = ${digest(secret)}
  `);
  if (!found)
    throw invalidField(
      "token",
      "This link is not good any more. Ask the buyer for a new one.",
      "bad_token",
    );
  if (found.acknowledgedAt || !acknowledgeable.has(found.status))
    throw conflict("acknowledged", "This order was acknowledged already, or has moved on.");
  const actor: Actor = {
    kind: "system",
    personId: null,
    name: `${name} (vendor, by link)`,
    email: "",
    orgId: tx.scope.orgId,
    role: "user",
    duties: [],
    permissions: new Set(),
    departmentIds: [],
    vendorIds: [],
    sessionId: null,
  };
  return acknowledgeOrder(tx, actor, found.id, null, `${name}, by the mailed link`);
};

/** The order that a mailed token names, for the vendor's page; null when the token is not good. */
export const orderOfToken = (tx: Pick<Tx, "maybe" | "scope">, secret: string) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from purchase_order
    where org_id = ${tx.scope.orgId} and acknowledge_token_digest = ${digest(secret)}
  `);
