import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { connectorsLeaving } from "./connectors.leaving.data.ts";
import { adminMatters, holdings } from "#areas/organization/organization.server.ts";
import { heldAfterRestore } from "#server/backup/holding.ts";
import { defineArea } from "#server/area.ts";
import { connectorHolding } from "./connector/holding.service.ts";
import { connectorEndpoints } from "./connector/connector.api.ts";
import { seedConnectors } from "./demo/connectors.seed.ts";
import { deliver, deliveryJob } from "./delivery/delivery.jobs.ts";
import { deliveriesAfterRestore, listsAfterRestore } from "./outward/restored.service.ts";
import { connectorSchedule, failingConnectors, runJob } from "./run/run.jobs.ts";
import { connectorList } from "./connector/connector.service.ts";

export { deliver };
export { sayDelivered } from "./delivery/delivery.service.ts";
export {
  destinationOf,
  destinations,
  lastSaidOf,
  obstacleAt,
  type Destination,
} from "./delivery/delivery.service.ts";
export type { Verdict } from "./delivery/delivery.model.ts";
export { parcels, type Parcel } from "./delivery/parcels.ts";
export { sourceAges } from "./connector/source-age.model.ts";
export { sourcesOf, type SourceState } from "./connector/sources.service.ts";
export type { Connector } from "./source/answer.ts";
export { sourceReaders } from "./source/reader.service.ts";
export { sourceTakers, type SourceTaker, type Taken } from "./source/taker.service.ts";
export { readPage } from "./source/rest.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "connectors",
  noFacts: "Runs of sources are counted by whoever watches them, at the source.",
  endpoints: connectorEndpoints,
  jobs: [runJob, deliveryJob],
  schedules: [connectorSchedule],
  seed: { after: ["organization", "vendors"], tell: seedConnectors },
  searches: [
    {
      kind: "connector",
      list: connectorList,
      permission: "connector.read",
      path: "/api-connectors/connectors",
    },
  ],
  brings: [
    agencyTables.of(...connectorsLeaving),
    adminMatters.of(failingConnectors),
    holdings.of(connectorHolding),
    heldAfterRestore.of(listsAfterRestore, deliveriesAfterRestore),
  ],
});
