import { pathTo, type PageId } from "#areas.ts";
import type { CaptureRow } from "../../capture/capture.model.ts";

const pages: Readonly<Record<string, PageId>> = {
  serviceRequest: "serviceRequest",
  inspection: "inspection",
  workOrder: "workOrder",
  paDamage: "paDamage",
  incident: "incident",
  formSubmission: "formSubmission",
};

type Applied = Pick<CaptureRow, "appliedType" | "appliedId" | "recordId">;

/**
 * Where the record opens that a capture made or moved, a receipt at its order; null where it has no
 * page of its own.
 */
export const recordHref = ({ appliedType, appliedId, recordId }: Applied): string | null => {
  if (appliedType === "receipt" && recordId !== null) return pathTo("order", { id: recordId });
  const page = pages[appliedType];
  return page && appliedId !== null ? pathTo(page, { id: appliedId }) : null;
};
