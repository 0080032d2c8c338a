import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const assetStatuses = {
  planned: { label: "Planned", tone: "neutral" },
  ordered: { label: "Ordered", tone: "info" },
  received: { label: "Received", tone: "info" },
  in_service: { label: "In service", tone: "success" },
  out_of_service: { label: "Out of service", tone: "danger" },
  retired: { label: "Retired", tone: "neutral" },
  disposed: { label: "Disposed of", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AssetStatus = keyof typeof assetStatuses;

export type AssetAction =
  | "order"
  | "receive"
  | "putInService"
  | "takeOut"
  | "putBack"
  | "retire"
  | "proposeDisposal"
  | "agreeDisposal"
  | "leaveDisposal"
  | "dispose";

/** What the rules of an asset ask: what is filled in, and how much work is open on it. */
export type AssetFacts = {
  status: string;
  tag: string;
  location: string;
  placeId: string | null;
  /** Degrees; a position on the map is a place. */
  latitude: string | null;
  custodianId: string | null;
  departmentId: string | null;
  openWork: number;
  /** Where its disposal stands: nothing proposed, before its approvers, approved. */
  disposal: string;
};

const ready = (a: AssetFacts) => {
  const lacks = [
    a.tag ? "" : "a tag",
    a.placeId || a.location || a.latitude ? "" : "a place",
    a.custodianId || a.departmentId ? "" : "a custodian or a department",
  ].filter(Boolean);
  return lacks.length ? `It lacks ${lacks.join(" and ")}.` : null;
};
const idle = (a: AssetFacts) =>
  a.openWork > 0
    ? `Work is open on it: ${a.openWork} ${a.openWork === 1 ? "work order" : "work orders"}.`
    : null;

const waits = (a: AssetFacts) =>
  a.disposal === "proposed" ? "Its disposal waits for its approvers." : idle(a);
const approved = (a: AssetFacts) =>
  a.disposal === "approved" ? idle(a) : "Propose its disposal first, and have it approved.";

/** From a plan to its disposal; what is out of service comes back. */
export const assetCycle = lifecycle<AssetFacts>()<AssetStatus, AssetAction>({
  noun: "asset",
  initial: "planned",
  statuses: assetStatuses,
  course: ["planned", "ordered", "received", "in_service", "retired", "disposed"],
  actions: {
    order: { label: "Mark ordered", from: ["planned"], to: "ordered", permission: "asset.edit" },
    receive: {
      label: "Mark received",
      from: ["planned", "ordered"],
      to: "received",
      permission: "asset.edit",
    },
    putInService: {
      label: "Put in service",
      from: ["planned", "received"],
      to: "in_service",
      permission: "asset.edit",
      tone: "primary",
      unless: ready,
    },
    takeOut: {
      label: "Take out of service",
      from: ["in_service"],
      to: "out_of_service",
      permission: "asset.edit",
      needsReason: true,
      tone: "danger",
    },
    putBack: {
      label: "Put back in service",
      from: ["out_of_service"],
      to: "in_service",
      permission: "asset.edit",
      tone: "primary",
    },
    retire: {
      label: "Retire",
      from: ["in_service", "out_of_service", "received"],
      to: "retired",
      permission: "asset.edit",
      needsReason: true,
      unless: idle,
    },
    proposeDisposal: {
      label: "Propose its disposal",
      from: ["retired"],
      to: "retired",
      permission: "asset.edit",
      tone: "primary",
      unless: waits,
    },
    agreeDisposal: {
      label: "Agree to the disposal",
      from: ["retired"],
      to: "retired",
      permission: "asset.dispose",
      system: true,
    },
    leaveDisposal: {
      label: "Cancel the disposal",
      from: ["retired"],
      to: "retired",
      permission: "asset.dispose",
      system: true,
    },
    dispose: {
      label: "Dispose of it",
      from: ["retired"],
      to: "disposed",
      permission: "asset.dispose",
      tone: "danger",
      unless: approved,
    },
  },
});

/** Scales of condition as inspectors use them. */
export const conditionScales = {
  one_to_five: { label: "1 (best) to 5", least: 1, most: 5 },
  paser: { label: "PASER, 1 to 10 (best)", least: 1, most: 10 },
  pci: { label: "PCI, 0 to 100 (best)", least: 0, most: 100 },
  nbi: { label: "NBI, 0 to 9 (best)", least: 0, most: 9 },
} as const;
export type ConditionScale = keyof typeof conditionScales;

export const conditions = {
  "1": "1 Very good",
  "2": "2 Good",
  "3": "3 Fair",
  "4": "4 Poor",
  "5": "5 Very poor",
} as const;

/** Views of the register, which questions in words open too. */
export const assetViews = [
  { id: "out", name: "Out of service", query: "status=out_of_service" },
  { id: "poor", name: "In poor condition", query: "condition=4,5&inUse=true" },
  { id: "critical", name: "Critical", query: "critical=true&inUse=true" },
  { id: "warranty", name: "Warranty ends in 90 days", query: "warrantySoon=true" },
  { id: "federal", name: "Bought with federal money", query: "federal=true" },
] as const;

/** Where an asset stands, in the words that are known of it: its place, what was said, or its position. */
export const standsAt = (asset: {
  place: string | null;
  location: string;
  position: string | null;
}): string | null => asset.place ?? (asset.location || asset.position);
