import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { gateFinding } from "#kernel/gate-fields.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { insuranceStanding, orderStatuses } from "#areas/procurement/procurement.public.ts";
import { awardStatuses, noticeKinds, type AwardStatus } from "./award.labels.ts";
import { awardPart } from "./scenario.fields.model.ts";

export type AwardAction = "finalise" | "hold" | "resume" | "withdraw" | "settle" | "refuse";
/**
 * `windowOver` by the business clock; `openProtests`: those whose stay holds the award;
 * `uninsured`: whose insurance does, in words.
 */
export type AwardFacts = {
  status: string;
  postedBy: string | null;
  windowOver: boolean;
  windowEndsAt: string;
  openProtests: number;
  uninsured: string | null;
};

export const awardCycle = lifecycle<AwardFacts>()<AwardStatus, AwardAction>({
  noun: "award",
  initial: "intent",
  begins: ["waiting"],
  statuses: awardStatuses,
  course: ["intent", "final"],
  actions: {
    finalise: {
      label: "Award",
      from: ["intent"],
      to: "final",
      permission: "award.approve",
      tone: "primary",
      unless: (a, asker) =>
        a.openProtests > 0
          ? "A protest stays the award."
          : !a.windowOver
            ? "The protest window is still open."
            : a.postedBy === asker.personId
              ? "Somebody else than who posted the intent makes the award."
              : a.uninsured,
    },
    hold: {
      label: "Hold",
      from: ["intent"],
      to: "held",
      permission: "protest.decide",
      system: true,
    },
    resume: {
      label: "Resume",
      from: ["held"],
      to: "intent",
      permission: "protest.decide",
      system: true,
    },
    settle: {
      label: "Final",
      from: ["waiting"],
      to: "final",
      permission: "award.approve",
      system: true,
    },
    refuse: {
      label: "Withdraw the award",
      from: ["waiting"],
      to: "withdrawn",
      permission: "award.approve",
      system: true,
    },
    withdraw: {
      label: "Withdraw the intent",
      from: ["intent", "held"],
      to: "withdrawn",
      permission: "award.approve",
      needsReason: true,
      tone: "danger",
    },
  },
});

export const finaliseInput = z.object({
  accountStringId: z.uuid().nullish(),
  /** Approves what is ordered beyond the requisitions. */
  growth: z.boolean().default(false),
  /** No order goes out: each share becomes a contract, and orders are placed under it. */
  contracts: z.boolean().default(false),
  reason: z.string().trim().max(2000).nullish(),
});
export const quoteAwardInput = z.object({
  /**
   * Who wins; left out: the lowest. One vendor for everything, or one per lot or item as the
   * solicitation is awarded.
   */
  choices: z
    .array(z.strictObject({ lotId: z.uuid(), bidId: z.uuid() }))
    .max(500)
    .default([]),
  reason: z.string().trim().max(4000).default(""),
  noConflict: z.literal(true, {
    error: "Declare that you have no conflict of interest with any of these vendors.",
  }),
  competitionFinding: z.string().trim().max(20_000).default(""),
  accountStringId: z.uuid().nullish(),
  /** Asks for approval of what is ordered beyond the requisitions. */
  growth: z.boolean().default(false),
});
export type QuoteAwardInput = z.output<typeof quoteAwardInput>;

/** The exclusion screening of a winner at the moment of the award. */
const screening = z.object({
  id: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  at: instantField,
  outcome: z.enum(["clear", "possible", "excluded"]),
  candidates: z.number(),
  listName: z.string(),
  listDate: dayField,
  listSha256: z.string(),
  listRows: z.number(),
  person: z.string().nullable(),
  decision: z.enum(["clear", "excluded"]).nullable(),
  decisionReason: z.string().nullable(),
});
/** What an award orders beyond a requisition's line. */
const shortage = z.object({
  itemId: z.string(),
  description: z.string(),
  unit: z.string(),
  requisitionNumber: z.string(),
  left: z.string(),
  beyond: z.string(),
  cents: z.number(),
  announced: z.boolean(),
});
const notice = z.object({
  id: z.string(),
  vendor: z.string(),
  kind: z.enum(names(noticeKinds)),
  title: z.string(),
  text: z.string(),
  sentAt: instantField,
});
const status = z.enum(["intent", "held", "waiting", "final", "withdrawn"]);
export const awardDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    version: z.number(),
    solicitationId: z.string(),
    solicitationNumber: z.string(),
    title: z.string(),
    evaluationId: z.string().nullable(),
    parts: z.array(awardPart),
    totalCents: z.number(),
    basis: z.string(),
    departure: z.object({ lines: z.array(z.string()), reason: z.string() }).nullable(),
    postedAt: instantField,
    postedBy: z.string().nullable(),
    windowEndsAt: instantField,
    windowOver: z.boolean(),
    windowRule: z.object({
      citation: z.string(),
      days: z.number(),
      count: z.enum(["calendar", "business"]),
      stay: z.boolean(),
      text: z.string(),
    }),
    finalisedAt: instantField.nullable(),
    finalisedBy: z.string().nullable(),
    endedReason: z.string().nullable(),
    screenings: z.array(screening),
    orders: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        vendor: z.string(),
        amount: z.number(),
        status: z.enum(names(orderStatuses)),
        approvalId: z.string().nullable(),
      }),
    ),
    notices: z.array(notice),
    protests: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        vendor: z.string(),
        status: z.string(),
        filedAt: instantField,
      }),
    ),
    insurance: z.array(insuranceStanding),
    needsAccount: z.boolean(),
    shortages: z.array(shortage),
    /** What would stop the award, and what whoever makes it says; of an intent alone. */
    gate: z.array(gateFinding),
    actions: z.array(offeredAction),
  })
  .meta({ id: "Award" });
export type AwardDetail = z.output<typeof awardDetail>;
/** A notice as its bidder reads it. */
export const vendorNotice = z
  .object({
    id: z.string(),
    agency: z.string(),
    solicitationId: z.string(),
    solicitation: z.string(),
    kind: notice.shape.kind,
    title: z.string(),
    text: z.string(),
    debrief: z.looseObject({}),
    protestUntil: instantField.nullable(),
    sentAt: instantField,
    awardId: z.string().nullable(),
    orgId: z.string(),
  })
  .meta({ id: "AwardNotice" });
export type VendorNotice = z.output<typeof vendorNotice>;

const byBid = z.object({ bidId: z.string() });
const quoteSheetView = z.object({
  prices: z.array(
    z.object({
      itemId: z.string(),
      description: z.string(),
      quantity: z.string(),
      unit: z.string(),
      cells: z.array(
        byBid.extend({
          unitPrice: z.string().nullable(),
          amountCents: z.number().nullable(),
          lowest: z.boolean(),
        }),
      ),
    }),
  ),
  conditions: z.array(
    z.object({
      label: z.string(),
      cells: z.array(byBid.extend({ text: z.string() })),
      differs: z.boolean(),
    }),
  ),
  alternates: z.array(
    byBid.extend({
      vendorName: z.string(),
      item: z.string(),
      text: z.string(),
      unitPrice: z.string().nullable(),
      leadDays: z.number().nullable(),
    }),
  ),
  files: z.array(
    byBid.extend({
      vendorName: z.string(),
      id: z.string(),
      name: z.string(),
      size: z.number(),
    }),
  ),
});

/** Quotations side by side, for who awards them; none before the opening. */
export const quotesView = z.object({
  solicitationId: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  wanted: z.number(),
  needsAccount: z.boolean(),
  shortages: z.array(shortage),
  sheet: quoteSheetView,
  awardId: z.string().nullable(),
  refused: z.object({ number: z.string(), reason: z.string() }).nullable(),
  bids: z.array(z.object({ bidId: z.string(), vendorId: z.string(), vendorName: z.string() })),
  insurance: z.array(insuranceStanding),
  /** What controls of the agency stop the award for, in words. */
  held: z.array(z.string()),
  lots: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      lowestBidId: z.string().nullable(),
      prices: z.array(z.object({ bidId: z.string(), cents: z.number().nullable() })),
    }),
  ),
});
export type Quotes = z.output<typeof quotesView>;

/** A row of the list of awards that were made. */
export const madeAward = z
  .object({
    id: z.string(),
    solicitationId: z.string(),
    number: z.string(),
    status: z.enum(names(awardStatuses)),
    title: z.string(),
    solicitationNumber: z.string(),
    department: z.string().nullable(),
    madeAt: instantField,
    totalCents: z.number(),
  })
  .meta({ id: "MadeAward" });
export type MadeAward = z.output<typeof madeAward>;
