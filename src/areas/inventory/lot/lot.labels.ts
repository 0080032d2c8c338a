import { lifecycle, type Asker, type Tone } from "#kernel/lifecycle.ts";

/** How a lot stands; what is in quarantine or rejected goes to nobody. */
export const lotConditions = {
  ok: { label: "Good", tone: "success" },
  attention: { label: "Needs attention", tone: "warning" },
  damaged: { label: "Damaged", tone: "warning" },
  quarantined: { label: "In quarantine", tone: "danger" },
  rejected: { label: "Rejected", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type LotCondition = keyof typeof lotConditions;
export type LotAction = "quarantine" | "release" | "attend" | "damage" | "clear" | "reject";

export const lotCourse = ["ok"] as const;

/** What the rules of a lot's steps want to know: `status` is its condition. */
export type LotFacts = { status: string; quarantinedBy: string | null };

const move = "stock.move";

const byAnother = ({ quarantinedBy }: LotFacts, { personId }: Asker): string | null =>
  quarantinedBy !== null && quarantinedBy === personId
    ? "You put it into quarantine: somebody else releases it."
    : null;

/** A lot's condition: quarantine stops it everywhere, and another person than who began it ends it. */
export const lotCycle = lifecycle<LotFacts>()<LotCondition, LotAction>({
  noun: "lot",
  initial: "ok",
  begins: ["attention", "damaged", "quarantined"],
  statuses: lotConditions,
  course: lotCourse,
  actions: {
    quarantine: {
      label: "Put into quarantine",
      from: ["ok", "attention", "damaged"],
      to: "quarantined",
      permission: move,
      needsReason: true,
      tone: "danger",
    },
    release: {
      label: "Release",
      from: ["quarantined"],
      to: "ok",
      permission: move,
      needsReason: true,
      tone: "primary",
      unless: byAnother,
    },
    attend: {
      label: "Needs attention",
      from: ["ok"],
      to: "attention",
      permission: move,
      needsReason: true,
    },
    damage: {
      label: "Damaged",
      from: ["ok", "attention"],
      to: "damaged",
      permission: move,
      needsReason: true,
    },
    clear: {
      label: "It is good",
      from: ["attention", "damaged"],
      to: "ok",
      permission: move,
      needsReason: true,
    },
    reject: {
      label: "Reject",
      from: ["damaged", "quarantined"],
      to: "rejected",
      permission: move,
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const lotViews = [
  { id: "quarantined", name: "In quarantine", query: "condition=quarantined" },
  { id: "expiring", name: "Expire within thirty days", query: "expiring=true" },
  { id: "expired", name: "Expired", query: "expired=true" },
] as const;
