import { defineArea } from "#server/area.ts";
import { accessEndpoints } from "./access/access.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "security",
  noFacts:
    "Who may what is told of one person at a time, and what happened is looked into case by case.",
  endpoints: [...accessEndpoints],
});
