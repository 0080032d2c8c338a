import { defineArea } from "#server/area.ts";
import { figureEndpoints } from "./figure/figure.api.ts";

/** What the server mounts of this area. */
export default defineArea({ name: "reporting", endpoints: figureEndpoints });
