import { noScope } from "#server/db/db.ts";
import { waitingForScanner } from "#server/files/attend.ts";
import type { MonitorLine } from "#server/operation/monitor/lines.ts";

/** Files that nobody gets before the virus scanner has answered, in the monitoring. */
export const scannerLine: MonitorLine = {
  name: "scannerWaiting",
  label: "Files that wait for the scanner",
  unit: "count",
  read: ({ database }) => waitingForScanner(database.read(noScope)),
};
