import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { subawardList } from "./subaward/subaward.list.ts";

/** What can be added up of grant money that is passed on. */
export const passthroughFacts = defineFacts({
  id: "subawards",
  label: "Subawards",
  grain: "a subaward",
  list: subawardList,
  permission: "subaward.read",
  page: "/grant-management?tab=recipient",
  day: { label: "Ends", filter: "endsOn" },
  dimensions: [
    {
      of: defineDimension("subawardStatus", "Status of the subaward"),
      filter: "status",
      name: "status",
    },
    {
      of: defineDimension("subawardRisk", "Risk of the subrecipient"),
      filter: "riskLevel",
      name: "riskLevel",
    },
  ],
  measures: {
    amount: { label: "Passed on", kind: "sum", total: "amount" },
    claimed: { label: "Accepted", kind: "sum", total: "claimed" },
    left: { label: "Left", kind: "sum", total: "left" },
    subawards: { label: "Number of subawards", kind: "count" },
  },
});
