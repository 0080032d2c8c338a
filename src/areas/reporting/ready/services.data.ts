import type { ReadyReport } from "#server/facts/ready.ts";

/** Reports for those who answer people and keep what the agency owns. */
export const servicesReports: readonly ReadyReport[] = [
  {
    id: "late-service-requests",
    name: "Late service requests",
    says: "What people reported and should have been answered by now, by kind.",
    formula: "Open requests whose expected day has passed.",
    readers: ["receiver", "department_head"],
    question: {
      measures: ["serviceRequests.late", "serviceRequests.open"],
      by: ["service"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
  {
    id: "work-orders",
    name: "Work orders by state",
    says: "How many work orders there are in each state, and how many of them are late.",
    formula: "Work orders as they stand; late is open behind its due day.",
    readers: ["asset_manager", "technician"],
    question: {
      measures: ["workOrders.orders", "workOrders.late"],
      by: ["workOrderStatus"],
      where: {},
      period: "all",
    },
    chart: "bar",
  },
];
