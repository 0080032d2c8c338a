import type { FigureSource } from "#server/area.ts";
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
  },
  {
    group: "duty",
    place: 151,
    permission: "workOrder.plan",
    duty: "asset_manager",
    id: "work-late",
    label: "Work orders that are late",
    ...work,
    query: "late=true",
  },
];
