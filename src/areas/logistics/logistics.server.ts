import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { logisticsLeaving } from "./logistics.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { errandSources } from "#server/handover/errands.ts";
import { programScopes } from "#server/program-scopes.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { unannouncedDeliveries } from "#areas/finance/finance.server.ts";
import { receiptListeners, shipmentList } from "#areas/procurement/procurement.server.ts";
import { seedLogistics } from "./demo/logistics.seed.ts";
import { shipmentsDay } from "./morning.service.ts";
import { proofRule } from "./proof/proof-rule.data.ts";
import { proofFiles } from "./proof/files.service.ts";
import { proofEndpoints } from "./proof/proof.api.ts";
import { withoutWitness } from "./proof/unannounced.service.ts";
import { matrixFiles } from "./route/matrix/matrix-files.service.ts";
import { routeEndpoints } from "./route/plan/plan.api.ts";
import { planViews } from "./route/plan/plan.labels.ts";
import { planList } from "./route/plan/plan.list.ts";
import { solvePlanJob } from "./route/plan/solve.job.ts";
import { closureViews } from "./route/road/closure.labels.ts";
import { closureList } from "./route/road/closure.list.ts";
import { roadEndpoints } from "./route/road/road.api.ts";
import { roadFiles } from "./route/road/road.service.ts";
import { eventImporter } from "./shipment/event.importer.ts";
import { shipmentErrands } from "./shipment/errand.service.ts";
import { shipmentEndpoints } from "./shipment/shipment.api.ts";
import { shipmentViews } from "./shipment/shipment.labels.ts";
import { shipmentsFollow } from "./shipment/standing.service.ts";

export { markShipment } from "./shipment/event.service.ts";
export { drivenPlans, type DrivenPlan } from "./route/plan/driven.read.service.ts";

const [page, routes] = ["/shipment-tracking", "/quantum-logistics"] as const;
const permission = "purchaseOrder.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "logistics",
  noFacts: "What a shipment is worth is added up by its order.",
  endpoints: [...shipmentEndpoints, ...proofEndpoints, ...routeEndpoints, ...roadEndpoints],
  jobs: [solvePlanJob],
  days: [shipmentsDay],
  importers: [eventImporter],
  seed: { after: ["vendor-portal"], tell: seedLogistics },
  searches: [
    { kind: "shipment", list: shipmentList, permission, path: page, title: "title" },
    { kind: "routePlan", list: planList, permission: "route.read", path: routes },
  ],
  asked: [
    { list: shipmentList, permission, page, views: shipmentViews },
    { list: planList, permission: "route.read", page: routes, views: planViews },
    {
      list: closureList,
      permission: "route.read",
      page: `${routes}/closures`,
      views: closureViews,
    },
  ],
  brings: [
    agencyTables.of(...logisticsLeaving),
    programScopes.of({
      "shipment.record": {
        place: 31,
        noun: "Shipments",
        may: "Send a carrier's events of shipments",
      },
    }),
    fileHolders.of(proofFiles),
    fileHolders.of(...roadFiles, ...matrixFiles),
    errandSources.of(shipmentErrands),
    receiptListeners.of(shipmentsFollow),
    shippedRules.of(proofRule),
    unannouncedDeliveries.of(withoutWitness),
  ],
});
