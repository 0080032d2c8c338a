import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import type { Instant } from "#kernel/time.ts";
import { names } from "#kernel/labels.ts";

/** The columns of the board, in order. */
export const boardColumns = {
  requisition: "Requisition",
  solicited: "Solicitation",
  awarding: "Award",
  ordered: "Ordered",
  receiving: "Receiving",
  invoiced: "Invoiced",
  paid: "Paid",
} as const;
export type BoardColumn = keyof typeof boardColumns;

export const boardCard = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  sub: z.string().nullable(),
  owner: z.string().nullable(),
  /** Null where nobody has estimated it. */ amount: z.number().nullable(),
  href: z.string(),
  emergency: z.boolean(),
  /** When it entered this stage, and the whole days since. */
  since: instantField,
  ageDays: z.number(),
  deadline: dayField.nullable(),
  /** What the rules give as the next thing to do, with the rule; null when none applies. */
  suggestion: z.object({ label: z.string(), rule: z.string(), href: z.string() }).nullable(),
});
export type BoardCard = z.output<typeof boardCard>;

const group = z.object({
  id: z.string(),
  label: z.string(),
  count: z.number(),
  /** Null where its records have no amount. */ amount: z.number().nullable(),
  href: z.string(),
  /** Median days that records stayed here, over those that left in the last 180 days. */ medianDays:
    z.number().nullable(),
  measured: z.number(),
  slowest: z.boolean(),
  cards: z.array(boardCard),
});
export type BoardGroup = z.output<typeof group>;

/** What a board of stages answers, in columns of these names. */
export const boardAnswerOf = <C extends string>(columns: Readonly<Record<C, string>>) =>
  z.object({
    asOf: z.string(),
    columns: z.array(
      z.object({
        id: z.enum(names(columns)),
        label: z.string(),
        count: z.number(),
        amount: z.number().nullable(),
        groups: z.array(group),
      }),
    ),
  });
export const boardAnswer = boardAnswerOf(boardColumns).meta({ id: "ProcurementBoard" });
export type Board<C extends string = BoardColumn> = {
  asOf: Instant;
  columns: { id: C; label: string; count: number; amount: number | null; groups: BoardGroup[] }[];
};
