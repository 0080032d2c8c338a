import { formatDate } from "#kernel/dates.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Change, Proposal } from "#kernel/proposal.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { comesAgain, type Again } from "./again.model.ts";
import type { PastNeed } from "./past-need.ts";

/** What is ordered now is needed no sooner than this. */
const leadDays = 7;

/** A need with the name of its department. */
export type NamedNeed = PastNeed & { department: string };

const proposalOf = (need: NamedNeed, again: Again, neededOn: Day): Proposal => {
  const { description, unit, unitPrice, commodityCode, accountStringId } = need;
  const changes: Change[] = [
    { label: "What", path: "lines.0.description", from: "", to: description },
    { label: "Quantity", path: "lines.0.quantity", from: "", to: shownDecimal(again.quantity) },
    { label: "Unit price", path: "lines.0.unitPrice", from: "", to: shownPrice(unitPrice) },
    { label: "Needed on", path: "neededOn", from: "", to: neededOn },
    { label: "Department", path: null, from: "", to: need.department },
  ];
  return {
    label: "Save it as a draft",
    endpoint: "POST /api/v1/requisitions",
    params: {},
    record: null,
    body: {
      title: description,
      justification: `Ordered about every ${again.everyDays} days, the last time as ${need.orderNumber}.`,
      ...{ departmentId: need.departmentId, neededOn },
      lines: [
        {
          ...{ description, unit, commodityCode, quantity: again.quantity, unitPrice },
          splits: [{ accountStringId: accountStringId ?? "", percent: "100" }],
        },
      ],
    },
    changes: accountStringId
      ? changes
      : [
          ...changes,
          { label: "Account", path: "lines.0.splits.0.accountStringId", from: "", to: "" },
        ],
  };
};

/** A need that comes again at its interval and that nobody has asked for yet; null for any other. */
export const foundAgain = (need: NamedNeed, today: Day): Found | null => {
  const again = need.asked ? null : comesAgain(need.bought, today);
  if (!again) return null;
  const { description, unit, unitPrice, bought } = need;
  const last = bought.at(-1)!;
  const least = addDays(today, leadDays);
  const neededOn = again.nextOn > least ? again.nextOn : least;
  const much = `${shownDecimal(again.quantity)} ${unit}`;
  return {
    key: `again:${need.departmentId}:${need.commodityCode ?? ""}:${unit.toLowerCase()}:${description.toLowerCase()}`,
    subject: {
      id: need.requisitionId,
      number: need.requisitionNumber,
      href: `/smart-requisition/${need.requisitionId}`,
    },
    sameness: last.on,
    what: `${description} comes again about every ${again.everyDays} days: ${need.department} would order ${much} by ${formatDate(again.nextOn)}, and nobody has asked yet.`,
    why: `Ordered on ${counted(new Set(bought.map(({ on }) => on)).size, "day")}, the last time on ${formatDate(last.on)} at $${shownPrice(unitPrice)} a ${unit}. The quantity is the middle one of these orders.`,
    since: last.on,
    dueOn: again.nextOn,
    cents: lineTotalCents(again.quantity, unitPrice),
    sources: [
      {
        ...{ kind: "record", label: need.orderNumber, href: `/purchase-orders/${need.orderId}` },
        says: `The last order of it, ${formatCents(lineTotalCents(last.quantity, unitPrice))}`,
      },
      ...bought.slice(-8).map(({ on, quantity }) => ({
        ...{ kind: "record" as const, label: formatDate(on), group: "When it was ordered" },
        href: `/purchase-orders?q=${encodeURIComponent(description)}`,
        says: `${shownDecimal(quantity)} ${unit}`,
      })),
    ],
    proposal: proposalOf(need, again, neededOn),
  };
};
