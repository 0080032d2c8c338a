import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { capitalLeaving } from "./capital.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { booksOnPortal } from "#areas/budget/budget.server.ts";
import { citizenParts } from "#areas/engagement/engagement.server.ts";
import { capitalEndpoints } from "./capital.api.ts";
import { seedCapital } from "./demo/capital.seed.ts";
import { solveCapitalJob } from "./scenario/scenario.service.ts";
import { planOnPortal } from "./plan/plan.read.service.ts";
import { requestViews } from "./request/request.labels.ts";
import { requestNoun } from "./request/request.noun.ts";
import { requestImporter } from "./request/request.importer.ts";
import { requestList } from "./request/request.read.service.ts";
import { scenarioNoun } from "./scenario/scenario.noun.ts";

export { adoptedRequests, type AdoptedRequest } from "./plan/adopted.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "capital",
  noFacts:
    "What is wished for is scored and chosen, not added up: chosen requests are budget lines.",
  endpoints: capitalEndpoints,
  importers: [requestImporter],
  jobs: [solveCapitalJob],
  seed: { after: ["assets", "finance"], tell: seedCapital },
  searches: [
    {
      kind: "capitalRequest",
      list: requestList,
      permission: "capital.read",
      path: "/capital-planning-management/requests",
    },
  ],
  asked: [
    {
      list: requestList,
      permission: "capital.read",
      page: "/capital-planning-management",
      views: requestViews,
    },
  ],
  brings: [
    agencyTables.of(...capitalLeaving),
    recordTopics.of(
      { noun: requestNoun, label: "Capital requests" },
      { noun: scenarioNoun, label: "Capital scenarios" },
    ),
    citizenParts.of({ name: "book", part: booksOnPortal }),
    citizenParts.of({ name: "plan", part: planOnPortal }),
  ],
});
