import { registerApprovable } from "../workflow/workflow.server.ts";
import { requisitionEndpoints } from "./requisition/requisition.api.ts";
import { requisitionSummary } from "./requisition/requisition.list.ts";
import { requisitionApproval } from "./requisition/requisition.service.ts";

export { createRequisition, submitRequisition } from "./requisition/requisition.service.ts";
export { requisitionList } from "./requisition/requisition.list.ts";

registerApprovable({ type: "requisition", ...requisitionApproval, summary: requisitionSummary });

/** What the server mounts of this area. */
export const procurement = { name: "procurement", endpoints: [...requisitionEndpoints] };
