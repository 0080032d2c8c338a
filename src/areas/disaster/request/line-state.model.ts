import type { LineState, RequestSource } from "./request.labels.ts";

/** What is on file of a line of a resource request. Quantities as decimal numbers. */
export type LineFacts = {
  source: RequestSource | null;
  /** Whether finance has reviewed the money. */
  funded: boolean;
  /** The request was denied or cancelled: nobody gives anything to it any more. */
  over: boolean;
  quantity: number;
  givenAt: string | null;
  /** Of a purchase: its requisition's status; null where it is bought by none. */
  requisition: string | null;
  /** What stands on issued orders of it, and what of that came. */
  ordered: number;
  received: number;
  /** An order of it ended before all of it came. */
  ended: boolean;
  /** The order in force that it comes by, by its status. */
  order: string | null;
};

const ofPurchase = (l: LineFacts): LineState => {
  if (l.ordered > 0 || l.received > 0) {
    if (l.received >= l.quantity) return "filled";
    if (l.ended) return l.received > 0 ? "short" : "fell";
    return l.received > 0 ? "partly" : "ordered";
  }
  if (l.ended) return "fell";
  const status = l.requisition ?? "";
  if (["approved", "partly_ordered", "ordered"].includes(status)) return "approved";
  return ["rejected", "cancelled", "withdrawn", "lapsed"].includes(status) ? "fell" : "approval";
};

const byOrder: Readonly<Record<string, LineState>> = {
  partly_received: "partly",
  received: "filled",
  closed: "filled",
  short_closed: "short",
  cancelled: "fell",
};

/** Where a line stands, by its records alone: order and receipt, or who gave it. Nothing is pressed. */
export const lineState = (l: LineFacts): LineState => {
  if (!l.source) return l.over ? "unneeded" : "open";
  if (!l.funded) return l.over ? "unneeded" : "planned";
  if (l.source === "purchase" && l.requisition !== null) return ofPurchase(l);
  if (l.order !== null) return byOrder[l.order] ?? "ordered";
  if (l.givenAt !== null) return "filled";
  return l.over ? "unneeded" : "waits";
};

/** The state of a request by its lines; filled once nothing of it is still to come. */
export const requestState = (
  lines: readonly LineState[],
): "funded" | "ordered" | "partial" | "received" => {
  const some = (...of: LineState[]) => lines.some((l) => of.includes(l));
  if (lines.every((l) => l === "filled")) return "received";
  if (some("filled", "partly", "short")) return "partial";
  return some("ordered") ? "ordered" : "funded";
};
