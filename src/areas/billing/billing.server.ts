import { defineArea } from "#server/area.ts";

/** Plans are data that other areas read; nothing is mounted yet. */
export default defineArea({
  name: "billing",
  noFacts: "Offers of the product are no records of the agency.",
  endpoints: [],
});
