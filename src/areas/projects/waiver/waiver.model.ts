import { z } from "zod";
import { markField } from "#kernel/mark.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { waiverKinds, waiverStages, type WaiverKind, type WaiverStage } from "./waiver.labels.ts";

const name = z.string().trim().min(2, "Enter the name.").max(200);
const coordinate = z.number().min(0).max(markField.width);
const mark = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("typed"), text: name }),
  z.object({
    kind: z.literal("drawn"),
    strokes: z.array(z.array(coordinate).min(4).max(4000)).min(1, "Draw your signature.").max(200),
  }),
]);
const kind = z.enum(names<WaiverKind>(waiverKinds));

/** What a contractor signs a waiver with: its words, amount and day come from the application. */
export const signWaiverInput = z.object({
  kind,
  mark,
  intent: z.literal(true, "Say that you read it and sign it."),
});
export type SignWaiverInput = z.output<typeof signWaiverInput>;

/** A waiver that came on paper. */
export const paperWaiverInput = z.object({
  kind,
  signerName: name,
  fileId: z.uuid("Attach the signed paper."),
});
export type PaperWaiverInput = z.output<typeof paperWaiverInput>;

const shown = {
  kind,
  stage: z.enum(names<WaiverStage>(waiverStages)),
  title: z.string(),
  amount: z.number(),
  /** Cents of the work of the period, before retainage. */
  work: z.number(),
  throughOn: dayField,
  place: z.string(),
  words: z.string(),
  citation: z.string(),
};
const signed = z.object({
  ...shown,
  id: z.string(),
  number: z.string(),
  signerName: z.string(),
  signedAt: instantField,
  version: z.number(),
  onPaper: z.boolean(),
});

/** The waivers of an application: what is signed, and what is asked for now. */
export const waiversOfApplication = z
  .object({ signed: z.array(signed), asked: z.array(z.object(shown)) })
  .meta({ id: "WaiversOfApplication" });
export type WaiversOfApplication = z.output<typeof waiversOfApplication>;

/** The contractor's side: the waivers of each of its applications on an order. */
export const contractorWaivers = z
  .object({
    items: z.array(
      waiversOfApplication.extend({
        applicationId: z.string(),
        application: z.string(),
      }),
    ),
  })
  .meta({ id: "ContractorWaivers" });
export type ContractorWaivers = z.output<typeof contractorWaivers>;
