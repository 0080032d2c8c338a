import { newId } from "#kernel/ids.ts";
import { lineTotalCents, splitCents } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { ApiProblem } from "#web/kit/api.ts";
import type { FormValues } from "#web/kit/form/values.ts";
import type { Method } from "../method/method.labels.ts";
import type { RequisitionDetail } from "../requisition/requisition.model.ts";
import type { OrderKind } from "./order.labels.ts";
import type { OrderDetail } from "./order.answer.model.ts";
import type { OrderInput } from "./order.model.ts";

/**
 * Accounts of a line that several pay, which the grid does not part: they stay, in their
 * proportion.
 */
export type Share = { accountStringId: string; percent: string | null; amount: number };
/**
 * `key` tells a line from others when two people edit one order: a line's own id does not outlive
 * an edit.
 */
export type OrderLine = {
  key: string;
  requisitionLineId: string | null;
  /** The item of its contract's rate sheet. */
  rateCode: string | null;
  commodityCode: string | null;
  costCodeId: string | null;
  /** Its code and name, of a stored line. */
  costCode?: string | null;
  accountStringId: string;
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  from: string;
  /** The unit price of the requisition; beyond it the order is weighed by itself. */
  approvedPrice?: string;
  shares?: Share[];
  charged?: string;
};
/** The accounts of a line of its own that several pay; none where the grid names the one. */
export const sharesOf = (l: OrderLine): Share[] =>
  l.requisitionLineId || (l.shares?.length ?? 0) < 2 ? [] : l.shares!;
/** The fields of the model, and what only the form needs. */
export type OrderValues = FormValues<
  Omit<OrderInput, "termsDays" | "method" | "lines" | "requisitionLines">
> & {
  requisitionId: string;
  kind: OrderKind;
  termsDays: string;
  method: Method | "";
  lines: OrderLine[];
};

/** A new line of the order's own. */
export const blankOrderLine = (): OrderLine => ({
  key: newId(),
  requisitionLineId: null,
  rateCode: null,
  commodityCode: null,
  costCodeId: null,
  accountStringId: "",
  description: "",
  quantity: "1",
  unit: "each",
  unitPrice: "",
  from: "",
  shares: [],
  charged: "",
});

/** Cents of a line, null while its figures are no numbers. */
export const orderLineTotal = (line: Record<string, unknown>): number | null => {
  const { quantity, unitPrice } = line as OrderLine;
  return /^\d+(\.\d{1,4})?$/.test(quantity) && /^\d+(\.\d{1,4})?$/.test(unitPrice)
    ? lineTotalCents(quantity, unitPrice)
    : null;
};

const splitsOf = (l: OrderLine) => {
  const shares = sharesOf(l);
  if (shares.length === 0) return [{ accountStringId: l.accountStringId }];
  if (shares.every((s) => s.percent !== null))
    return shares.map(({ accountStringId, percent }) => ({ accountStringId, percent }));
  const parts = splitCents(
    orderLineTotal(l) ?? 0,
    shares.some((s) => s.amount > 0) ? shares.map((s) => s.amount) : shares.map(() => 1),
  );
  return shares.map(({ accountStringId }, at) => ({ accountStringId, amount: parts[at]! }));
};

/** What the API takes of a draft. */
export const toOrder = ({
  requisitionId: _r,
  kind,
  blanketId,
  endsOn,
  lines,
  ...head
}: OrderValues) => ({
  ...head,
  ...(kind === "release" ? { blanketId: blanketId || null } : {}),
  ...(kind === "blanket" ? { endsOn: endsOn || null } : {}),
  promisedOn: head.promisedOn || null,
  contractId: head.contractId || null,
  placeId: head.placeId || null,
  method: head.method || null,
  termsDays: Number(head.termsDays) || 0,
  requisitionLines: lines
    .filter((l) => l.requisitionLineId)
    .map((l) => ({
      requisitionLineId: l.requisitionLineId,
      rateCode: l.rateCode || null,
      quantity: l.quantity,
      unitPrice: l.unitPrice,
    })),
  lines: lines
    .filter((l) => !l.requisitionLineId)
    .map((l) => ({
      rateCode: l.rateCode || null,
      description: l.description,
      commodityCode: l.commodityCode || null,
      costCodeId: l.costCodeId || null,
      quantity: l.quantity,
      unit: l.unit,
      unitPrice: l.unitPrice,
      splits: splitsOf(l),
    })),
});

const chargedOf = (splits: readonly { code: string }[]) => splits.map((s) => s.code).join(", ");

/** What of a requisition is left to order, as lines of the form. */
export const openLines = (r: RequisitionDetail): OrderLine[] =>
  r.lines
    .filter((l) => Number(l.openQuantity) > 0)
    .map((l) => ({
      key: l.id,
      requisitionLineId: l.id,
      rateCode: null,
      commodityCode: l.commodityCode,
      costCodeId: l.costCodeId,
      costCode: l.costCode,
      accountStringId: l.splits[0]?.accountStringId ?? "",
      description: l.description,
      quantity: plainDecimal(l.openQuantity),
      unit: l.unit,
      unitPrice: plainDecimal(l.unitPrice, 2),
      approvedPrice: l.unitPrice,
      from: r.number,
      shares: [],
      charged: chargedOf(l.splits),
    }));

/** Stored lines as the form's values. */
export const toOrderLines = (lines: OrderDetail["lines"]): OrderLine[] =>
  lines.map((l) => ({
    key: l.requisitionLineId ?? `own-${l.lineNo}`,
    requisitionLineId: l.requisitionLineId,
    rateCode: l.rateCode,
    commodityCode: l.commodityCode,
    costCodeId: l.costCodeId,
    costCode: l.costCode,
    accountStringId: l.splits[0]?.accountStringId ?? "",
    description: l.description,
    quantity: plainDecimal(l.quantity),
    unit: l.unit,
    unitPrice: plainDecimal(l.unitPrice, 2),
    approvedPrice: l.requisitionPrice ?? "",
    from: l.requisitionNumber ?? "",
    shares:
      l.requisitionLineId || l.splits.length < 2
        ? []
        : l.splits.map(({ accountStringId, percent, amount }) => ({
            accountStringId,
            percent,
            amount,
          })),
    charged: chargedOf(l.splits),
  }));

/**
 * The server counts the lines from requisitions by themselves; its errors belong to the lines of
 * the grid.
 */
export const onGrid = (error: unknown, values: OrderValues): unknown => {
  if (!(error instanceof ApiProblem)) return error;
  const places = {
    requisitionLines: values.lines.flatMap((l, at) => (l.requisitionLineId ? [at] : [])),
    lines: values.lines.flatMap((l, at) => (l.requisitionLineId ? [] : [at])),
  };
  const errors = error.errors.map((each) => {
    const [, list, at, rest] = /^(requisitionLines|lines)\.(\d+)(?:\.(.+))?$/.exec(each.path) ?? [];
    return list
      ? {
          ...each,
          path: `lines.${places[list as keyof typeof places][Number(at)] ?? at}.${rest?.startsWith("splits") ? "accountStringId" : (rest ?? "description")}`,
        }
      : each;
  });
  return new ApiProblem(error.status, { ...error.extra, errors });
};

/** More of them than an address holds: the rules are then asked when the order is sent. */
const MOST = 200;

/**
 * What of an order is weighed before it goes out: its cents, what it is compared by, what it takes
 * of requisitions (null: too many to ask about), and how many these are. Null where it stays
 * within the approved lines of one requisition, which says how it is bought.
 */
export const weighedOf = (lines: readonly OrderLine[]) => {
  const taken = lines.filter((l) => l.requisitionLineId);
  const requisitions = new Set(taken.map((l) => l.from)).size;
  const beyond = taken.some((l) => Number(l.unitPrice) > Number(l.approvedPrice));
  const amount = lines.reduce((n, l) => n + (orderLineTotal(l) ?? 0), 0);
  if (amount === 0 || (taken.length === lines.length && requisitions === 1 && !beyond)) return null;
  const accounts = (of: readonly OrderLine[]) => [
    ...new Set(
      of.flatMap((l) =>
        sharesOf(l).length ? sharesOf(l).map((s) => s.accountStringId) : l.accountStringId || [],
      ),
    ),
  ];
  return {
    requisitions,
    amount,
    taking:
      taken.length > MOST
        ? null
        : taken.map((l) => ({ lineId: l.requisitionLineId!, amount: orderLineTotal(l) ?? 0 })),
    like: {
      codes: [...new Set(lines.flatMap((l) => l.commodityCode || []))],
      accounts: accounts(lines),
      uncoded: accounts(lines.filter((l) => !l.commodityCode)),
    },
  };
};
