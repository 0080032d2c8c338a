import { z } from "zod";
import { modelSources, ownSource } from "./model.labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";

const tokens = (most: number) =>
  z.coerce
    .number("Enter a number.")
    .int("Enter a whole number.")
    .min(0, "Not below zero.")
    .max(most, `At most ${most.toLocaleString("en-US")}.`);

export const modelInput = z
  .strictObject({
    source: z.enum(names(modelSources), "Choose a model."),
    address: z.string().trim().max(400).default(""),
    model: z.string().trim().max(120).default(""),
    /** A new key; empty leaves the one that is sealed. */
    key: z.string().max(400).default(""),
    areas: z.array(z.string().max(60)).max(200).default([]),
    mostAnswer: tokens(8000).min(50, "At least 50."),
    mostPerson: tokens(100_000_000),
    mostMonth: tokens(1_000_000_000),
  })
  .refine((m) => m.source !== ownSource || m.address !== "", {
    path: ["address"],
    message: "Enter the address of the model.",
  })
  .refine((m) => m.source !== ownSource || m.model !== "", {
    path: ["model"],
    message: "Enter the name of the model.",
  });
export type ModelInput = z.output<typeof modelInput>;

export const modelStanding = z
  .object({
    source: z.enum(names(modelSources)),
    address: z.string(),
    model: z.string(),
    /** A key is sealed; it is never shown. */
    locked: z.boolean(),
    areas: z.array(z.string()),
    mostAnswer: z.number(),
    mostPerson: z.number(),
    mostMonth: z.number(),
    /** The operator's own model, where one is set. */
    operator: z.string().nullable(),
    /** Whether answers are bettered now. */
    connected: z.boolean(),
    month: z.object({
      calls: z.number(),
      tokens: z.number(),
      struck: z.number(),
      faults: z.number(),
    }),
    choices: z.array(z.object({ name: z.string(), label: z.string() })),
    version: z.number(),
  })
  .meta({ id: "ModelStanding" });
export type ModelStanding = z.output<typeof modelStanding>;

const trial = z.object({
  name: z.string(),
  outcome: z.enum(["green", "red", "none"]),
  said: z.string(),
  ms: z.number(),
});
export const modelTrials = z
  .object({ items: z.array(trial), triedAt: instantField })
  .meta({ id: "ModelTrials" });
export type ModelTrials = z.output<typeof modelTrials>;
