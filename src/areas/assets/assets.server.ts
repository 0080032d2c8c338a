import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { assetsLeaving } from "./assets.leaving.data.ts";
import { maintenanceAgent } from "./agent/maintenance.agent.ts";
import { assetFacts } from "./assets.facts.ts";
import { outlookSeries } from "#server/outlook/sources.ts";
import { workOrderBacklog } from "./work-order/backlog.service.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { inspectionChecklist } from "./checklist/checklist.tables.ts";
import { maintenancePlan } from "./plan/plan.tables.ts";
import { childEnds } from "#server/origin/ends.ts";
import { workEnds } from "./work-order/ending.service.ts";
import { workErrands } from "./work-order/errand.service.ts";
import { fieldKinds } from "#areas/field/field.server.ts";
import { capturedHours } from "./hours/field.service.ts";
import { capturedInspections } from "./inspection/field.service.ts";
import { capturedWork } from "./work-order/field.service.ts";
import { defineArea } from "#server/area.ts";
import { errandSources } from "#server/handover/errands.ts";
import { labelled } from "#server/labels/labelled.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { placedRecords } from "#areas/places/places.server.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { approvables, deadlineSources } from "#areas/workflow/workflow.server.ts";
import { reportTags, requestCrews } from "#areas/engagement/engagement.server.ts";
import { correctiveEndpoints } from "./action/action.api.ts";
import { correctiveList } from "./action/action.list.ts";
import { checkRule } from "./action/check-law.data.ts";
import { recountDay } from "./action/recount.service.ts";
import { allCorrectiveDays } from "./action/action.service.ts";
import { assetEndpoints } from "./asset/asset.api.ts";
import { assetViews } from "./asset/asset.labels.ts";
import { assetImporter } from "./asset/asset.importer.ts";
import { assetList } from "./asset/asset.list.ts";
import { assetFigures } from "./assets.figures.ts";
import { bookEndpoints } from "./book/book.api.ts";
import { draftEndpoints } from "./asset/draft.api.ts";
import { failureEndpoints } from "./failure/failure.api.ts";
import { eamEndpoints } from "./book/eam.api.ts";
import { workCostEndpoints } from "./cost/cost.api.ts";
import { seedAssets } from "./demo/assets.seed.ts";
import { disposalEndpoints } from "./disposal/disposal.api.ts";
import { disposalApproval, disposalSummary } from "./disposal/disposal.service.ts";
import { downtimeEndpoints } from "./downtime/downtime.api.ts";
import { hourEndpoints } from "./hours/hours.api.ts";
import { inspectionEndpoints } from "./inspection/inspection.api.ts";
import { inspectionList } from "./inspection/inspection.list.ts";
import { countEndpoints } from "./label/count.api.ts";
import { labelEndpoints } from "./label/label.api.ts";
import { labelledAsset, reportedTag } from "./label/label.service.ts";
import { meterEndpoints } from "./meter/meter.api.ts";
import { needEndpoints } from "./need/need.api.ts";
import { permitEndpoints } from "./permit/permit.api.ts";
import { planEndpoints } from "./plan/plan.api.ts";
import { planningDay } from "./plan/planning.day.ts";
import { allCaseDays, allYearDays } from "./safety/clock.service.ts";
import { countingDay } from "./safety/counting.day.ts";
import { safetyEndpoints } from "./safety/safety.api.ts";
import { requestCrew } from "./work-order/crew.service.ts";
import { workOrderEndpoints } from "./work-order/work-order.api.ts";
import { workOrderViews } from "./work-order/work-order.labels.ts";
import { workOrderList } from "./work-order/work-order.list.ts";
import { safetyList } from "./safety/safety.list.ts";
import { assetFlow } from "./asset/asset-flow.service.ts";
import { safetyFlow } from "./safety/safety-flow.service.ts";
import { workOrderFlow } from "./work-order/work-order-flow.service.ts";

export { assetInput } from "./asset/asset.model.ts";
export { createAsset } from "./asset/asset.service.ts";
export { assetsNamed } from "./asset/named.service.ts";
export { hourFunders, hoursHeldElsewhere, lockHours } from "./hours/hour-funders.ts";
export { fieldHours, type FieldHour, type FieldHoursAsked } from "./hours/field-hours.service.ts";
export {
  hoursNamed,
  hoursOnFile,
  unitsNamed,
  type HourOnFile,
} from "./hours/crew-hours.service.ts";
export { hourRatesOf, type HourRateOf } from "./hours/hour-rates.service.ts";
export { hourInput } from "./hours/hours.model.ts";
export { approveHours, enterHours } from "./hours/hours.service.ts";
export { laborClassesOf } from "./hours/rates.service.ts";
export { checklistsInForce } from "./checklist/in-force.service.ts";
export {
  approvePlan,
  checkEffect,
  contain,
  findCause,
  implement,
  openAction,
} from "./action/action.service.ts";
export { actionsInTime } from "./action/in-time.service.ts";
export { recountDue } from "./action/recount.service.ts";
export {
  actionsAbout,
  actionSubjects,
  effectChecks,
  type ActionTold,
} from "./action/subjects.service.ts";
export { workOrdersNamed } from "./work-order/named.service.ts";
export { approveWork, requestWork, startWork } from "./work-order/work-order.service.ts";
export { workOrderInput } from "./work-order/work-order.model.ts";
export { recordReading, type Reading } from "./meter/meter.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "assets",
  facts: assetFacts,
  agents: [maintenanceAgent],
  endpoints: [
    ...assetEndpoints,
    ...disposalEndpoints,
    ...downtimeEndpoints,
    ...labelEndpoints,
    ...countEndpoints,
    ...needEndpoints,
    ...meterEndpoints,
    ...workOrderEndpoints,
    ...permitEndpoints,
    ...failureEndpoints,
    ...draftEndpoints,
    ...hourEndpoints,
    ...workCostEndpoints,
    ...planEndpoints,
    ...inspectionEndpoints,
    ...correctiveEndpoints,
    ...safetyEndpoints,
    ...eamEndpoints,
    ...bookEndpoints,
  ],
  importers: [assetImporter],
  days: [planningDay, countingDay, recountDay],
  brings: [
    agencyTables.of(...assetsLeaving),
    fieldKinds.of(capturedInspections, capturedWork, capturedHours),
    shippedRules.of(checkRule),
    outlookSeries.of(workOrderBacklog),
    flowRecords.of(assetFlow, workOrderFlow, safetyFlow),
    childEnds.of(workEnds),
    errandSources.of(workErrands),
    approvables.of({
      type: "assetDisposal",
      href: (id) => `/asset-management/${id}?tab=book`,
      ...disposalApproval,
      summary: disposalSummary,
    }),
    placedRecords.of({
      noun: "asset",
      label: "Assets",
      permission: "asset.read",
      list: assetList,
      page: "/asset-management",
      href: (id) => `/asset-management/${id}`,
      title: "a.name",
      about: "c.name",
      latitude: "a.latitude",
      longitude: "a.longitude",
      postalCode: "null",
      query: { inUse: true },
    }),
    requestCrews.of(requestCrew),
    reportTags.of(reportedTag),
    labelled.of(labelledAsset),
    deadlineSources.of(
      {
        type: "correctiveAction",
        label: "Corrective action",
        permission: "correctiveAction.read",
        all: allCorrectiveDays,
      },
      {
        type: "safetyCase",
        label: "Safety case",
        permission: "safety.read",
        duty: "safety_officer",
        all: allCaseDays,
      },
      {
        type: "safetyYear",
        label: "OSHA's yearly forms",
        permission: "safety.read",
        duty: "safety_officer",
        all: allYearDays,
      },
    ),
  ],
  seed: { after: ["engagement", "disaster"], tell: seedAssets },
  searches: [
    definitionSearch(inspectionChecklist, {
      kind: "inspectionChecklist",
      permission: "inspection.manage",
      path: "/inspections-checklists",
    }),
    definitionSearch(maintenancePlan, {
      kind: "maintenancePlan",
      permission: "maintenancePlan.read",
      path: "/maintenance-management/plans",
    }),
    { kind: "asset", list: assetList, permission: "asset.read", path: "/asset-management" },
    {
      kind: "workOrder",
      list: workOrderList,
      permission: "workOrder.read",
      path: "/maintenance-management",
    },
    {
      kind: "inspection",
      list: inspectionList,
      permission: "inspection.manage",
      path: "/inspections",
    },
    {
      kind: "correctiveAction",
      list: correctiveList,
      permission: "correctiveAction.read",
      path: "/corrective-actions",
    },
    {
      kind: "safetyCase",
      list: safetyList,
      permission: "safety.private",
      path: "/safety-management",
    },
  ],
  asked: [
    { list: assetList, permission: "asset.read", page: "/asset-management", views: assetViews },
    {
      list: workOrderList,
      permission: "workOrder.read",
      page: "/maintenance-management",
      views: workOrderViews,
    },
  ],
  figures: assetFigures,
});
