import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { questionedCost } from "../questioned/questioned.model.ts";

export const drawInput = z.object({
  size: z.number("Enter a whole number.").int().min(1).max(200),
});
export const doneInput = z.object({
  conclusion: z.string().trim().min(10, "Say what you found.").max(4000),
  lines: z
    .array(
      z
        .object({
          costId: z.uuid(),
          result: z.enum(["supported", "not_supported"], "Choose a result."),
          questioned: z.number().int().min(0).max(9e14).default(0),
          note: z.string().trim().max(1000).default(""),
        })
        .refine((l) => l.result === "supported" || l.note.length >= 3, {
          path: ["note"],
          message: "Say what is missing.",
        }),
    )
    .max(200),
});
export const deskReview = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(["drawn", "done"]),
    seed: z.string(),
    population: z.number(),
    populationCents: z.number(),
    populationSha256: z.string(),
    conclusion: z.string(),
    drawnBy: z.string().nullable(),
    doneBy: z.string().nullable(),
    doneOn: dayField.nullable(),
    createdAt: instantField,
    version: z.number(),
    lines: z.array(
      z.object({
        costId: z.string(),
        request: z.string(),
        incurredOn: dayField,
        payee: z.string(),
        description: z.string(),
        objectClass: z.string(),
        cents: z.number(),
        /** How its class stands to the subaward's budget, in words; null where it keeps to it. */
        classFinding: z.string().nullable(),
        result: z.enum(["supported", "not_supported"]).nullable(),
        questioned: z.number(),
        note: z.string(),
        /** How what is questioned of it stands; null where nothing is. */
        standing: questionedCost.nullable(),
      }),
    ),
  })
  .meta({ id: "DeskReview" });
export type DeskReview = z.output<typeof deskReview>;
