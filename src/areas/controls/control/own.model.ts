import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { ownCondition } from "./control.model.ts";

/** A kind of records of which an agency may write checks, with the facts that they may read. */
export const ownKind = z
  .object({
    noun: z.string(),
    label: z.string(),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        kind: z.enum(["text", "money", "number", "date", "yesNo", "choice"]),
        choices: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
  })
  .meta({ id: "OwnKind" });
export type OwnKind = z.output<typeof ownKind>;

/** A draft that is tried over the records of some days. */
export const tryInput = z
  .strictObject({
    noun: z.string().max(60),
    condition: ownCondition,
    demands: z.string().trim().max(500).default(""),
    /** The control whose version in force it is compared with. */
    definitionId: z.uuid().nullable().default(null),
    from: dayField,
    to: dayField,
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The last day comes first." });
export type TryInput = z.output<typeof tryInput>;

/** What a draft says of them; `newly` and `noLonger`: differences from the version in force. */
export const tried = z
  .object({
    judged: z.number(),
    passed: z.number(),
    failed: z.number(),
    unknown: z.number(),
    failing: z.array(
      z.object({
        href: z.string(),
        number: z.string(),
        title: z.string(),
        said: z.string(),
        day: dayField,
      }),
    ),
    newly: z.number().nullable(),
    noLonger: z.number().nullable(),
    /** Every record was looked at; else the first five thousand. */
    whole: z.boolean(),
  })
  .meta({ id: "TriedControl" });
export type Tried = z.output<typeof tried>;
