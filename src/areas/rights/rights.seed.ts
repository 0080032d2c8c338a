import { comingAndGoing, demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor, seedDemoPeople } from "#areas/identity/identity.server.ts";
import { dateIn, instantIn } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import {
  readOrganization,
  seedLaterMembers,
  setDormancy,
} from "#areas/organization/organization.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { planLeaving } from "./leaver/leaver.service.ts";
import { startReview } from "./review/freeze.service.ts";
import { answerItem, readReview } from "./review/review.service.ts";

const days = 86_400_000;
const later = (ms: number): Instant => new Date(databaseMs() + ms).toISOString();

/** Five in the afternoon of the next Friday that is not today, in the agency's zone. */
const fridayAtFive = (timeZone: string): Instant => {
  const at = [1, 2, 3, 4, 5, 6, 7]
    .map((n) => dateIn(later(n * days), timeZone))
    .find((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 5)!;
  return new Date(instantIn(`${at}T17:00`, timeZone)).toISOString();
};

const seedLeaver = async (tx: Tx) => {
  const personId = demoPersonId("leaver@demo.levee.test");
  await giveTask(tx, demoActor("receiver"), {
    personId,
    kind: "follow_up",
    title: "Count the culverts in the yard",
    detail: "",
    link: null,
    dueAt: null,
  });
  const { timeZone } = await readOrganization(tx);
  await planLeaving(tx, demoActor("admin"), personId, {
    endsAt: fridayAtFive(timeZone),
    reason: "The season ends",
    successors: { tasks: demoPersonId("receiver@demo.levee.test") },
  });
};

// A review that the budget officer answers, half of it done.
const seedReview = async (tx: Tx) => {
  const { id } = await startReview(tx, demoActor("admin"), {
    name: "Rights of the autumn",
    scope: "all",
    departmentId: null,
    duty: null,
    reviewerId: demoPersonId("budget@demo.levee.test"),
    dueAt: later(14 * days),
  });
  const reviewer = demoActor("budget");
  const lines = (await readReview(tx, reviewer, id)).items.filter((line) => line.mayAnswer);
  for (const line of lines.slice(0, Math.floor(lines.length / 2)))
    await answerItem(
      tx,
      reviewer,
      line.id,
      { decision: "keep", until: null, note: "" },
      line.version,
    );
};

/** Somebody who leaves on Friday, somebody who never came, and a review half answered; once. */
export const seedRights = async (app: App, log: (line: string) => void): Promise<void> => {
  log("rights: a review, a leaver, an unused account");
  await seedDemoPeople(app, comingAndGoing);
  await seedLaterMembers(app.database, comingAndGoing, 210);
  await app.database.transaction(demoActor("admin"), async (tx) => {
    const begun = await tx.maybe(
      sql`select 1 as found from rights_review where org_id = ${tx.scope.orgId} limit 1`,
    );
    if (begun) return;
    await seedLeaver(tx);
    await seedReview(tx);
    const { timeZone } = await readOrganization(tx);
    await setDormancy(tx, demoActor("admin"), {
      days: 180,
      fromDay: dateIn(later(30 * days), timeZone),
    });
  });
};
