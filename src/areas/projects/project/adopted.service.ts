import type { AdoptedRequest } from "#areas/capital/capital.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { projectInput } from "./project.model.ts";
import { proposeProject } from "./project.service.ts";

const degreesOf = (text: string | null): string | null =>
  text === null ? null : String(Number(Number(text).toFixed(6)));

/** Each adopted request of the capital plan is a proposed project, with place, phases and funding. */
export const projectOfPlan = async (
  tx: Tx,
  actor: Actor,
  adopted: AdoptedRequest,
): Promise<void> => {
  const input = projectInput.parse({
    name: adopted.title,
    description: adopted.description.slice(0, 10_000),
    departmentId: adopted.departmentId,
    segmentCode: adopted.segmentCode,
    latitude: degreesOf(adopted.latitude),
    longitude: degreesOf(adopted.longitude),
  });
  await proposeProject(tx, actor, input, {
    capitalRequestId: adopted.requestId,
    phases: adopted.phases,
    funding: adopted.funding,
  });
};
