import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { marketLeaving } from "./market.leaving.data.ts";
import { outlookWarnings } from "#server/outlook/sources.ts";
import { risingPrices } from "./market/outlook.service.ts";
import { programScopes } from "#server/program-scopes.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { marketFiles } from "./market/files.service.ts";
import { sourceTakers } from "#areas/connectors/connectors.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { marketEndpoints } from "./market/market.api.ts";
import { seedMarket } from "./market/market.seed.ts";
import { ocdsTaker } from "./market/ocds-connector.service.ts";
import { loadOcdsJob } from "./market/ocds-import.service.ts";
import { protestEndpoints } from "./protest/protest.api.ts";
import { protestViews } from "./protest/protest.labels.ts";
import { protestList } from "./protest/protest.list.ts";
import { protestReferences } from "./protest/vendor-merge.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "market",
  noFacts: "What others paid is compared, not added up.",
  seed: { after: ["evaluation"], tell: seedMarket },
  endpoints: [...protestEndpoints, ...marketEndpoints],
  jobs: [loadOcdsJob],
  brings: [
    agencyTables.of(...marketLeaving),
    outlookWarnings.of(risingPrices),
    fileHolders.of(...marketFiles),
    programScopes.of({
      "market.read": { place: 95, noun: "Market prices", may: "Read market lines and prices" },
    }),
    sourceTakers.of(ocdsTaker),
    vendorReferences.of(...protestReferences),
  ],
  searches: [
    {
      kind: "protest",
      list: protestList,
      permission: "evaluation.read",
      path: "/bid-evaluation/protests",
    },
  ],
  asked: [
    {
      list: protestList,
      permission: "evaluation.read",
      page: "/bid-evaluation/protests",
      views: protestViews,
    },
  ],
});
