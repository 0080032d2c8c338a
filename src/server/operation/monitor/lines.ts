import { extensionPoint } from "../../area.ts";
import type { App } from "../../app.ts";
import type { Unit } from "#kernel/monitor-metrics.ts";

/** A further number that is measured every minute: the age of the newest backup, connectors that fail. */
export type MonitorLine = {
  /** Its name among the numbers; alarms may name it. */
  name: string;
  label: string;
  unit: Unit;
  /** What it says now, or null where it cannot be told. */
  read: (app: App) => Promise<number | null>;
};

const lines = new Map<string, MonitorLine>();

/** What areas add to the monitoring of the installation as a whole. */
export const monitorLines = extensionPoint<MonitorLine>("lines of the monitoring", (line) => {
  if (lines.has(line.name)) throw new Error(`two lines of the monitoring named ${line.name}`);
  lines.set(line.name, line);
});

export const allMonitorLines = (): readonly MonitorLine[] => [...lines.values()];
