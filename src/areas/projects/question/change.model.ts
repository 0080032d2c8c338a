import { z } from "zod";

const openedChange = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
});
export type OpenedChange = z.output<typeof openedChange>;

/** The changes that a record opened, and the contracts that a further one may change. */
export const openedChanges = z
  .object({
    changes: z.array(openedChange),
    changeable: z.array(z.object({ id: z.string(), label: z.string() })),
  })
  .meta({ id: "OpenedChanges" });
export type OpenedChanges = z.output<typeof openedChanges>;
