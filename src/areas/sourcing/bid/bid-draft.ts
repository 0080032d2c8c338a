import "#kernel/plain-words.ts";
import { totalsOf } from "../opening/tabulation.model.ts";
import {
  priceContent,
  technicalContent,
  type PriceContent,
  type TechnicalContent,
} from "./bid-content.model.ts";
import type { BidDesk } from "./bid.model.ts";

export type DraftLine = {
  unitPrice: string;
  noBid: boolean;
  leadDays: string;
  alternate: string;
  alternatePrice: string;
};
type DraftDiscount = { lotIds: string[]; from: string; percent: string };
type DraftCapacity = { lotId: string; most: string };
/** A file chosen for the bid; its bytes stay in this tab and are not kept with the draft. */
export type DraftFile = {
  requirementId: string | null;
  envelope: "technical" | "price";
  file: File;
};
/** What a vendor has typed: text as typed, so that nothing is lost by a wrong comma. */
export type BidDraft = {
  lines: Record<string, DraftLine>;
  discounts: DraftDiscount[];
  capacities: DraftCapacity[];
  answers: Record<string, string>;
  statement: string;
  note: string;
  validDays: string;
  acknowledged: number[];
};

const blankLine: DraftLine = {
  unitPrice: "",
  noBid: false,
  leadDays: "",
  alternate: "",
  alternatePrice: "",
};
const blankDraft: BidDraft = {
  lines: {},
  discounts: [],
  capacities: [],
  answers: {},
  statement: "",
  note: "",
  validDays: "90",
  acknowledged: [],
};
export const lineOf = (draft: BidDraft, itemId: string): DraftLine =>
  draft.lines[itemId] ?? blankLine;

const keyOf = (personId: string, solicitationId: string) =>
  `levee.bid.${personId}.${solicitationId}`;

/** The draft kept in this browser, or an empty one. */
export const readDraft = (personId: string, solicitationId: string): BidDraft => {
  try {
    return {
      ...blankDraft,
      ...(JSON.parse(
        localStorage.getItem(keyOf(personId, solicitationId)) ?? "{}",
      ) as Partial<BidDraft>),
    };
  } catch {
    return blankDraft;
  }
};
export const keepDraft = (personId: string, solicitationId: string, draft: BidDraft): void => {
  try {
    localStorage.setItem(keyOf(personId, solicitationId), JSON.stringify(draft));
  } catch {
    /* storage refused: the draft lives as long as the page */
  }
};
export const dropDraft = (personId: string, solicitationId: string): void => {
  try {
    localStorage.removeItem(keyOf(personId, solicitationId));
  } catch {
    /* nothing was kept */
  }
};

const cents = (text: string): number => Math.round(Number(text.replaceAll(",", "")) * 100);
const decimal = (text: string): string | null => text.replaceAll(",", "").trim() || null;
const hex = async (file: File): Promise<string> =>
  Array.from(
    new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
const listed = (files: readonly DraftFile[], envelope: string) =>
  Promise.all(
    files
      .filter((each) => each.envelope === envelope)
      .map(async ({ requirementId, file }) => ({
        requirementId,
        name: file.name.slice(0, 255),
        mediaType: (file.type || "application/octet-stream").slice(0, 120),
        size: file.size,
        sha256: await hex(file),
      })),
  );

/**
 * What is typed wrongly or missing, each with the place that the page shows it at; empty when the
 * bid can be sealed.
 */
export type Fault = { path: string; message: string };

const addLineFaults = (desk: BidDesk, draft: BidDraft, faults: Fault[], price: RegExp): void => {
  for (const item of desk.items) {
    const line = lineOf(draft, item.id);
    if (!line.noBid && !item.optional && !price.test(decimal(line.unitPrice) ?? ""))
      faults.push({
        path: `line-${item.id}`,
        message: `Item ${item.itemNo}: enter a unit price, or choose "No bid".`,
      });
    else if (line.unitPrice && !line.noBid && !price.test(decimal(line.unitPrice) ?? ""))
      faults.push({
        path: `line-${item.id}`,
        message: `Item ${item.itemNo}: a price is a number with at most four decimals.`,
      });
    if (line.leadDays && !/^\d{1,4}$/.test(line.leadDays))
      faults.push({
        path: `lead-${item.id}`,
        message: `Item ${item.itemNo}: the lead time is a number of days.`,
      });
    if (line.alternate && !price.test(decimal(line.alternatePrice) ?? ""))
      faults.push({
        path: `alternate-${item.id}`,
        message: `Item ${item.itemNo}: give the alternate a price.`,
      });
  }
};

const faultsOf = (desk: BidDesk, draft: BidDraft, files: readonly DraftFile[]): Fault[] => {
  const faults: Fault[] = [];
  const price = /^\d{1,12}(\.\d{1,4})?$/;
  addLineFaults(desk, draft, faults, price);
  for (const need of desk.requirements.filter((each) => each.mandatory)) {
    const given =
      need.kind === "document"
        ? files.some((each) => each.requirementId === need.id)
        : Boolean(draft.answers[need.id]?.trim());
    if (!given)
      faults.push({
        path: `answer-${need.id}`,
        message: need.kind === "document" ? `Enclose: ${need.label}` : `Answer: ${need.label}`,
      });
  }
  for (const addendum of desk.addenda)
    if (addendum.material && !draft.acknowledged.includes(addendum.addendumNo))
      faults.push({
        path: `addendum-${addendum.addendumNo}`,
        message: `Acknowledge addendum ${addendum.addendumNo}.`,
      });
  draft.discounts.forEach((each, i) => {
    if (
      !(cents(each.from) >= 0) ||
      !/^\d{1,2}(\.\d{1,2})?$/.test(each.percent) ||
      (desk.lots.length > 0 && each.lotIds.length === 0)
    )
      faults.push({
        path: `discount-${i}`,
        message: `Discount ${i + 1}: give lots, an amount and a percentage.`,
      });
  });
  draft.capacities.forEach((each, i) => {
    if (!(cents(each.most) > 0))
      faults.push({
        path: `capacity-${i}`,
        message: `Capacity ${i + 1}: give the most that you can deliver.`,
      });
  });
  return faults;
};

const linesOf = (desk: BidDesk, draft: BidDraft): PriceContent["lines"] =>
  desk.items.flatMap((item) => {
    const line = lineOf(draft, item.id);
    const leadDays = line.leadDays ? Number(line.leadDays) : null;
    const unitPrice = line.noBid ? null : decimal(line.unitPrice);
    const own = {
      itemId: item.id,
      noBid: unitPrice === null,
      unitPrice,
      quantity: null,
      alternate: "",
      leadDays,
    };
    return line.alternate && !line.noBid
      ? [
          own,
          {
            ...own,
            noBid: false,
            unitPrice: decimal(line.alternatePrice),
            alternate: line.alternate,
          },
        ]
      : [own];
  });

/** The two parts of a bid as they are sealed, or what stands in the way. */
export const contentOfDraft = async (
  desk: BidDesk,
  draft: BidDraft,
  files: readonly DraftFile[],
): Promise<{ technical: TechnicalContent; price: PriceContent } | { faults: Fault[] }> => {
  const faults = faultsOf(desk, draft, files);
  if (faults.length) return { faults };
  const technical = technicalContent.safeParse({
    answers: Object.entries(draft.answers)
      .filter(([, value]) => value.trim())
      .map(([requirementId, value]) => ({ requirementId, value: value.trim() })),
    statement: draft.statement,
    addendaAcknowledged: draft.acknowledged,
    files: await listed(files, "technical"),
  });
  const price = priceContent.safeParse({
    lines: linesOf(desk, draft),
    note: draft.note,
    validDays: Number(draft.validDays),
    files: await listed(files, "price"),
    discounts: draft.discounts.map((each) => ({
      lotIds: each.lotIds,
      fromCents: cents(each.from),
      percent: each.percent,
    })),
    capacities: draft.capacities.map((each) => ({
      lotId: each.lotId || null,
      mostCents: cents(each.most),
    })),
  });
  const issues = [...(technical.error?.issues ?? []), ...(price.error?.issues ?? [])];
  return technical.success && price.success
    ? { technical: technical.data, price: price.data }
    : {
        faults: issues.map((issue) => ({
          path: String(issue.path[0] ?? "bid"),
          message: issue.message,
        })),
      };
};

/** The totals that the opening would read out, of what is typed so far. */
export const totalsOfDraft = (desk: BidDesk, draft: BidDraft) => {
  const valid = linesOf(desk, draft).map((line) => ({
    ...line,
    unitPrice:
      line.unitPrice !== null && /^\d{1,12}(\.\d{1,4})?$/.test(line.unitPrice)
        ? line.unitPrice
        : null,
  }));
  return totalsOf(valid, desk.items, desk.lots);
};
