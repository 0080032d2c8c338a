import { defineArea } from "#server/area.ts";
import { leaverEndpoints } from "./leaver/leaver.api.ts";
import { leavings } from "./leaver/leaver.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "rights",
  endpoints: [...leaverEndpoints],
  schedules: [leavings],
});
