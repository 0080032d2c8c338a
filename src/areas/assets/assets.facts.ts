import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { conditions } from "./asset/asset.labels.ts";
import { assetList } from "./asset/asset.list.ts";
import { safetyList } from "./safety/safety.list.ts";
import { workOrderList } from "./work-order/work-order.list.ts";

/** What can be added up of what the agency owns, of the work on it, and of accidents. */
export const assetFacts = defineFacts(
  {
    id: "assets",
    label: "Assets",
    grain: "an asset",
    list: assetList,
    permission: "asset.read",
    page: "/asset-management",
    dimensions: [
      {
        of: defineDimension("assetStatus", "Status of the asset"),
        filter: "status",
        name: "status",
      },
      {
        of: defineDimension("assetClass", "Class of assets"),
        filter: "classId",
        name: "className",
      },
      {
        of: defineDimension("assetCondition", "Condition of the asset"),
        filter: "condition",
        words: conditions,
      },
    ],
    measures: {
      cost: {
        label: "Cost of what is in use",
        kind: "sum",
        total: "costCents",
        only: { inUse: "true" },
      },
      assets: { label: "Number in use", kind: "count", only: { inUse: "true" } },
    },
  },
  {
    id: "workOrders",
    label: "Work orders",
    grain: "a work order",
    list: workOrderList,
    permission: "workOrder.read",
    page: "/maintenance-management",
    day: { label: "Due", filter: "dueOn" },
    dimensions: [
      {
        of: defineDimension("workOrderStatus", "Status of the work order"),
        filter: "status",
        name: "status",
      },
      { of: defineDimension("workKind", "Kind of work"), filter: "kind", name: "kind" },
      {
        of: defineDimension("workPriority", "Priority of the work"),
        filter: "priority",
        name: "priority",
      },
    ],
    measures: {
      orders: { label: "Number of work orders", kind: "count" },
      open: { label: "Open", kind: "count", only: { open: "true" } },
      late: { label: "Late", kind: "count", only: { late: "true" } },
    },
  },
  {
    id: "safetyCases",
    label: "Safety cases",
    grain: "a case",
    list: safetyList,
    permission: "safety.read",
    people: true,
    page: "/safety-management",
    day: { label: "Happened", filter: "happenedOn" },
    dimensions: [
      {
        of: defineDimension("safetyStatus", "Status of the case"),
        filter: "status",
        name: "status",
      },
      { of: defineDimension("safetyKind", "Kind of case"), filter: "kind", name: "kind" },
    ],
    measures: {
      cases: { label: "Number of cases", kind: "count" },
      recordable: { label: "Recordable", kind: "count", only: { recordable: "true" } },
    },
  },
);
