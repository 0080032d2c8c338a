import type { Story } from "#areas/procurement/procurement.server.ts";
import { assemblies } from "../takeoff/assembly/assembly.service.ts";
import { guardrail, riprap } from "../takeoff/assembly/shipped.data.ts";

type Told = { story: Story; ago: (days: number) => string };

/** What the county measures by: guardrail along the bridge, riprap below it. */
export const tellAssemblies = async ({ story, ago }: Told): Promise<void> => {
  for (const assembly of [guardrail, riprap])
    await story.as("engineer", ago(50), async (tx, actor) => {
      const { id, version } = await assemblies.draft(tx, actor, assembly);
      await assemblies.publish(tx, actor, id, version);
    });
};
