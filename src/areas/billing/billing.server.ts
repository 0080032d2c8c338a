import { defineArea } from "#server/area.ts";

/** Plans are data that other areas read; nothing is mounted yet. */
export default defineArea({ name: "billing", endpoints: [] });
