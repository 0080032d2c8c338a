import { defineArea } from "#server/area.ts";
import { outlookFreezing } from "./outlook/freeze.service.ts";
import { outlookEndpoints } from "./outlook/outlook.api.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "reporting",
  endpoints: [...outlookEndpoints],
  days: [outlookFreezing],
});
