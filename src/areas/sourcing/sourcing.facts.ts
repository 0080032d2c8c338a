import { departmentDimension } from "#areas/organization/organization.server.ts";
import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { solicitationList } from "./solicitation/solicitation.list.ts";

/**
 * What can be added up of solicitations. Bids are no fact: before the opening nobody may count
 * them, and after it the evaluation says who reads them.
 */
export const sourcingFacts = defineFacts({
  id: "solicitations",
  label: "Solicitations",
  grain: "a solicitation",
  list: solicitationList,
  permission: "solicitation.read",
  page: "/rfq-builder",
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
  ],
  measures: {
    solicitations: { label: "Number of solicitations", kind: "count" },
    open: { label: "Open to answers", kind: "count", only: { open: "true" } },
  },
});
