import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import type { Kind, SolicitationStatus } from "./solicitation.labels.ts";
import { solicitationCycle } from "./solicitation.lifecycle.model.ts";
import { requirementInput, kindNames } from "./solicitation.fields.model.ts";

export type { Kind, SolicitationStatus };

const status = z.enum(names(solicitationCycle.statuses));
export const solicitationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(kindNames),
    title: z.string(),
    status,
    department: z.string(),
    departmentId: z.string(),
    buyer: z.string().nullable(),
    buyerId: z.string().nullable(),
    dueAt: instantField.nullable(),
    questionsUntil: instantField.nullable(),
    publishedAt: instantField.nullable(),
    addenda: z.number(),
    federal: z.boolean(),
    invitedOnly: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Solicitation" });
export type SolicitationRow = z.output<typeof solicitationRow>;

const lotRow = z.object({
  id: z.string(),
  lotNo: z.number(),
  title: z.string(),
  description: z.string(),
});
const itemRow = z.object({
  id: z.string(),
  lotId: z.string().nullable(),
  lotNo: z.number().nullable(),
  itemNo: z.number(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  optional: z.boolean(),
  alternates: z.boolean(),
  requisitionLineId: z.string().nullable(),
});
const criterionRow = z.object({
  id: z.string(),
  position: z.number(),
  name: z.string(),
  guidance: z.string(),
  kind: z.enum(["technical", "price", "interview"]),
  weight: z.string(),
  maxScore: z.number(),
});
const requirementRow = z.object({
  id: z.string(),
  position: z.number(),
  kind: requirementInput.shape.kind.unwrap(),
  label: z.string(),
  guidance: z.string(),
  mandatory: z.boolean(),
  envelope: z.enum(["technical", "price"]),
});
const documentRow = z.object({
  id: z.string(),
  fileId: z.string(),
  title: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  addendumNo: z.number().nullable(),
});
const clauseRow = z.object({
  id: z.string(),
  position: z.number(),
  ruleKey: z.string(),
  citation: z.string(),
  title: z.string(),
  text: z.string(),
  because: z.string(),
  verified: z.boolean(),
  leftOut: z.string().nullable(),
});
const addendumRow = z.object({
  id: z.string(),
  addendumNo: z.number(),
  title: z.string(),
  text: z.string(),
  material: z.boolean(),
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  dueBefore: instantField,
  dueAfter: instantField,
  publishedAt: instantField,
});
const extensionRow = z.object({
  id: z.string(),
  status: z.enum(["waiting", "declined"]),
  title: z.string(),
  text: z.string(),
  dueBefore: instantField,
  dueAfter: instantField,
  askedAt: instantField,
  askedByName: z.string(),
  declineReason: z.string().nullable(),
  /** The reader wrote it, and may only take it back. */
  mine: z.boolean(),
  /** The deadline passed before somebody agreed: nothing was published. */
  late: z.boolean(),
});
const questionRow = z.object({
  id: z.string(),
  questionNo: z.number(),
  question: z.string(),
  answer: z.string().nullable(),
  answeredAt: instantField.nullable(),
  answeredBy: z.string().nullable(),
  addendumNo: z.number().nullable(),
  declined: z.boolean(),
  createdAt: instantField,
  version: z.number(),
});
const invitationRow = z.object({
  id: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  vendorNumber: z.string(),
  email: z.string().nullable(),
  source: z.enum(["chosen", "commodity", "outreach", "planholder"]),
  certified: z.array(z.string()),
  status: z.enum(["listed", "invited", "seen", "intends", "declined"]),
  invitedAt: instantField.nullable(),
  answeredAt: instantField.nullable(),
  declineReason: z.string().nullable(),
});
const outreachRow = z.object({
  id: z.string(),
  step: z.string(),
  note: z.string(),
  doneOn: dayField,
  doneBy: z.string().nullable(),
});
const check = z.object({
  ok: z.boolean(),
  text: z.string(),
  citation: z.string().nullable(),
  step: z.string(),
});

/** Everything of a solicitation that everybody may read. */
export const solicitationContent = {
  kind: z.enum(kindNames),
  summary: z.string(),
  description: z.string(),
  protection: z.enum(["sealed", "held"]),
  envelopes: z.number(),
  awardBy: z.enum(["whole", "lot", "item"]),
  priceFormula: z.enum(["lowest", "proportional", "linear", "qualifications"]),
  prebidAt: instantField.nullable(),
  prebidPlace: z.string(),
  prebidMandatory: z.boolean(),
  bidBondPercent: z.string().nullable(),
  performanceBondPercent: z.string().nullable(),
  paymentBondPercent: z.string().nullable(),
  setAside: z.string(),
  localPreferencePercent: z.string().nullable(),
  construction: z.boolean(),
  deliverTo: z.string(),
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  lots: z.array(lotRow),
  items: z.array(itemRow),
  criteria: z.array(criterionRow),
  requirements: z.array(requirementRow),
  documents: z.array(documentRow),
  clauses: z.array(clauseRow),
  addendaList: z.array(addendumRow),
  questions: z.array(questionRow),
};

export const solicitationDetail = solicitationRow
  .extend({
    ...solicitationContent,
    insuranceRequired: z.boolean(),
    minimumBids: z.number(),
    estimateCents: z.number().nullable(),
    estimateOn: dayField.nullable(),
    estimateBasis: z.string(),
    estimateBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: instantField.nullable(),
    closedAt: instantField.nullable(),
    openedAt: instantField.nullable(),
    endedReason: z.string().nullable(),
    ocid: z.string().nullable(),
    templateKey: z.string().nullable(),
    invitations: z.array(invitationRow),
    outreach: z.array(outreachRow),
    checks: z.array(check),
    orders: z.array(
      z.object({ id: z.string(), number: z.string(), status: z.string(), amount: z.number() }),
    ),
    requisitions: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    actions: z.array(offeredAction),
    canEdit: z.boolean(),
    evaluationId: z.string().nullable(),
    extensions: z.array(extensionRow),
  })
  .meta({ id: "SolicitationDetail" });
export type SolicitationDetail = z.output<typeof solicitationDetail>;
