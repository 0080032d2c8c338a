import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
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
import { eventImporter } from "./shipment/event.importer.ts";
import { shipmentEndpoints } from "./shipment/shipment.api.ts";
import { shipmentViews } from "./shipment/shipment.labels.ts";
import { shipmentsFollow } from "./shipment/standing.service.ts";

const page = "/shipment-tracking";
const permission = "purchaseOrder.read";

/** What the server mounts of this area. */
export default defineArea({
  name: "logistics",
  noFacts: "What a shipment is worth is added up by its order.",
  endpoints: [...shipmentEndpoints, ...proofEndpoints],
  days: [shipmentsDay],
  importers: [eventImporter],
  seed: { after: ["vendor-portal"], tell: seedLogistics },
  searches: [{ kind: "shipment", list: shipmentList, permission, path: page, title: "title" }],
  asked: [{ list: shipmentList, permission, page, views: shipmentViews }],
  brings: [
    programScopes.of({
      "shipment.record": {
        place: 31,
        noun: "Shipments",
        may: "Send a carrier's events of shipments",
      },
    }),
    fileHolders.of(proofFiles),
    receiptListeners.of(shipmentsFollow),
    shippedRules.of(proofRule),
    unannouncedDeliveries.of(withoutWitness),
  ],
});
