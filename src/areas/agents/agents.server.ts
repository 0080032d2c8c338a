import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { agentsLeaving } from "./agents.leaving.data.ts";
import { wrongAgents } from "#server/agents/allowed.ts";
import { closings } from "#server/restored/closing.ts";
import { defineArea } from "#server/area.ts";
import { agentEndpoints } from "./agent/agent.api.ts";
import { seedAgents } from "./demo/agents.seed.ts";
import { artifactsClock } from "./connection/artifact.service.ts";
import { connectionEndpoints } from "./connection/connection.api.ts";
import { connectionsAfterRestore } from "./connection/restored.service.ts";
import { mcpEndpoints } from "./connection/mcp.api.ts";
import { findingEndpoints } from "./finding/finding.api.ts";
import { runEndpoints } from "./run/run.api.ts";
import { agentJob } from "./run/run.service.ts";
import { agentsDay } from "./run/morning.ts";

export { connectedAgent } from "./connection/connected.ts";
export { wordings, type Wording, type WordPart } from "./run/wording.service.ts";
export { noteProposed, takeProposal } from "./proposal/take.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "agents",
  noFacts: "What agents said is of records of other areas, which are counted there.",
  endpoints: [
    ...agentEndpoints,
    ...findingEndpoints,
    ...runEndpoints,
    ...connectionEndpoints,
    ...mcpEndpoints,
  ],
  jobs: [agentJob],
  days: [agentsDay],
  schedules: [artifactsClock],
  seed: {
    after: [
      "procurement",
      "sourcing",
      "finance",
      "budget",
      "controls",
      "cards",
      "assurance",
      "disaster",
      "recovery",
    ],
    tell: seedAgents,
  },
  missing: wrongAgents,
  brings: [agencyTables.of(...agentsLeaving), closings.of(connectionsAfterRestore)],
});
