import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { paperKinds, paperStatuses } from "./paper.labels.ts";

const paper = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(names(paperStatuses)),
  kind: z.enum(names(paperKinds)),
  title: z.string(),
  party: z.string(),
  note: z.string(),
  dueOn: dayField.nullable(),
  late: z.boolean(),
  statusReason: z.string(),
  certificateNo: z.string(),
  validUntil: dayField.nullable(),
  files: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** The papers that a contractor hands over, under the contract of one of its orders. */
export const contractorPapers = z
  .object({ papers: z.array(paper) })
  .meta({ id: "ContractorCloseoutPapers" });
export type ContractorPapers = z.output<typeof contractorPapers>;
