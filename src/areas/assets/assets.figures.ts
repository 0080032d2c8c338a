import type { FigureSource } from "#server/area.ts";
import { correctiveList } from "./action/action.list.ts";
import { hourList } from "./hours/hours.list.ts";
import { inspectionList } from "./inspection/inspection.list.ts";
import { safetyList } from "./safety/safety.list.ts";
import { workOrderList } from "./work-order/work-order.list.ts";

const work = {
  list: workOrderList,
  api: "/api/v1/work-orders",
  page: "/maintenance-management",
};

/** What the dashboard shows of work on assets. */
export const assetFigures: readonly FigureSource[] = [
  {
    group: "duty",
    place: 150,
    permission: "workOrder.work",
    duty: "technician",
    id: "work-mine",
    label: "Work orders that I lead",
    ...work,
    query: "mine=true&open=true",
    says: ["work order is yours", "work orders are yours"],
  },
  {
    group: "duty",
    place: 151,
    permission: "workOrder.plan",
    duty: "asset_manager",
    id: "work-late",
    pressing: true,
    label: "Work orders that are late",
    ...work,
    query: "late=true",
    says: ["work order is late", "work orders are late"],
  },
  {
    group: "duty",
    place: 152,
    permission: "hours.approve",
    duty: "asset_manager",
    id: "hours-to-approve",
    label: "Hours to approve",
    list: hourList,
    api: "/api/v1/work-hours",
    page: "/maintenance-management/hours",
    query: "status=entered",
    says: ["entry of hours is to be approved", "entries of hours are to be approved"],
  },
  {
    group: "duty",
    place: 153,
    permission: "inspection.work",
    duty: "inspector",
    id: "inspections-mine",
    label: "Inspections given to me",
    list: inspectionList,
    api: "/api/v1/inspections",
    page: "/inspections-checklists?tab=inspections",
    query: "mine=true&open=true",
    says: ["inspection is given to you", "inspections are given to you"],
  },
  {
    group: "duty",
    place: 155,
    permission: "safety.read",
    duty: "safety_officer",
    id: "actions-late",
    pressing: true,
    label: "Corrective actions that are late",
    list: correctiveList,
    api: "/api/v1/corrective-actions",
    page: "/safety-management?tab=actions",
    query: "late=true",
    says: ["corrective action is late", "corrective actions are late"],
  },
  {
    group: "duty",
    place: 154,
    permission: "safety.read",
    duty: "safety_officer",
    id: "safety-open",
    label: "Safety cases that are open",
    list: safetyList,
    api: "/api/v1/safety-cases",
    page: "/safety-management",
    query: "open=true",
    says: ["safety case is open", "safety cases are open"],
  },
];
