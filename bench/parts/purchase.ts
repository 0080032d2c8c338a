import { must } from "./figures.ts";
import type { BuyingAgency, Name } from "./people.ts";
import type { Caller } from "./program.ts";

export const LINES = 10;
/** Cents of one purchase: ten lines of three at $12.50. */
export const PURCHASE_CENTS = LINES * 3 * 12_50;

let serial = 0;
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

const requisitionOf = (agency: BuyingAgency, n: number) => ({
  title: `Repair stone ${n}`,
  justification: "North yard is out of stock",
  departmentId: agency.departmentId,
  neededOn: "2027-03-01",
  vendorId: pick(agency.vendors, n),
  // 2,000 commodity codes, so that the look-back for split purchases finds some like purchases, as
  // in an agency's year.
  lines: Array.from({ length: LINES }, (_, i) => ({
    description: `Crushed stone, grade ${i + 1}`,
    commodityCode: String(10_000 + (((n * LINES + i) * 7919) % 2000)),
    quantity: "3",
    unit: "ton",
    unitPrice: "12.50",
    splits: [{ accountStringId: pick(agency.accounts, n * 3 + (i % 2)) }],
  })),
});

type Line = { id: string; description: string };

const receiptOf = (lines: readonly Line[]) => ({
  lines: lines.map((line) => ({ purchaseOrderLineId: line.id, quantity: "3" })),
});

const invoiceOf = (order: { id: string; lines: Line[] }, vendorId: string, n: number) => ({
  vendorId,
  purchaseOrderId: order.id,
  vendorNumber: `V-${process.pid}-${n}`,
  invoiceDate: "2026-11-14",
  lines: order.lines.map((line) => ({
    purchaseOrderLineId: line.id,
    description: line.description,
    quantity: "3",
    unit: "ton",
    unitPrice: "12.50",
  })),
  submit: true,
});

/**
 * One whole purchase of ten lines over HTTP, from the requisition to the posted invoice: six steps,
 * each by the person whose duty it is.
 */
export const buy = async (
  call: Caller,
  agency: BuyingAgency,
  tokens: Record<Name, string>,
): Promise<void> => {
  const n = serial++;
  const vendorId = pick(agency.vendors, n);
  const post = (name: Name, path: string, body: unknown = {}, version?: number) =>
    call("POST", `/api/v1/${path}`, { token: tokens[name], version, body });

  const requisition = { ...requisitionOf(agency, n), submit: true };
  const asked = await post("requester", "requisitions", requisition);
  must(asked.status === "in_approval", `the requisition is ${asked.status}`);
  await post("manager", `approvals/${asked.approvalId}/actions/approve`);

  const order = await post("buyer", "purchase-orders", {
    title: asked.title,
    vendorId,
    departmentId: agency.departmentId,
    requisitionLines: asked.lines.map((line: Line) => ({ requisitionLineId: line.id })),
    issue: true,
  });
  must(order.status === "issued", `the order is ${order.status}`);

  const receive = `purchase-orders/${order.id}/actions/receive`;
  const received = await post("receiver", receive, receiptOf(order.lines), order.version);
  must(received.status === "received", `the order is ${received.status}`);

  const invoice = await post("ap", "invoices", invoiceOf(order, vendorId, n));
  must(
    invoice.status === "in_approval" && invoice.total === PURCHASE_CENTS,
    `the invoice is ${invoice.status} over ${invoice.total}`,
  );
  const posted = await post("manager", `approvals/${invoice.approvalId}/actions/approve`);
  must(posted.status === "approved", `the approval is ${posted.status}`);
};
