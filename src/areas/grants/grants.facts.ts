import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { awardList, daysGone, daysOfPeriod } from "./award/award.list.ts";
import { drawdownList } from "./drawdown/drawdown.read.service.ts";

// Awards whose money is being spent.
const running = { status: "active,amended" };
const paid = { status: "paid,reconciled" };

/** What can be added up of awards and of what is drawn of them. */
export const grantFacts = defineFacts(
  {
    id: "awards",
    label: "Grant awards",
    grain: "an award",
    list: awardList,
    permission: "grant.read",
    page: "/grants-management",
    day: { label: "Ends", filter: "periodTo" },
    sums: { daysGone: daysGone("$until"), daysOfPeriod },
    dimensions: [
      { of: defineDimension("award", "Award"), filter: "id", name: "named" },
      {
        of: defineDimension("awardStatus", "Status of the award"),
        filter: "status",
        name: "status",
      },
    ],
    measures: {
      amount: { label: "Awarded", kind: "sum", total: "amount" },
      drawn: { label: "Drawn", kind: "sum", total: "drawn" },
      left: { label: "Not drawn", kind: "sum", total: "left" },
      used: { label: "Drawn of awarded", kind: "ratio", part: "drawn", whole: "amount" },
      awards: { label: "Number of awards", kind: "count" },
      inForce: { label: "Awarded, in force", kind: "sum", total: "amount", only: running },
      spent: { label: "Spent, in force", kind: "sum", total: "spent", only: running },
      spentShare: {
        label: "Spent of awarded",
        kind: "ratio",
        part: "spent",
        whole: "amount",
        only: running,
        against: {
          measure: "gone",
          worse: "behind",
          of: "its award",
          time: "its period",
        },
      },
      gone: {
        label: "Gone of the period",
        kind: "ratio",
        part: "daysGone",
        whole: "daysOfPeriod",
        only: running,
      },
      behind: { label: "Behind its time", kind: "sum", total: "behind", only: running },
      daysLeft: { label: "Days left", kind: "left", until: "periodTo", only: running },
    },
  },
  {
    id: "drawdowns",
    label: "Drawdowns",
    grain: "a drawdown",
    list: drawdownList,
    permission: "grant.read",
    page: "/grant-management/reports?tab=drawdowns",
    day: { label: "Paid", filter: "paidOn" },
    dimensions: [
      {
        of: defineDimension("drawdownStatus", "Status of the drawdown"),
        filter: "status",
        name: "status",
      },
    ],
    measures: {
      asked: { label: "Asked for", kind: "sum", total: "federal" },
      paid: { label: "Paid by the grantor", kind: "sum", total: "paid", only: paid },
      drawdowns: { label: "Number of drawdowns", kind: "count" },
    },
  },
);
