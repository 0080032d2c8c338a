import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { addedKinds } from "./position.model.ts";

export const positionInput = z.object({
  parentId: z.uuid("Choose to whom it reports."),
  kind: z.enum(names(addedKinds), "Choose what it is."),
  title: z.string().trim().min(2, "Name it: Branch I, Division A.").max(80),
});
export type PositionInput = z.output<typeof positionInput>;
