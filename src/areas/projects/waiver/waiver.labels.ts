import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

const waiverStatuses = {
  signed: { label: "Signed", tone: "success" },
  void: { label: "Void", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type WaiverStatus = keyof typeof waiverStatuses;
export type WaiverAction = "revoke" | "replace";

export const waiverKinds = {
  conditional: "Conditional waiver",
  unconditional: "Unconditional waiver",
} as const;
export type WaiverKind = keyof typeof waiverKinds;
export const waiverStages = { progress: "progress payment", final: "final payment" } as const;
export type WaiverStage = keyof typeof waiverStages;

/** A typed name, or strokes as drawn: x and y in turn, in a field of 600 by 200. */
export type Mark =
  | { kind: "typed"; text: string }
  | { kind: "drawn"; strokes: readonly (readonly number[])[] };

/** What it is called: a conditional waiver on a progress payment. */
export const waiverName = (kind: WaiverKind, stage: WaiverStage): string =>
  `${waiverKinds[kind]} on ${stage} payment`;

/** A waiver stands as it was signed until somebody of the agency hands it back, or another replaces it. */
export const waiverCycle = lifecycle<{ status: string }>()<WaiverStatus, WaiverAction>({
  noun: "waiver",
  initial: "signed",
  statuses: waiverStatuses,
  course: ["signed"],
  actions: {
    revoke: {
      label: "Hand back",
      from: ["signed"],
      to: "void",
      permission: "payApplication.edit",
      needsReason: true,
      tone: "danger",
    },
    replace: {
      label: "Replaced by another",
      from: ["signed"],
      to: "void",
      permission: "payApplication.edit",
      system: true,
    },
  },
});
