import { departmentDimension } from "#areas/organization/organization.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { solicitationList } from "./solicitation/solicitation.list.ts";

const responsive = solicitationList.columns["responsiveBids"]!.sql;
// Competitions of which every opened bid is judged.
const decided = { responsiveBids: "none,one,two,more" };

/**
 * What can be added up of solicitations. Bids are no fact: before the opening nobody may count
 * them, and after it the evaluation says who reads them. How many of them were responsive is told of
 * competitions that are judged.
 */
export const sourcingFacts = defineFacts({
  id: "solicitations",
  label: "Solicitations",
  grain: "a solicitation",
  list: solicitationList,
  permission: "solicitation.read",
  page: "/rfq-builder",
  day: { label: "Opened", filter: "openedOn" },
  sums: {
    single: `(case when ${responsive} = 'one' then 1 else 0 end)`,
    each: "1",
  },
  dimensions: [
    { of: departmentDimension, filter: "departmentId", name: "department" },
    {
      of: defineDimension("solicitationStatus", "Status of the solicitation"),
      filter: "status",
      name: "status",
    },
    {
      of: defineDimension("solicitationKind", "Kind of solicitation"),
      filter: "kind",
      name: "kind",
    },
    {
      of: defineDimension("responsiveBids", "Responsive bids"),
      filter: "responsiveBids",
      name: "responsiveBids",
    },
  ],
  measures: {
    solicitations: { label: "Number of solicitations", kind: "count" },
    decided: { label: "Competitions judged", kind: "count", only: decided },
    singleBid: {
      label: "With one responsive bid",
      kind: "count",
      only: { responsiveBids: "one" },
    },
    singleBidShare: {
      label: "One responsive bid, of competitions judged",
      kind: "ratio",
      part: "single",
      whole: "each",
      only: decided,
    },
    open: { label: "Open to answers", kind: "count", only: { open: "true" } },
  },
});
