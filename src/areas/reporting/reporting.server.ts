import { defineArea } from "#server/area.ts";
import { figureEndpoints } from "./figure/figure.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "reporting",
  noFacts: "It adds up the records of other areas.",
  endpoints: figureEndpoints,
});
