// How right agents are on their labelled cases, beside the obvious way of doing the same. An agent
// without cases is named with none: nothing is said of what was not measured.
import { areaServers } from "#areas.server.ts";
import { scoreOf } from "#server/agents/evaluation.ts";

for (const agent of areaServers.flatMap(({ agents = [] }) => agents)) {
  const score = scoreOf(agent);
  console.log(
    JSON.stringify({
      bench: "agents",
      agent: agent.id,
      version: agent.version,
      cases: score?.cases ?? 0,
      ...(score && { right: score.right, baseline: score.baseline, beside: score.beside }),
    }),
  );
  if (score && score.right <= score.baseline)
    throw new Error(`the ${agent.name} is no better than ${score.beside}`);
}
