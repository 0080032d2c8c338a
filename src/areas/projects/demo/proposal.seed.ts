import { Readable } from "node:stream";
import { systemActor, type Actor } from "#kernel/access.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { planOfSnapshot } from "../schedule/exchange/current.model.ts";
import { scheduleOfProject } from "../schedule/exchange/current.service.ts";
import { writeMspdi } from "../schedule/exchange/mspdi-write.model.ts";
import { againstOf, keepProposal, readFileOf } from "../schedule/exchange/proposal.service.ts";
import { datesOf, loadNetwork, shownDays } from "../schedule/network.service.ts";
import type { Plan } from "../schedule/plan.model.ts";
import { snapshotOf } from "../schedule/snapshot.model.ts";
import { standingOf } from "../schedule/standing.service.ts";

type Of = { projectId: string; contractId: string; contractor: string };
/** How the file differs: a task that takes more days, and one whose lags it counted day and night. */
type Otherwise = { longer: string; days: number; lagsOf: string };

const dayMinutes = 480;
const bridgeFile: Otherwise = { longer: "B10", days: 4, lagsOf: "B30" };

const longerBy = (plan: Plan, { longer, days }: Otherwise): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task) =>
    task.code === longer
      ? {
          ...task,
          duration: task.duration + days * dayMinutes,
          remaining: task.remaining + days * dayMinutes,
        }
      : task,
  ),
});

const lagsByAllHours = (plan: Plan, { lagsOf }: Otherwise): Plan => {
  const to = plan.tasks.find(({ code }) => code === lagsOf)?.id;
  return {
    ...plan,
    links: plan.links.map((link) => (link.to === to ? { ...link, lagCalendar: "allHours" } : link)),
  };
};

// The contractor's program has our schedule with its own changes, and dates by its own rule of lags.
const fileOf = async (db: Db, projectId: string, otherwise: Otherwise): Promise<string> => {
  const row = (await scheduleOfProject(db, projectId))!;
  const stored = await loadNetwork(db, row);
  const theirs = longerBy(stored.plan, otherwise);
  const dates = datesOf(stored, row, lagsByAllHours(theirs, otherwise));
  const kept = snapshotOf(standingOf(stored, row, theirs, dates));
  return writeMspdi(planOfSnapshot(kept, "The contractor's update", shownDays(row)).plan);
};

/** Hands in a file of the contractor's, compared and not decided; `actor` is the system at its time. */
export const bringUpdate = async (
  app: App,
  actor: Actor,
  { projectId, contractId, contractor }: Of,
  otherwise: Otherwise,
): Promise<string> => {
  const orgId = actor.orgId!;
  const read = app.database.read(actor);
  const xml = await fileOf(read, projectId, otherwise);
  const stored = await app.files.put(Readable.from([xml]));
  const against = await againstOf(read, projectId);
  const answer = await readFileOf(app, stored.sha256, against);
  return app.database.transaction(actor, async (tx) => {
    const fileId = await recordFile(tx, { ...stored, orgId, name: "bridge-update.xml" });
    const input = { fileId, narrative: "Final plans take four days more after the late pads." };
    const by = { side: "contractor" as const, name: `Tom Halvorsen, ${contractor}`, contractId };
    return (await keepProposal(tx, actor, projectId, input, answer, by)).id;
  });
};

/** The update of the bridge that its contractor handed in, which waits to be compared by somebody. */
export const tellProposal = async (
  { story, ago }: { story: Story; ago: (days: number) => string },
  of: Of,
): Promise<void> => {
  const actor = { ...systemActor(carverCountyId), businessNow: ago(2) } as Actor;
  await bringUpdate(story.app, actor, of, bridgeFile);
};
