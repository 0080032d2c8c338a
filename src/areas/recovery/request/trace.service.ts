import { groupBy } from "#kernel/group.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import {
  costsOf,
  liveClaims,
  paymentsOf,
  payrollPaid,
  type ClaimRow,
  type Cost,
} from "#areas/finance/finance.server.ts";
import type { PaymentProof } from "#areas/finance/finance.public.ts";
import { receiptNumbers } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { numbersOf } from "#server/origin/chain.ts";
import { filesOfRecords, type FileOfRecord } from "#server/http/attachments.ts";
import { masked } from "../bundle/bundle.labels.ts";
import { priceBases } from "../item/item.labels.ts";
import { covers } from "../item/proof.model.ts";
import { paProject, paRequest } from "../recovery.tables.ts";
import { hourLines } from "./hour-trace.service.ts";
import { itemsIn, type ItemRecord } from "./proof.service.ts";
import { billsOf, stockBehind, type StockBehind } from "./stock-proof.service.ts";

const heads = [
  "request",
  "project",
  "line",
  "kind",
  "what",
  "person",
  "day",
  "minutes",
  "pay",
  "rule",
  "citation",
  "requisition",
  "order",
  "receipt",
  "invoice",
  "paid_on",
  "paid_cents",
  "cost_cents",
  "insured_cents",
  "federal_cents",
  "match_cents",
  "claims",
  "evidence_sha256",
  "damage",
  "payment",
  "payroll",
  "stock_issue",
  "lot",
  "quantity",
  "unit",
  "price_basis",
  "site",
] as const;
const paymentHeads = [
  "request",
  "line",
  "invoice",
  "payment",
  "method",
  "bank_trace",
  "paid_on",
  "cleared_on",
  "paid_cents",
  "bank_file_sha256",
] as const;
const photoHeads = [
  "project",
  "damage",
  "file",
  "sha256",
  "taken",
  "latitude",
  "longitude",
] as const;

// A cell of CSV; what a spreadsheet would take as a formula stands behind an apostrophe.
const cell = (value: string | number | null | undefined): string => {
  const text = value === null || value === undefined ? "" : masked(String(value));
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
type Cells = readonly (string | number | null | undefined)[];
const csv = (rows: readonly Cells[]): string =>
  `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;

/** The records that stand behind a request, each once, with the sort of evidence that they are. */
type Records = {
  damage: readonly { id: string; number: string }[];
  procurement: readonly string[];
  receipts: readonly string[];
  invoices: readonly string[];
  hours: readonly string[];
};

export type Trace = {
  name: string;
  text: string;
  photos: string;
  payments: string;
  hours: string;
  records: Records;
  files: readonly FileOfRecord[];
  items: readonly ItemRecord[];
  /** The numbers by which people know the records, by id. */
  numbers: ReadonlyMap<string, string>;
};

/** The number of a line of a request, as its trace, its summary and its folders name it. */
export const lineNumber = (request: string, at: number): string =>
  `${request}-${String(at + 1).padStart(3, "0")}`;

const some = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

const recordsOf = async (
  db: Db,
  projectId: string,
  items: readonly ItemRecord[],
  costs: readonly Cost[],
): Promise<Records> => ({
  damage: await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from pa_damage
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by number
    limit 5000
  `),
  procurement: some(costs.flatMap((c) => [c.requisitionId, c.purchaseOrderId])),
  receipts: some(costs.map((c) => c.receiptId)),
  invoices: some(costs.map((c) => c.invoiceId)),
  hours: some(items.map((i) => i.workHourId)),
});

// A record without a number of its own is named by its id, so that nothing is nameless.
const numbersBehind = async (
  db: Db,
  costs: readonly Cost[],
  records: Records,
): Promise<ReadonlyMap<string, string>> => {
  const [documents, receipts] = await Promise.all([
    numbersOf(
      db,
      costs.flatMap((c) => [
        ...(c.requisitionId ? [{ type: "requisition", id: c.requisitionId }] : []),
        ...(c.purchaseOrderId ? [{ type: "purchaseOrder", id: c.purchaseOrderId }] : []),
        ...(c.invoiceId ? [{ type: "invoice", id: c.invoiceId }] : []),
      ]),
    ),
    receiptNumbers(db, records.receipts),
  ]);
  return new Map([
    ...documents,
    ...receipts,
    ...records.damage.map((d): [string, string] => [d.id, d.number]),
  ]);
};

const claimedOf = (claims: readonly ClaimRow[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const c of claims) sums.set(c.costLineId, (sums.get(c.costLineId) ?? 0) + c.cents);
  return sums;
};

const filesBy = (files: readonly FileOfRecord[]): ReadonlyMap<string, FileOfRecord[]> => {
  const by = new Map<string, FileOfRecord[]>();
  for (const f of files) by.set(f.objectId, [...(by.get(f.objectId) ?? []), f]);
  return by;
};

type Sides = {
  request: string;
  project: string;
  damage: string;
  /** The costs behind each line; of a material the bills by which its goods came. */
  behind: ReadonlyMap<string, readonly Cost[]>;
  stock: StockBehind;
  claims: ReadonlyMap<string, number>;
  files: ReadonlyMap<string, FileOfRecord[]>;
  numbers: ReadonlyMap<string, string>;
  payments: ReadonlyMap<string, PaymentProof[]>;
  pays: Awaited<ReturnType<typeof payrollPaid>>;
};
// The payments of the invoices behind a line.
const paymentsBehind = (i: ItemRecord, { behind, payments }: Sides): readonly PaymentProof[] =>
  some((behind.get(i.id) ?? []).map((c) => c.invoiceId)).flatMap((id) => payments.get(id) ?? []);

// What funders hold of the costs that a line stands on.
const claimedBehind = (i: ItemRecord, { claims, stock }: Sides): number | null => {
  if (i.costLineId) return claims.get(i.costLineId) ?? 0;
  if (i.basis !== "invoice") return null;
  return stock.costs.reduce(
    (sum, c) => sum + (c.lineId === i.stockLineId ? (claims.get(c.id) ?? 0) : 0),
    0,
  );
};

// The journals by which the hours of a line were paid.
const payrollBehind = (i: ItemRecord, { pays }: Sides): string[] =>
  i.kind === "labor"
    ? some(
        pays
          .filter((pay) => covers(pay, { person: i.person, day: i.dayFrom }))
          .map((pay) => pay.documentNumber),
      )
    : [];

const paymentLines = (i: ItemRecord, at: number, s: Sides): Cells[] =>
  paymentsBehind(i, s).map((p) => [
    s.request,
    lineNumber(s.request, at),
    s.numbers.get(p.invoiceId) ?? p.invoiceId,
    p.number,
    p.method,
    p.trace,
    p.paidOn,
    p.clearedOn,
    p.cents,
    p.fileSha256,
  ]);

const lineOf = (i: ItemRecord, at: number, s: Sides): Cells => {
  const costs = s.behind.get(i.id) ?? [];
  const named = (of: (c: Cost) => string | null) =>
    some(costs.map(of))
      .map((id) => s.numbers.get(id) ?? id)
      .join(" ");
  const behind = some(
    costs.flatMap((c) => [c.requisitionId, c.purchaseOrderId, c.receiptId, c.invoiceId]),
  );
  const issue = s.stock.lines.get(i.stockLineId ?? "");
  const paid = i.stockLineId
    ? s.stock.costs.filter((c) => i.basis === "invoice" && c.lineId === i.stockLineId)
    : costs;
  return [
    s.request,
    s.project,
    lineNumber(s.request, at),
    i.kind,
    i.label,
    i.person,
    i.dayFrom,
    i.minutes,
    i.pay,
    i.rule,
    i.citation,
    named((c) => c.requisitionId),
    named((c) => c.purchaseOrderId),
    named((c) => c.receiptId),
    named((c) => c.invoiceId),
    some(costs.map((c) => c.paidOn)).join(" "),
    paid.length > 0 ? paid.reduce((sum, c) => sum + c.paid, 0) : null,
    i.cents,
    i.insured,
    i.federal,
    i.match,
    claimedBehind(i, s),
    some(behind.flatMap((id) => (s.files.get(id) ?? []).map((f) => f.sha256))).join(" "),
    s.damage,
    paymentsBehind(i, s)
      .map((p) => p.number)
      .join(" "),
    payrollBehind(i, s).join(" "),
    issue?.movement,
    issue?.lot,
    i.quantity && plainDecimal(i.quantity),
    i.unit,
    i.basis && priceBases[i.basis],
    i.site,
  ];
};

const photosOf = (
  project: string,
  { damage }: Records,
  by: ReadonlyMap<string, FileOfRecord[]>,
): Cells[] =>
  damage.flatMap((d) =>
    (by.get(d.id) ?? []).map((f) => [
      project,
      d.number,
      f.name,
      f.sha256,
      f.takenAt,
      f.latitude,
      f.longitude,
    ]),
  );

// The costs on which lines stand: what was bought for the work, and what stock was bought by.
const costsBehind = async (db: Db, items: readonly ItemRecord[]) => {
  const ids = items.flatMap((i) => i.costLineId ?? []);
  const [bought, stock] = await Promise.all([
    ids.length ? costsOf(db, { ids }) : [],
    stockBehind(db, items),
  ]);
  const boughtBy = new Map(bought.map((c) => [c.id, c]));
  const behind = new Map(
    items.map((i) => {
      const own = i.costLineId ? boughtBy.get(i.costLineId) : undefined;
      return [i.id, own ? [own] : billsOf(i, stock)] as const;
    }),
  );
  const costs = [...new Map([...behind.values()].flat().map((c) => [c.id, c])).values()];
  return { behind, stock, costs };
};

/**
 * The trace of a request as CSV (RFC 4180): request, project, line, order, receipt, invoice, payment or
 * hour by the numbers that people know, and its evidence by hash, in cents; beside it the photographs of
 * its damage, the payments with what the bank knows them by, and the hours with who confirmed them. Twice asked, the same bytes; what looks like a tax number is masked. 404.
 */
export const traceOf = async (db: Db, requestId: string): Promise<Trace> => {
  const r = await getRow(db, paRequest, requestId, "request");
  const [p, items, claims] = await Promise.all([
    getRow(db, paProject, r.projectId, "project"),
    itemsIn(db, requestId),
    liveClaims(db, { claimerId: requestId }),
  ]);
  const { behind, stock, costs } = await costsBehind(db, items);
  const records = await recordsOf(db, p.id, items, costs);
  const files = await filesOfRecords(db, [
    r.id,
    p.id,
    ...records.damage.map((d) => d.id),
    ...records.procurement,
    ...records.receipts,
    ...records.invoices,
  ]);
  const by = filesBy(files);
  const days = items.filter((i) => i.kind === "labor").map((i) => i.dayFrom);
  const [numbers, paid, pays] = await Promise.all([
    numbersBehind(db, costs, records),
    paymentsOf(db, records.invoices),
    days.length > 0
      ? payrollPaid(db, { from: days.toSorted()[0]!, to: days.toSorted().at(-1)! })
      : [],
  ]);
  const sides: Sides = {
    request: r.number,
    project: p.number,
    damage: records.damage.map((d) => d.number).join(" "),
    ...{ behind, stock },
    claims: claimedOf(claims),
    files: by,
    numbers,
    payments: groupBy(paid, (p) => p.invoiceId),
    pays,
  };
  const hours = await hourLines(
    db,
    items,
    { request: r.number, lineOf: (at) => lineNumber(r.number, at) },
    pays,
  );
  return {
    name: `${r.number}-trace.csv`,
    text: csv([heads, ...items.map((i, at) => lineOf(i, at, sides))]),
    photos: csv([photoHeads, ...photosOf(p.number, records, by)]),
    payments: csv([paymentHeads, ...items.flatMap((i, at) => paymentLines(i, at, sides))]),
    hours: csv(hours),
    records,
    files,
    items,
    numbers,
  };
};
