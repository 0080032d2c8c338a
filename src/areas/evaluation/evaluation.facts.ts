import { departmentDimension } from "#areas/organization/organization.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { madeAwardList } from "./award/made-award.list.ts";

/**
 * What can be added up of what competitions led to. Scores are no fact: they are compared within one
 * evaluation, and none is a sum.
 */
export const evaluationFacts = defineFacts({
  id: "madeAwards",
  label: "Awards",
  grain: "an award of a competition that was made",
  list: madeAwardList,
  permission: "evaluation.read",
  page: "/bid-evaluation/awards",
  day: { label: "Awarded", filter: "madeOn" },
  dimensions: [
    { of: departmentDimension, filter: "departmentId", name: "department" },
    {
      of: defineDimension("madeAwardStatus", "Status of the award of a competition"),
      filter: "status",
      name: "status",
    },
  ],
  measures: {
    amount: { label: "Awarded", kind: "sum", total: "totalCents" },
    awards: { label: "Number of awards", kind: "count" },
  },
});
