import { day, type Day } from "#kernel/time.ts";
import type { WaiverKind, WaiverStage } from "./waiver.labels.ts";

/**
 * A text of a waiver. `law`: the citation of the agency's rule of waivers under which it is taken; without
 * one it is the general text, for agencies whose state has none here. Words in braces are filled in.
 */
export type WaiverText = {
  place: string;
  law: string | null;
  from: Day;
  kind: WaiverKind;
  stage: WaiverStage;
  words: string;
  source: string;
};

const head =
  "Project: {project}\nOwner: {agency}\nContractor: {contractor}\nOrder: {order}\nApplication for payment: {application}, for work through {through}\nAmount: {amount}";
const general = {
  conditionalProgress: `${head}\n\nWhen the contractor has received the amount that is certified of this application, at most the amount above, this document releases its claims and lien rights, and its claims on any payment bond, for labor, services, equipment and material furnished through the day above, to the extent of what was paid. It releases nothing before that payment. It does not cover retainage, disputed claims named in writing, or work furnished after that day.`,
  unconditionalProgress: `${head}\n\nThe contractor has received the amount above for this application. It releases its claims and lien rights, and its claims on any payment bond, for labor, services, equipment and material furnished through the day above, to the extent of what was paid. It does not cover retainage, disputed claims named in writing, or work furnished after that day.`,
  conditionalFinal: `${head}\n\nWhen the contractor has received the amount that is certified of this application, at most the amount above, with all retainage, this document releases all its claims and lien rights, and its claims on any payment bond, for the whole work of the order. It releases nothing before that payment. It does not cover disputed claims named in writing.`,
  unconditionalFinal: `${head}\n\nThe contractor has been paid in full for the whole work of the order but for retainage that is still withheld. It releases all its claims and lien rights, and its claims on any payment bond, for that work, but for that retainage. It does not cover disputed claims named in writing.`,
};
const minnesota =
  "\n\nNothing in this document waives a right to a lien or to a claim on a payment bond for labor or material before the contractor was paid for it (Minnesota Statutes, section 337.10, subdivision 2).";

type Shape = readonly [kind: WaiverKind, stage: WaiverStage, words: string];
const shapes: readonly Shape[] = [
  ["conditional", "progress", general.conditionalProgress],
  ["unconditional", "progress", general.unconditionalProgress],
  ["conditional", "final", general.conditionalFinal],
  ["unconditional", "final", general.unconditionalFinal],
];

/** The texts that waivers are signed in; the newest of its place on its day is taken. */
export const waiverTexts: readonly WaiverText[] = [
  ...shapes.map(([kind, stage, words]) => ({
    place: "General text",
    law: null,
    from: day("2000-01-01"),
    kind,
    stage,
    words,
    source: "Text of the product; the law of no state was read for it",
  })),
  ...shapes.map(([kind, stage, words]) => ({
    place: "Minnesota",
    law: "Minn. Stat. 337.10, subd. 2",
    from: day("2024-08-01"),
    kind,
    stage,
    words: words + minnesota,
    source:
      "Text of the product with the reservation of Minnesota Statutes 2024, 337.10, subd. 2; the statute prescribes no form",
  })),
];
