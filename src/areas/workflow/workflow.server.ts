import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { workflowLeaving } from "./workflow.leaving.data.ts";
import { policiesOfTemplate } from "./policy/template.service.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { approvalPolicy } from "./workflow.tables.ts";
import { invariants } from "#server/operation/checking.ts";
import { workflowRules } from "./workflow.checks.ts";
import { firstSteps, foundingParts } from "#areas/organization/organization.server.ts";
import { policyStep } from "./policy/first-step.service.ts";
import { approvalList } from "./approval/approval.list.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { signatureFiles } from "./signature/files.service.ts";
import { deadlineDay } from "./deadline/deadline.day.ts";
import { signatureDay } from "./signature/ending.service.ts";
import { signedTypes } from "./signature/signable.service.ts";
import { signableKinds } from "./signature/signature.labels.ts";
import { signatureIdsOf } from "./signature/signature.read.service.ts";
import { seedWorkflow } from "./workflow.seed.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { workflowHoldings } from "./leaving.service.ts";
import { evidenceParts } from "#areas/governance/governance.server.ts";
import { approvalsOf } from "./approval/approval.read.service.ts";
import { countApprovals, countTasks } from "./task/task.service.ts";
import { escalation } from "./approval/escalation.service.ts";
import { approvedTypes } from "./approval/approvable.service.ts";
import { approvableTypes } from "./policy/policy.labels.ts";
import { workflowEndpoints } from "./workflow.api.ts";

export { sentBack } from "./approval/sent-back.service.ts";
export { signersOfVendors } from "./signature/signer-of-vendor.service.ts";
export { vendorSignatures, type VendorSignature } from "./signature/portal.api.ts";
export {
  approvables,
  type Approvable,
  type ApprovalSummary,
} from "./approval/approvable.service.ts";
export { approvalsOf, newestApproval } from "./approval/approval.read.service.ts";
export { approvalList, countWaiting } from "./approval/approval.list.ts";
export {
  askPeople,
  askPerson,
  openApproval,
  planApproval,
  requestApproval,
  withdrawApproval,
  type ApprovalDocument,
  type ApprovalPlan,
} from "./approval/approval.service.ts";
export {
  belowPolicies,
  pacedDecisions,
  type BelowPolicy,
  type PacedDecision,
} from "./approval/judged.service.ts";
export { decide, type Decision } from "./approval/decision.service.ts";
export { routeOf as approvalRoute } from "./policy/policy.service.ts";
export { endDelegation, openDelegations } from "./delegation/open-delegations.service.ts";
export { delegate } from "./delegation/delegation.service.ts";
export {
  approversByDocument,
  approversOf,
  refuseDelegate,
} from "./delegation/separation.service.ts";
export { keepDeadlines } from "./deadline/register.service.ts";
export {
  deadlineSources,
  type DeadlineRecordOf,
  type DeadlineSource,
} from "./deadline/sources.service.ts";
export type { DeadlineSpec } from "./deadline/deadline.model.ts";
export {
  signables,
  type Signable,
  type Signed,
  type SignSubject,
} from "./signature/signable.service.ts";
export { memberHand, sign } from "./signature/signing.service.ts";
export { addAuthority, authorityOf } from "./signature/authority.service.ts";
export { askForSignatures, voidSignatures } from "./signature/request.service.ts";
export { endTasks, giveTask, markTask } from "./task/task.service.ts";
export { peopleOf } from "./approval/approvers.service.ts";
export { draftPolicy, publishedPolicies, publishPolicy } from "./policy/policy.service.ts";
export { policyFunds } from "./policy/policy-records.service.ts";
export { policyFor, type DocumentFacts } from "./policy/policy-choice.model.ts";
export type { Policy } from "./policy/policy.model.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "workflow",
  noFacts: "Approvals and tasks are counted with what they decide.",
  seed: { after: ["budget"], tell: seedWorkflow },
  endpoints: workflowEndpoints,
  schedules: [escalation],
  days: [deadlineDay, signatureDay],
  missing: () => [
    ...Object.keys(approvableTypes)
      .filter((type) => !approvedTypes().includes(type))
      .map((type) => `No area says what the approval of a document of type ${type} does.`),
    ...Object.keys(signableKinds)
      .filter((kind) => !signedTypes().includes(kind))
      .map((kind) => `No area says what the signatures under a document of type ${kind} do.`),
  ],
  brings: [
    agencyTables.of(...workflowLeaving),
    fileHolders.of(...signatureFiles),
    firstSteps.of(policyStep),
    foundingParts.of(policiesOfTemplate),
    invariants.of(...workflowRules),
    evidenceParts.of(approvalsOf, signatureIdsOf),
    holdings.of(...workflowHoldings),
  ],
  counts: { tasks: countTasks, approvals: countApprovals },
  searches: [
    definitionSearch(approvalPolicy, {
      kind: "approvalPolicy",
      permission: "approval.policy",
      path: "/approvals-inbox/policies",
    }),
  ],
  asked: [{ list: approvalList, permission: "approval.read", page: "/approvals-inbox" }],
});
