import { invalidField } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import type { purchaseOrder } from "../procurement.tables.ts";
import { requireAccounts, requireBlanket, requireEnd, blanketOf } from "./blanket.service.ts";
import { atContractRates } from "./contract-rates.service.ts";
import { requireContract } from "./contracts.service.ts";
import type { BuiltLines } from "./order-lines.service.ts";
import type { OrderInput, OrderPatch } from "./order.model.ts";

type OrderRecord = typeof purchaseOrder.$inferSelect;
type Placed = {
  input: OrderInput;
  kind: OrderRecord["kind"];
  year: { id: string; year: number };
};

/**
 * What a new order is placed under and charged to: a release takes the contract and the fiscal year of
 * its blanket order, a blanket order names its last day within the year, every other order is charged
 * to the year of today. 422 with the path of what it cannot be placed under.
 */
export const placedUnder = async (tx: Tx, asked: OrderInput): Promise<Placed> => {
  const today = businessDate(tx.scope);
  const { blanketId } = asked;
  const blanket = blanketId ? await requireBlanket(tx, { ...asked, blanketId }) : null;
  const year = blanket
    ? { id: blanket.fiscalYearId, year: blanket.year }
    : await fiscalYearOf(tx, today, "title");
  const input = blanket ? { ...asked, contractId: blanket.contractId } : asked;
  await requireContract(tx, input.contractId, input.vendorId);
  if (input.endsOn) {
    await requireEnd(tx, input.endsOn, year.id);
    return { input, kind: "blanket", year };
  }
  return {
    input: await atContractRates(tx, input, input.contractId, today),
    kind: blanket ? "release" : "standard",
    year,
  };
};

/** A blanket order names each account once, in a line that no other account pays: 422. */
export const requireOneAccountEach = (
  kind: OrderRecord["kind"],
  { lines, splits }: Pick<BuiltLines, "lines" | "splits">,
): void => {
  if (kind !== "blanket") return;
  const seen = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const own = splits.filter((split) => split.lineId === line.id);
    const [first] = own;
    if (own.length !== 1 || seen.has(first!.accountStringId))
      throw invalidField(
        `lines.${at}.splits`,
        "A blanket order names each account once: one line for each account, with its amount.",
      );
    seen.add(first!.accountStringId);
  }
};

type Edited = Pick<OrderPatch, "vendorId" | "contractId" | "endsOn"> &
  Partial<Pick<OrderInput, "requisitionLines" | "lines">>;

/**
 * Refuses an edit that takes a release off its blanket order, or moves a blanket order's last day out
 * of its year. 422.
 */
export const requireStillPlaced = async (
  tx: Tx,
  before: OrderRecord,
  patch: Edited,
): Promise<void> => {
  if (patch.endsOn && before.kind !== "blanket")
    throw invalidField("endsOn", "Only a blanket order has a last day.");
  if (patch.endsOn) await requireEnd(tx, patch.endsOn, before.fiscalYearId);
  if (!before.blanketId) return;
  const blanket = (await blanketOf(tx, before.blanketId))!;
  if ((patch.vendorId ?? before.vendorId) !== blanket.vendorId)
    throw invalidField("vendorId", `${blanket.number} was placed with another vendor.`);
  if (patch.contractId !== undefined && (patch.contractId ?? null) !== blanket.contractId)
    throw invalidField("contractId", `The contract is that of ${blanket.number}.`);
  if (patch.requisitionLines?.length)
    throw invalidField("requisitionLines", "A release takes no lines of requisitions.");
  await requireAccounts(tx, blanket, patch.lines ?? []);
};
