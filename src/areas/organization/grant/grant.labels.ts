import { dutyLabels } from "#roles.ts";
import { roleLabels } from "../member/member.labels.ts";
import type { GrantRow } from "./grant.model.ts";

// Apart from the model, so that screens load without zod.
export const grantStatuses: Record<
  GrantRow["status"],
  { label: string; tone: "warning" | "success" | "danger" | "neutral" }
> = {
  waiting: { label: "Waits", tone: "warning" },
  confirmed: { label: "Confirmed", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  withdrawn: { label: "Taken back", tone: "neutral" },
  lapsed: { label: "Lapsed: rights were taken since", tone: "neutral" },
  alone: { label: "Granted by one person", tone: "warning" },
  taken: { label: "Confirms no more", tone: "neutral" },
};

/** What is asked for, in words: "Manager, Treasurer". */
export const grantInWords = (
  asked: Pick<GrantRow, "role" | "liftsReadOnly"> & {
    duties: readonly GrantRow["duties"][number][];
  },
): string =>
  [
    ...(asked.role ? [roleLabels[asked.role].label] : []),
    ...asked.duties.map((duty) => dutyLabels[duty].label),
    ...(asked.liftsReadOnly ? ["No longer read only"] : []),
  ].join(", ");
