import { z } from "zod";
import { defineJob } from "#server/jobs/jobs.ts";
import { loadList } from "./exclusion-list.service.ts";
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
