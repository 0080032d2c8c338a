export const itemKinds = {
  check: "Pass, fail or not applicable",
  number: "Number with limits",
  choice: "One of several",
  text: "Words",
  photo: "Photo",
  signature: "Signature",
} as const;
type ItemKind = keyof typeof itemKinds;

/** What becomes of a failed item. */
export type FailRule = {
  /** A corrective work order of this priority, one for each asset and defect while it is open. */
  workOrder: "urgent" | "high" | "normal" | "low" | null;
  /** The asset is taken out of service. */
  takeOut: boolean;
  /** A photo is demanded. */
  photo: boolean;
};
export const noRule: FailRule = { workOrder: null, takeOut: false, photo: false };

/**
 * One thing that is looked at. `least` and `most` are inclusive limits of a number; `failing` are
 * the choices that fail.
 */
export type ChecklistItem = {
  key: string;
  section: string;
  label: string;
  help: string;
  kind: ItemKind;
  required: boolean;
  unit: string;
  least: number | null;
  most: number | null;
  options: string[];
  failing: string[];
  onFail: FailRule;
};

export const checkAnswers = { pass: "Pass", fail: "Fail", na: "Not applicable" } as const;
