import { lifecycle, type Asker } from "#kernel/lifecycle.ts";

// Apart from the model, so that screens load without zod.
export const chartKinds = {
  table: "Table",
  pivot: "Pivot",
  bar: "Bars",
  stacked: "Stacked bars",
  line: "Lines",
} as const;
export type ChartKind = keyof typeof chartKinds;

type Owned = { status: string; ownerId: string };
const notOwner = (report: Owned, asker: Pick<Asker, "personId" | "kind">) =>
  asker.kind === "system" || report.ownerId === asker.personId
    ? null
    : "Only whoever made this report does this.";

export const savedReportCycle = lifecycle<Owned>()({
  noun: "saved report",
  statuses: {
    own: { label: "Only for me", tone: "neutral" },
    shared: { label: "Shared", tone: "success" },
    retired: { label: "Retired", tone: "neutral", terminal: true },
  },
  course: ["own", "shared"],
  initial: "own",
  edit: {
    from: ["own", "shared"],
    otherwise: "A retired report is not changed.",
    permission: "report.keep",
    unless: notOwner,
  },
  actions: {
    share: {
      label: "Share with the agency",
      from: ["own"],
      to: "shared",
      permission: "report.share",
      unless: notOwner,
      tone: "primary",
    },
    withdraw: {
      label: "Keep to myself",
      from: ["shared"],
      to: "own",
      permission: "report.share",
      unless: notOwner,
    },
    retire: {
      label: "Retire",
      from: ["own", "shared"],
      to: "retired",
      permission: "report.keep",
      unless: notOwner,
      tone: "danger",
    },
  },
});
export type SavedReportStatus = keyof typeof savedReportCycle.statuses;

export const keptRunCycle = lifecycle<{ status: string }>()({
  noun: "kept run",
  statuses: { kept: { label: "Kept", tone: "success", terminal: true } },
  course: ["kept"],
  initial: "kept",
  actions: {},
});
