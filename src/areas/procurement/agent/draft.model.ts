import { formatDate } from "#kernel/dates.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import type { Source } from "#kernel/proposal.ts";
import { shownPrice } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import type { NeedLine } from "./need.model.ts";
import type { PastLine } from "./past-line.model.ts";
import { sameUnit } from "./units.data.ts";

export type Account = { id: string; code: string; label: string; available: number | null };
/** What a contract in force asks for one, by its rate sheet of today. */
export type Rate = { contractId: string; number: string; unit: string; unitPrice: string };
/** What is on record of a line of a need. */
export type OnRecord = {
  /** The line of an order that says the same, the likest first. */
  past: readonly PastLine[];
  rate: Rate | null;
  /** The account that paid it, where it is of the asker's department and still in use. */
  account: Account | null;
  /** An award's account paid it, which no draft names by itself. */
  awards: boolean;
  /** The commodity code of the agency's list for its words, where no order says the same. */
  code: string | null;
};

/** A line of the draft: what is known of it, and in words from where, or why it is not. */
export type DraftLine = {
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  commodityCode: string;
  account: Account | null;
  cents: number;
  said: readonly string[];
  sources: readonly Source[];
};

type Priced = { unit: string; unitPrice: string; said: string; sources: readonly Source[] };

const boughtSource = (past: PastLine): Source => ({
  kind: "record",
  label: past.orderNumber,
  href: `/purchase-orders/${past.orderId}`,
  says: `${past.description}: ${past.quantity} ${past.unit} at $${shownPrice(past.unitPrice)} on ${formatDate(past.boughtOn as Day)}, ${past.vendor}${past.accountCode ? `, account ${past.accountCode}` : ""}`,
});

const rateSource = ({ contractId, number, unit, unitPrice }: Rate): Source => ({
  kind: "record",
  label: number,
  href: `/contracts/${contractId}`,
  says: `Its rate sheet asks $${shownPrice(unitPrice)} per ${unit} today`,
});

/** The unit and the price of one, from what was said, the contract, or the last order; empty where none fits. */
const pricedOf = (line: NeedLine, { past: [past], rate }: OnRecord): Priced => {
  // Without a unit single things are meant; nothing is said of how many lie in a case.
  const asked = line.unit ?? "each";
  const paid = past && sameUnit(past.unit, asked) ? past : null;
  const unit = paid?.unit ?? asked;
  if (line.unitPrice)
    return { unit, unitPrice: line.unitPrice, said: "The price is as you said it.", sources: [] };
  if (rate && sameUnit(rate.unit, asked))
    return {
      ...{ unit: rate.unit, unitPrice: rate.unitPrice, sources: [rateSource(rate)] },
      said: `Contract ${rate.number} asks $${shownPrice(rate.unitPrice)} per ${rate.unit} today.`,
    };
  if (paid)
    return {
      ...{ unit, unitPrice: paid.unitPrice, sources: [] },
      said: `${paid.orderNumber} paid $${shownPrice(paid.unitPrice)} per ${paid.unit} to ${paid.vendor} on ${formatDate(paid.boughtOn as Day)}.`,
    };
  if (past)
    return {
      ...{ unit: line.unit ?? "", unitPrice: "", sources: [] },
      said: `${past.orderNumber} bought it by the ${past.unit}; ${line.unit ? `a price by the ${line.unit} is not on record` : "you name no unit"}, so the price is left empty.`,
    };
  return {
    ...{ unit, unitPrice: "", sources: [] },
    said: "No order says the like, so price and account are left empty.",
  };
};

const accountSaid = ({ past: [past], account, awards }: OnRecord, cents: number): string[] => {
  if (!past) return [];
  if (awards)
    return [
      `Account ${past.accountCode} paid it from an award, which pays only what it was given for: choose the account.`,
    ];
  if (!account)
    return past.accountCode
      ? [
          `Account ${past.accountCode} paid it, which is another department's or no longer in use: choose one.`,
        ]
      : ["Several accounts paid it: choose one."];
  return account.available !== null && account.available < cents
    ? [`Account ${account.code} has ${formatCents(Math.max(0, account.available))} left.`]
    : [];
};

/** A line of the draft from what was asked and what is on record of it. */
export const draftLine = (line: NeedLine, onRecord: OnRecord): DraftLine => {
  const [past] = onRecord.past;
  const { unit, unitPrice, said, sources } = pricedOf(line, onRecord);
  const cents = line.quantity && unitPrice ? lineTotalCents(line.quantity, unitPrice) : 0;
  return {
    ...{ description: line.description, quantity: line.quantity ?? "", unit, unitPrice, cents },
    commodityCode: past?.commodityCode ?? onRecord.code ?? "",
    account: onRecord.account,
    said: [
      ...(line.quantity ? [] : ["You do not say how many."]),
      said,
      ...accountSaid(onRecord, cents),
    ],
    sources: [...sources, ...(past ? [boughtSource(past)] : [])],
  };
};

/**
 * The past line that counts for somebody of a department: the likest one, or one of the department's
 * own that says as much.
 */
export const ownFirst = (past: readonly PastLine[], departmentId: string): readonly PastLine[] => {
  const same = (line: PastLine) =>
    line.departmentId === departmentId &&
    line.description.toLowerCase() === past[0]?.description.toLowerCase();
  return [...past.filter(same), ...past.filter((line) => !same(line))];
};
