import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { projectsLeaving } from "./projects.leaving.data.ts";
import { adoptedRequests } from "#areas/capital/capital.server.ts";
import { finalPapers, openWork, recordFindings } from "#areas/contracts/contracts.server.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { approvables, deadlineSources, signables } from "#areas/workflow/workflow.server.ts";
import { defineArea } from "#server/area.ts";
import { invariants } from "#server/operation/checking.ts";
import { hangingRecords } from "#server/origin/ends.ts";
import { fileHolders } from "#server/files/holders.ts";
import { evidencePapers, evidenceParts } from "#areas/governance/governance.server.ts";
import { billedOtherwise, invoiceEndings, invoicePayments } from "#areas/finance/finance.server.ts";
import { applicationReturned, applicationsPaid } from "./pay/certify.service.ts";
import { evidenceOfApplications, papersOfApplications } from "./pay/evidence.service.ts";
import { payFiles } from "./pay/files.service.ts";
import { contractorEndpoints } from "./pay/contractor.api.ts";
import { payEndpoints } from "./pay/pay.api.ts";
import { payViews } from "./pay/pay.labels.ts";
import { payList } from "./pay/pay.list.ts";
import { payNoun } from "./pay/pay.noun.ts";
import { logFiles } from "./log/files.service.ts";
import { logEndpoints } from "./log/log.api.ts";
import { logViews } from "./log/log.labels.ts";
import { logList } from "./log/log.list.ts";
import { logNoun } from "./log/log.noun.ts";
import { draftLogs } from "./log/matters.service.ts";
import { projectSegments } from "#areas/budget/budget.server.ts";
import { codeEndpoints } from "./code/code.api.ts";
import { codeRules } from "./code/code.checks.ts";
import { segmentsOfProjects } from "./code/codes.service.ts";
import { transferViews } from "./code/transfer.labels.ts";
import { transferList } from "./code/transfer.list.ts";
import { transferNoun } from "./code/transfer.noun.ts";
import { openTransfers } from "./code/transfer.service.ts";
import { appliedChanges } from "#areas/contracts/contracts.server.ts";
import { changeEndpoints } from "./question/change.api.ts";
import { orderFollows } from "./question/change.service.ts";
import { boardEndpoints } from "./board/board.api.ts";
import { contractorProjectEndpoints } from "./question/contractor.api.ts";
import { papersOfLogs } from "./log/paper.service.ts";
import { papersOfRfis } from "./question/evidence.service.ts";
import { designerEndpoints } from "./designer/designer.api.ts";
import { designerFiles } from "./designer/file.service.ts";
import { rfiFiles } from "./question/files.service.ts";
import { openQuestions } from "./question/matters.service.ts";
import { rfiEndpoints } from "./question/rfi.api.ts";
import { rfiViews } from "./question/rfi.labels.ts";
import { rfiList } from "./question/rfi.list.ts";
import { rfiNoun } from "./question/rfi.noun.ts";
import { projectWaits } from "./question/waiting.service.ts";
import { vendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { contractorSubmittalEndpoints } from "./submittal/contractor.api.ts";
import { submittalFiles } from "./submittal/files.service.ts";
import { openSubmittals } from "./submittal/matters.service.ts";
import { papersOfSubmittals } from "./submittal/paper.service.ts";
import { submittalEndpoints } from "./submittal/submittal.api.ts";
import { submittalViews } from "./submittal/submittal.labels.ts";
import { submittalList } from "./submittal/submittal.list.ts";
import { submittalNoun } from "./submittal/submittal.noun.ts";
import { contractorPunchEndpoints } from "./punch/contractor.api.ts";
import { punchFiles } from "./punch/files.service.ts";
import { openPunch } from "./punch/matters.service.ts";
import { punchEndpoints } from "./punch/punch.api.ts";
import { punchImporter } from "./punch/punch.importer.ts";
import { punchViews } from "./punch/punch.labels.ts";
import { punchList } from "./punch/punch.list.ts";
import { punchNoun } from "./punch/punch.noun.ts";
import { costOfContract } from "./punch/sum.service.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { projectAssetEndpoints } from "./closeout/asset.api.ts";
import { publishedEndpoints } from "./published/published.api.ts";
import { projectsOnPortal } from "./published/portal.service.ts";
import { publishingDay } from "./published/publishing.day.ts";
import { contractorPaperEndpoints } from "./closeout/contractor.api.ts";
import { demandedCertificate } from "./closeout/demanded.service.ts";
import { paperFiles } from "./closeout/files.service.ts";
import { findingsOfProject, papersOfContract } from "./closeout/findings.service.ts";
import { openPapers } from "./closeout/matters.service.ts";
import { paperEndpoints } from "./closeout/paper.api.ts";
import { paperViews } from "./closeout/paper.labels.ts";
import { paperList } from "./closeout/paper.list.ts";
import { paperNoun } from "./closeout/paper.noun.ts";
import { demandedPapers } from "./pay/papers.service.ts";
import { demandedOfStored } from "./pay/stored.service.ts";
import { demandedCoverage } from "./waiver/coverage.service.ts";
import { waiverFiles } from "./waiver/files.service.ts";
import { waiverEndpoints } from "./waiver/waiver.api.ts";
import { openWaivers } from "./waiver/matters.service.ts";
import { waiverNoun } from "./waiver/waiver.noun.ts";
import { demandedWaivers } from "./waiver/waiver.service.ts";
import { contractorPayrollEndpoints, payrollEndpoints } from "./payroll/payroll.api.ts";
import { demandedPayrolls } from "./payroll/papers.service.ts";
import { payrollViews } from "./payroll/payroll.labels.ts";
import { payrollList } from "./payroll/payroll.list.ts";
import { contractorScheduleEndpoints } from "./schedule/exchange/contractor.api.ts";
import { proposalFiles } from "./schedule/exchange/files.service.ts";
import { proposalEndpoints } from "./schedule/exchange/proposal.api.ts";
import { proposalNoun } from "./schedule/exchange/proposal.noun.ts";
import { finishFollows } from "./schedule/extension/applied.service.ts";
import { extensionEndpoints } from "./schedule/extension/extension.api.ts";
import { scheduleEndpoints } from "./schedule/schedule.api.ts";
import { scheduleDeadlineSource } from "./schedule/deadlines.service.ts";
import { evidenceOfSchedules, papersOfSchedules } from "./schedule/evidence.service.ts";
import { scheduleHoldings } from "./schedule/leaving.service.ts";
import { scheduleRules } from "./schedule/schedule.checks.ts";
import { scheduleDay } from "./schedule/schedule.day.ts";
import { scheduleViews } from "./schedule/schedule.labels.ts";
import { scheduleList } from "./schedule/schedule.list.ts";
import { baselineNoun, scheduleNoun } from "./schedule/schedule.noun.ts";
import { assemblyEndpoints } from "./takeoff/assembly/assembly.api.ts";
import { namedEndpoints } from "./takeoff/assembly/named.api.ts";
import { takeoffAssembly } from "./takeoff/assembly/assembly.tables.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { projectSignable } from "./completion/completion.service.ts";
import { seedProjects } from "./demo/projects.seed.ts";
import { projectRules } from "./money/money.checks.ts";
import { projectOfPlan } from "./project/adopted.service.ts";
import { chargedRecords, projectApproval, projectSummary } from "./project/course.service.ts";
import { projectHoldings } from "./project/leaving.service.ts";
import { projectEndpoints } from "./project/project.api.ts";
import { projectImporter } from "./project/project.importer.ts";
import { projectViews } from "./project/project.labels.ts";
import { projectList } from "./project/project.list.ts";
import { projectNoun } from "./project/project.noun.ts";

import { measurementViews } from "./takeoff/measurement.labels.ts";
import { measurementList } from "./takeoff/measurement.list.ts";
import { measurementNoun } from "./takeoff/measurement.noun.ts";
import { readPlansJob } from "./takeoff/plan.job.ts";
import { planFiles } from "./takeoff/plan.read.service.ts";
import { takeoffEndpoints } from "./takeoff/takeoff.api.ts";
import { projectMatters } from "./project/matters.service.ts";
import { billedByApplications, openApplications } from "./pay/matters.service.ts";

export { projectMatters, type Matter } from "./project/matters.service.ts";

const [permission, page] = ["project.read", "/projects"] as const;

/** What the server mounts of this area. */
export default defineArea({
  name: "projects",
  noFacts: "Money of projects is the ledger's, and is added up there.",
  endpoints: [
    ...projectEndpoints,
    ...payEndpoints,
    ...contractorEndpoints,
    ...logEndpoints,
    ...codeEndpoints,
    ...rfiEndpoints,
    ...submittalEndpoints,
    ...designerEndpoints,
    ...contractorSubmittalEndpoints,
    ...changeEndpoints,
    ...contractorProjectEndpoints,
    ...boardEndpoints,
    ...punchEndpoints,
    ...contractorPunchEndpoints,
    ...paperEndpoints,
    ...contractorPaperEndpoints,
    ...projectAssetEndpoints,
    ...publishedEndpoints,
    ...waiverEndpoints,
    ...scheduleEndpoints,
    ...proposalEndpoints,
    ...contractorScheduleEndpoints,
    ...extensionEndpoints,
    ...payrollEndpoints,
    ...contractorPayrollEndpoints,
    ...assemblyEndpoints,
    ...namedEndpoints,
    ...takeoffEndpoints,
  ],
  jobs: [readPlansJob],
  days: [publishingDay, scheduleDay],
  importers: [projectImporter, punchImporter],
  seed: { after: ["capital", "contracts", "engagement"], tell: seedProjects },
  searches: [
    { kind: "project", list: projectList, permission, path: page, title: "name" },
    { kind: "payApplication", list: payList, permission, path: "/projects/pay", title: "project" },
    { kind: "dailyLog", list: logList, permission, path: "/projects/logs", title: "project" },
    {
      kind: "costTransfer",
      list: transferList,
      permission,
      path: "/projects/transfers",
      title: "project",
    },
    { kind: "rfi", list: rfiList, permission, path: "/projects/rfis", title: "title" },
    {
      kind: "submittal",
      list: submittalList,
      permission,
      path: "/projects/submittals",
      title: "title",
    },
    { kind: "punchItem", list: punchList, permission, path: "/projects/punch", title: "what" },
    {
      kind: "closeoutPaper",
      list: paperList,
      permission,
      path: "/projects/papers",
      title: "title",
    },
    {
      kind: "certifiedPayroll",
      list: payrollList,
      permission: "certifiedPayroll.read",
      path: "/projects/payrolls",
      title: "employer",
    },
    definitionSearch(takeoffAssembly, {
      kind: "takeoffAssembly",
      permission,
      path: "/quantity-takeoff/assemblies",
    }),
    {
      kind: "measurement",
      list: measurementList,
      permission,
      path: "/quantity-takeoff/measurements",
      title: "name",
    },
    {
      kind: "schedule",
      list: scheduleList,
      permission,
      path: "/projects/:id?tab=schedule",
      opens: "projectId",
      title: "project",
    },
  ],
  asked: [
    { list: projectList, permission, page, views: projectViews },
    { list: payList, permission, page: "/projects/pay", views: payViews },
    { list: logList, permission, page: "/projects/logs", views: logViews },
    { list: transferList, permission, page: "/projects/transfers", views: transferViews },
    { list: rfiList, permission, page: "/projects/rfis", views: rfiViews },
    { list: submittalList, permission, page: "/projects/submittals", views: submittalViews },
    { list: punchList, permission, page: "/projects/punch", views: punchViews },
    { list: paperList, permission, page: "/projects/papers", views: paperViews },
    {
      list: payrollList,
      permission: "certifiedPayroll.read",
      page: "/projects/payrolls",
      views: payrollViews,
    },
    {
      list: measurementList,
      permission,
      page: "/quantity-takeoff/measurements",
      views: measurementViews,
    },
    { list: scheduleList, permission, page: "/project-management", views: scheduleViews },
  ],
  brings: [
    agencyTables.of(...projectsLeaving),
    adoptedRequests.of(projectOfPlan),
    appliedChanges.of(orderFollows, finishFollows),
    invoiceEndings.of(applicationReturned),
    invoicePayments.of(applicationsPaid),
    billedOtherwise.of(billedByApplications),
    evidenceParts.of(evidenceOfApplications, evidenceOfSchedules),
    evidencePapers.of(
      papersOfApplications,
      papersOfLogs,
      papersOfRfis,
      papersOfSubmittals,
      papersOfSchedules,
    ),
    projectMatters.of(
      openApplications,
      draftLogs,
      openTransfers,
      openQuestions,
      openSubmittals,
      openPunch,
      openPapers,
      openWaivers,
    ),
    fileHolders.of(
      ...payFiles,
      ...logFiles,
      ...rfiFiles,
      ...designerFiles,
      ...submittalFiles,
      ...punchFiles,
      ...paperFiles,
      ...planFiles,
      ...waiverFiles,
      ...proposalFiles,
    ),
    citizenParts.of({ name: "projects", part: projectsOnPortal }),
    openWork.of(costOfContract),
    finalPapers.of(papersOfContract),
    recordFindings.of(findingsOfProject),
    demandedPapers.of(
      demandedWaivers,
      demandedCoverage,
      demandedPayrolls,
      demandedOfStored,
      demandedCertificate,
    ),
    approvables.of({
      type: "project",
      href: (id) => `/projects/${id}`,
      ...projectApproval,
      summary: projectSummary,
    }),
    signables.of(projectSignable),
    deadlineSources.of(scheduleDeadlineSource),
    hangingRecords.of(chargedRecords),
    holdings.of(...projectHoldings, ...scheduleHoldings),
    invariants.of(...projectRules, ...codeRules, ...scheduleRules),
    projectSegments.of(segmentsOfProjects),
    vendorWaits.of(projectWaits),
    placedRecords.of({
      noun: "project",
      label: "Projects",
      permission,
      list: projectList,
      page,
      href: (id) => `/projects/${id}`,
      title: "p.number || ' ' || p.name",
      about: "p.place",
      latitude: "p.latitude",
      longitude: "p.longitude",
      postalCode: "null",
      query: { open: true },
    }),
    recordTopics.of(
      { noun: projectNoun, label: "Projects" },
      { noun: payNoun, label: "Pay applications" },
      { noun: logNoun, label: "Daily logs" },
      { noun: transferNoun, label: "Transfers between codes" },
      { noun: rfiNoun, label: "RFIs" },
      { noun: submittalNoun, label: "Submittals" },
      { noun: punchNoun, label: "Punch items" },
      { noun: paperNoun, label: "Closeout papers" },
      { noun: waiverNoun, label: "Waivers" },
      { noun: scheduleNoun, label: "Schedules" },
      { noun: proposalNoun, label: "Schedules handed in" },
      { noun: baselineNoun, label: "Baselines of schedules" },
      { noun: measurementNoun, label: "Measurements" },
    ),
  ],
});
