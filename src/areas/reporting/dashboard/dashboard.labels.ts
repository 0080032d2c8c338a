import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import { chartKinds } from "../report/report.labels.ts";

// Apart from the model, so that screens load without zod.
/** What a tile shows: a ready report, one that people made, or what waits. */
export const tileKinds = {
  ready: "Ready reports",
  report: "Own and shared reports",
  waits: "What waits",
} as const;
export type TileKind = keyof typeof tileKinds;

/** How a tile shows it: its main figure with its finding, or as reports are shown. */
export const tileLooks = { figure: "Figure", ...chartKinds } as const;
type TileLook = keyof typeof tileLooks;

export const tileWidths = { third: "A third", half: "Half", whole: "Whole width" } as const;
export type TileWidth = keyof typeof tileWidths;

export const mostTiles = 12;

/** A tile as it is kept: `id` of a ready report, of a saved report, or of what waits. */
export type TileInput = { of: TileKind; id: string; look: TileLook; width: TileWidth };

type Tiled = { status: string; ownerId: string; tiles: TileInput[] };
const notOwner = (board: Pick<Tiled, "ownerId">, asker: Pick<Asker, "personId" | "kind">) =>
  asker.kind === "system" || board.ownerId === asker.personId
    ? null
    : "Only whoever made this dashboard does this.";

export const reportDashboardCycle = lifecycle<Tiled>()({
  noun: "dashboard",
  statuses: {
    own: { label: "Only for me", tone: "neutral" },
    shared: { label: "Shared", tone: "success" },
    retired: { label: "Retired", tone: "neutral", terminal: true },
  },
  course: ["own", "shared"],
  initial: "own",
  edit: {
    from: ["own", "shared"],
    otherwise: "A retired dashboard is not changed.",
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
export type ReportDashboardStatus = keyof typeof reportDashboardCycle.statuses;
