import { z } from "zod";
import { keptBySilence } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { failureKinds, type FailureKind } from "./failure.labels.ts";

const kind = z.enum(names<FailureKind>(failureKinds), "Choose what it is a code for.");

/** The fields of a code, said once. */
export const failureFields = {
  kind: kind.default("problem").meta({ title: "For" }),
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{1,20}$/, "Letters, digits and hyphens, at most 20.")
    .meta({ title: "Code" }),
  name: z.string().trim().min(1, "Say what it means.").max(120).meta({ title: "Meaning" }),
  active: z.boolean().default(true).meta({ title: "In use" }),
};
export const failureInput = z.object(failureFields);
export type FailureInput = z.output<typeof failureInput>;
/** A change that does not say whether the code is in use leaves it as it is. */
export const failureChange = keptBySilence(failureFields, ["active"]);
export type FailureChange = z.output<typeof failureChange>;

export const failureRow = z
  .object({
    id: z.string(),
    kind,
    code: z.string(),
    name: z.string(),
    active: z.boolean(),
    /** Jobs that ended with it. */
    jobs: z.number(),
    version: z.number(),
  })
  .meta({ id: "FailureCode" });
export type FailureRow = z.output<typeof failureRow>;
