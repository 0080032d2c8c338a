import type { Permission } from "#kernel/access.ts";
import { extensionPoint } from "../area.ts";

/**
 * A report that stands ready: a question over facts, or the screen of a report that an area makes
 * itself. `readers` are the duties that it is for; `formula` says how its figure comes to be.
 */
export type ReadyReport = {
  id: string;
  name: string;
  /** What it answers, in one sentence. */
  says: string;
  formula: string;
  citation?: string;
  readers: readonly string[];
} & (
  | {
      question: {
        measures: readonly string[];
        by: readonly string[];
        where: Readonly<Record<string, readonly string[]>>;
        period: string;
        beside?: "share" | "rank" | "running" | "previous-year";
        /** The figure by which its rows stand in order, the most first with a minus. */
        order?: string;
      };
      chart: "table" | "pivot" | "bar" | "stacked" | "line";
      /** A screen of its own, which shows more than the figures. */
      page?: string;
      permission?: never;
    }
  | { page: string; permission: Permission; question?: never; chart?: never }
);

const ready = new Map<string, ReadyReport>();

/** What areas let be read without building it. */
export const readyReports = extensionPoint<ReadyReport>("ready reports", (report) => {
  if (ready.has(report.id)) throw new Error(`two ready reports named ${report.id}`);
  ready.set(report.id, report);
});

export const allReadyReports = (): readonly ReadyReport[] => [...ready.values()];
