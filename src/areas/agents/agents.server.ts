import { wrongAgents } from "#server/agents/allowed.ts";
import { defineArea } from "#server/area.ts";
import { agentEndpoints } from "./agent/agent.api.ts";
import { seedAgents } from "./demo/agents.seed.ts";
import { findingEndpoints } from "./finding/finding.api.ts";
import { runEndpoints } from "./run/run.api.ts";
import { agentJob } from "./run/run.service.ts";
import { agentsDay } from "./run/morning.ts";

export { noteProposed, takeProposal } from "./proposal/take.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "agents",
  noFacts: "What agents said is of records of other areas, which are counted there.",
  endpoints: [...agentEndpoints, ...findingEndpoints, ...runEndpoints],
  jobs: [agentJob],
  days: [agentsDay],
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
});
