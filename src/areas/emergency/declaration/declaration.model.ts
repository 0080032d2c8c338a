import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import type { Instant } from "#kernel/time.ts";
import {
  declarationCourse,
  declarationStatuses,
  type DeclarationStatus,
} from "../emergency.labels.ts";

const words = (what: string, max: number) => z.string().trim().min(3, what).max(max);

/** What an administrator declares. */
export const declarationInput = z.object({
  title: words("Name the emergency.", 160).meta({ title: "Emergency" }),
  authority: words("Say by what right it is declared.", 300).meta({ title: "Authority" }),
  cause: words("Say what happened.", 2000).meta({ title: "Cause" }),
  area: words("Say where it holds.", 1000).meta({ title: "Area" }),
});
export type DeclarationInput = z.output<typeof declarationInput>;

/** The governing body's resolution that continues it; `until` is its last day. */
export const continuationInput = z.object({
  body: words("Name the governing body.", 200),
  number: z.string().trim().min(1, "Enter the number of the resolution.").max(60),
  decidedOn: dayInput("Enter the day of the resolution."),
  until: dayInput("Enter the last day on which it holds."),
});
export type ContinuationInput = z.output<typeof continuationInput>;
export type Continuation = ContinuationInput & { by: string; at: Instant };

export type DeclarationAction = "continue" | "end" | "expire" | "close";
export type DeclarationFacts = { status: string; open: number };

/** Steps of a local declaration. It is closed once nothing of its after-action list is open. */
export const declarationCycle = lifecycle<DeclarationFacts>()<DeclarationStatus, DeclarationAction>(
  {
    noun: "local declaration",
    initial: "declared",
    statuses: declarationStatuses,
    course: declarationCourse,
    actions: {
      continue: {
        label: "Continue",
        from: ["declared", "continued"],
        to: "continued",
        permission: "emergency.declare",
        tone: "primary",
      },
      end: {
        label: "End",
        from: ["declared", "continued"],
        to: "ended",
        permission: "emergency.declare",
        needsReason: true,
      },
      expire: {
        label: "Expire",
        from: ["declared", "continued"],
        to: "expired",
        permission: "emergency.declare",
        system: true,
      },
      close: {
        label: "Close",
        from: ["ended", "expired"],
        to: "closed",
        permission: "emergency.declare",
        unless: (d) =>
          d.open > 0
            ? `${d.open} ${d.open === 1 ? "thing is" : "things are"} open in the after-action list. It is closed when the file is complete.`
            : null,
      },
    },
  },
);

export const declarationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(declarationStatuses)),
    title: z.string(),
    area: z.string(),
    declaredAt: instantField,
    holdsUntil: instantField,
    orders: z.number(),
    toRatify: z.number(),
    amount: z.number(),
    version: z.number(),
  })
  .meta({ id: "LocalDeclaration" });
export type Declaration = z.output<typeof declarationRow>;

const afterAction = z.object({ key: z.string(), done: z.boolean(), text: z.string() });
const fileOf = z.object({
  id: z.string(),
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  title: z.string(),
  amount: z.number(),
  items: z.array(afterAction),
});
export type FileOfOrder = z.output<typeof fileOf>;

export const declarationDetail = declarationRow
  .extend({
    authority: z.string(),
    cause: z.string(),
    term: z.string(),
    declaredBy: z.string().nullable(),
    continuations: z.array(
      z.object({
        body: z.string(),
        number: z.string(),
        decidedOn: dayField,
        until: dayField,
        by: z.string(),
        at: instantField,
      }),
    ),
    endedAt: instantField.nullable(),
    statusReason: z.string().nullable(),
    open: z.number(),
    files: z.array(fileOf),
    actions: z.array(offeredAction),
  })
  .meta({ id: "LocalDeclarationDetail" });
export type DeclarationDetail = z.output<typeof declarationDetail>;
