import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { awardList } from "./award/award.list.ts";
import { drawdownList } from "./drawdown/drawdown.read.service.ts";

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
    dimensions: [
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
