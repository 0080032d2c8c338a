import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { tabulationRow } from "../opening/opening.model.ts";
import { solicitationContent, solicitationRow } from "./solicitation.model.ts";

/** A solicitation in a vendor's list. */
const opportunityRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: solicitationRow.shape.kind,
    title: z.string(),
    summary: z.string(),
    status: solicitationRow.shape.status,
    agency: z.string(),
    department: z.string(),
    dueAt: instantField.nullable(),
    questionsUntil: instantField.nullable(),
    publishedAt: instantField.nullable(),
    addenda: z.number(),
    invitation: z.enum(["listed", "invited", "seen", "intends", "declined"]).nullable(),
    fits: z.boolean(),
    registered: z.boolean(),
  })
  .meta({ id: "Opportunity" });
export type OpportunityRow = z.output<typeof opportunityRow>;

/** What is public of how a solicitation ended. */
const publicOutcome = z.object({
  tabulations: z.array(
    z.object({
      stage: z.enum(["technical", "price"]),
      publishedAt: instantField,
      rows: z.array(tabulationRow),
    }),
  ),
  awards: z.array(
    z.object({
      supplier: z.string(),
      status: z.enum(["pending", "active", "cancelled", "unsuccessful"]),
      cents: z.number(),
      date: instantField.nullable(),
      items: z.array(z.string()),
      departure: z.string(),
    }),
  ),
});
export type PublicOutcome = z.output<typeof publicOutcome>;

export const opportunityDetail = opportunityRow
  .extend({
    ...solicitationContent,
    invitedOnly: z.boolean(),
    timeZone: z.string(),
    currency: z.string(),
    declineReason: z.string().nullable(),
    closedAt: instantField.nullable(),
    openedAt: instantField.nullable(),
    endedReason: z.string().nullable(),
    outcome: publicOutcome,
    open: z.boolean(),
    questionsOpen: z.boolean(),
  })
  .meta({ id: "OpportunityDetail" });
export type OpportunityDetail = z.output<typeof opportunityDetail>;

export const opportunityQuery = z.object({
  q: z.string().trim().max(200).optional(),
  show: z.enum(["open", "mine", "closed", "all"]).default("open"),
  kind: z.string().max(40).optional(),
  fits: z.enum(["true", "false"]).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  sort: z.string().max(40).optional(),
});
export type OpportunityQuery = z.output<typeof opportunityQuery>;
export const opportunityPage = z.object({
  items: z.array(opportunityRow),
  total: z.number().nullable(),
  totalCapped: z.boolean(),
  page: z.number(),
  limit: z.number(),
  nextCursor: z.string().nullable(),
});
