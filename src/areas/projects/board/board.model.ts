import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { boardColumns, cardKinds } from "./board.labels.ts";

const card = z.object({
  kind: z.enum(names<keyof typeof cardKinds>(cardKinds)),
  id: z.string(),
  projectId: z.string(),
  project: z.string(),
  number: z.string(),
  says: z.string(),
  href: z.string(),
  column: z.enum(names<keyof typeof boardColumns>(boardColumns)),
  dueOn: dayField.nullable(),
  /** Whole days since it waits. */
  days: z.number().nullable(),
  overdue: z.boolean(),
});
export type BoardCard = z.output<typeof card>;

/** What waits for whom, over all projects. */
export const constructionBoard = z
  .object({
    cards: z.array(card),
    toCertify: z.number(),
    /** Projects under way of which the asker keeps logs, those that are theirs first. */
    sites: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        name: z.string(),
        mine: z.boolean(),
        todayId: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "ConstructionBoard" });
export type ConstructionBoard = z.output<typeof constructionBoard>;
