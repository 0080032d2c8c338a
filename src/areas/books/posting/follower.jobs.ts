import type { App } from "#server/app.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { booksOf } from "#areas/budget/budget.server.ts";
import { postDueReversals } from "../entry/reversal.service.ts";
import { followOnce } from "./follower.service.ts";

// So many batches in one go; the next minute takes the rest.
const mostRounds = 200;

/** Posts all that an agency's ledgers have and its books do not, batch by batch. */
export const followBooks = async (app: App, orgId: string): Promise<number> => {
  const within = { orgId, personId: null };
  const keeps = await app.database.transaction(within, (tx) => booksOf(tx));
  if (!keeps) return 0;
  let posted = 0;
  for (let n = 0; n < mostRounds; n += 1) {
    const done = await app.database.transaction(within, (tx) => followOnce(tx));
    posted += done.posted;
    if (done.seen === 0) break;
  }
  const late = await app.database.transaction(within, (tx) => followOnce(tx, { again: true }));
  await app.database.transaction(within, postDueReversals);
  return posted + late.posted;
};

/** Every minute in every agency; it writes into the agency's own books only. */
export const booksFollower: Schedule = {
  name: "books-follower",
  cron: "* * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    for (const orgId of await organizationIds(app.database)) await followBooks(app, orgId);
  },
};
