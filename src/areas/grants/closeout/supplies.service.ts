import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { accountsOfAward } from "#areas/budget/budget.server.ts";
import { goodsChargedTo } from "#areas/finance/finance.server.ts";
import { unusedOfOrders } from "#areas/inventory/inventory.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import type { AwardRecord } from "../award/award.noun.ts";
import { federalOf } from "../drawdown/share.model.ts";
import type { CloseoutItem } from "./closeout-item.ts";
import { supplyLimitOf } from "./supplies.data.ts";

type Supply = { itemId: string; item: string; cents: number };

// At the end of the period; before it, and of a closed award, as it stands or stood.
const dayOf = (db: Db, w: AwardRecord): Day => {
  const today = w.closedOn ?? businessDate(db.scope);
  return today < w.periodTo ? today : w.periodTo;
};

// The award's part of what is left of goods that it paid for, item by item, dearest first.
const suppliesOf = async (db: Db, w: AwardRecord, on: Day): Promise<Supply[]> => {
  const accounts = w.segmentId ? await accountsOfAward(db, w.segmentId) : [];
  if (accounts.length === 0) return [];
  const goods = await goodsChargedTo(
    db,
    accounts.map(({ id }) => id),
  );
  const paid = goods.filter((one) => one.on > 0 && one.whole > 0);
  if (paid.length === 0) return [];
  const left = await unusedOfOrders(
    db,
    paid.map(({ orderLineId }) => orderLineId),
    on,
  );
  const sums = new Map<string, Supply>();
  for (const { orderLineId, itemId, item, cents } of left) {
    const { on: charged, whole } = paid.find((one) => one.orderLineId === orderLineId)!;
    const part = Math.round((cents * Math.min(charged, whole)) / whole);
    sums.set(itemId, { itemId, item, cents: (sums.get(itemId)?.cents ?? 0) + part });
  }
  return [...sums.values()].filter(({ cents }) => cents > 0).sort((a, b) => b.cents - a.cents);
};

/**
 * Unused supplies that a federal award bought, over all kinds together, at the end of its period: beyond
 * the dated limit the federal share is owed. Their cost leaves the award by a cost transfer, to another
 * award that needs them or to money of the agency; what was drawn of it then goes back. Nothing of an
 * award that bought no stock, and of one that is not federal.
 */
export const suppliesItem = async (db: Db, w: AwardRecord): Promise<CloseoutItem[]> => {
  if (!w.federal) return [];
  const on = dayOf(db, w);
  const supplies = await suppliesOf(db, w, on);
  if (supplies.length === 0) return [];
  const total = supplies.reduce((sum, { cents }) => sum + cents, 0);
  const limit = supplyLimitOf(w.periodFrom);
  const ok = total <= limit.cents;
  const named = supplies.slice(0, 20).map(({ item, cents }) => `${item} (${formatCents(cents)})`);
  const more = supplies.length > 20 ? ` and ${supplies.length - 20} more` : "";
  const rows = `Unused supplies on ${formatDate(on)}: ${named.join(", ")}${more}, ${formatCents(total)} together.`;
  return [
    {
      key: "supplies",
      ok,
      text: ok
        ? `${rows} Up to ${formatCents(limit.cents)} stay with the agency.`
        : `${rows} That is more than ${formatCents(limit.cents)}, so ${formatCents(federalOf(total, w.shareRate, w.amount))} of it are owed to the grantor, unless another award needs them: move their cost off this award by a cost transfer, and give back what was drawn of it.`,
      citation: limit.citation,
      records: supplies
        .slice(0, 20)
        .map(({ item, itemId }) => ({ number: item, href: `/inventory/items/${itemId}` })),
    },
  ];
};
