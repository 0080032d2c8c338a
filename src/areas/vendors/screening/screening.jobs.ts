import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { sourcesOf } from "#areas/connectors/connectors.server.ts";
import { loadList } from "./exclusion-list.service.ts";
import { exclusionSourceOf } from "./exclusion-source.service.ts";
import { fetchList } from "./fetch-list.service.ts";
import { screenAll } from "./screening.service.ts";

/** Loads a list from its kept file, and screens every vendor against it when asked. */
export const loadListJob = defineJob({
  kind: "exclusions.load",
  lane: "long",
  payload: z.object({ listId: z.uuid(), thenScreen: z.boolean() }),
  run: async ({ app, actor, payload, progress }) => {
    const loaded = await loadList(app, actor, payload.listId, progress);
    const screened = payload.thenScreen ? await screenAll(app.database, actor, progress) : null;
    return { result: { ...loaded, screened }, resultPath: "/vendor-directory/exclusions" };
  },
});

/** Screens every vendor against the current list. */
export const screenAllJob = defineJob({
  kind: "exclusions.screenAll",
  lane: "long",
  payload: z.object({}),
  run: async ({ app, actor, progress }) => ({
    result: await screenAll(app.database, actor, progress),
    resultPath: "/vendor-directory?screening=possible,excluded",
  }),
});

export const fetchTitle = "Exclusion list from its address";
/** Takes the list from the agency's address; a new one is screened against. */
export const fetchListJob = defineJob({
  kind: "exclusions.fetch",
  lane: "long",
  payload: z.object({}),
  run: async ({ app, actor, progress }) => {
    const loaded = await fetchList(app, actor, progress);
    const screened = loaded && (await screenAll(app.database, actor, progress));
    return { result: { ...loaded, screened }, resultPath: "/vendor-directory/exclusions" };
  },
});

/** Puts the fetching of an agency's list in the queue, where it has an address. */
const fetchOf = ({ database }: Pick<App, "database">, orgId: string): Promise<void> => {
  const actor = systemActor(orgId);
  return database.transaction(actor, async (tx) => {
    // Where a connector brings the list, it alone does.
    const brought = (await sourcesOf(tx, "exclusion-list")).some(
      ({ status }) => status === "active" || status === "failing",
    );
    if (!brought && (await exclusionSourceOf(tx)))
      await enqueue(tx, actor, fetchListJob, {}, fetchTitle);
  });
};

/** Every night of the agency, while few are at work: the public list is made anew each day. */
export const fetchDay: AgencyDay = {
  name: "exclusion-lists",
  at: "03:40",
  afterRestore: {
    kind: "calls",
    due: "select count(*)::int as due, 0 as people, null::timestamptz as since from exclusion_source",
    // The next night fetches what stands then.
    drop: async () => {},
  },
  run: fetchOf,
};
