import { adminMatters } from "#areas/organization/organization.server.ts";
import { defineArea } from "#server/area.ts";
import { connectorEndpoints } from "./connector/connector.api.ts";
import { connectorSchedule, failingConnectors, runJob } from "./run/run.jobs.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "connectors",
  endpoints: connectorEndpoints,
  jobs: [runJob],
  schedules: [connectorSchedule],
  brings: [adminMatters.of(failingConnectors)],
});
