import { formatCents } from "#kernel/money.ts";
import { findingsOf, type GateFinding } from "#kernel/gate.ts";

/** What the award asks at its end; counted anew at every step before. */
export type AwardGateFacts = {
  /** Protests whose stay holds the award. */
  openProtests: number;
  /** The protest window, once an intent is posted: when it ends in words, and whether it has. */
  window: { over: boolean; ends: string } | null;
  /** Whose insurance the agency's policy stops, in words. */
  uninsured: string | null;
  /** An exclusion list is loaded: nobody wins unscreened (2 CFR 200.214, 2 CFR 180). */
  hasList: boolean;
  winners: readonly { name: string; status: string; screening: string | null }[];
  /** Controls of the agency that stop it, each with its citation and the way, in words. */
  held: readonly string[];
  /** Accounts that have too little for what the prices take beyond the requisitions. */
  over: readonly { code: string; available: number; needed: number }[];
  /** Lines from no requisition. */
  free: number;
  /** What goes beyond a requisition and no addendum announced. */
  growth: readonly { description: string; cents: number }[];
};

/** What the screening at the moment of the award looks at once more. */
export const screenedAgain: ReadonlySet<string> = new Set(["winner_excluded", "winner_unresolved"]);

const ofWinner = ({ name, status, screening }: AwardGateFacts["winners"][number]) =>
  [
    [
      "vendor_not_active",
      status !== "active" && `${name} is not an active vendor (${status.replaceAll("_", " ")}).`,
    ],
    [
      "winner_excluded",
      screening === "excluded" &&
        `${name} is excluded from federal awards (SAM.gov), 2 CFR 200.214.`,
    ],
    [
      "winner_unresolved",
      screening === "possible" &&
        `The exclusion screening holds ${name}: a match that nobody has decided.`,
    ],
  ] as const;

/**
 * Everything that would stop an award as it stands, all of it at once, and what whoever makes it has
 * to say. Evaluation and intent show it before; the award asks the same.
 */
export const awardGate = (f: AwardGateFacts): GateFinding[] => [
  ...findingsOf("stops", [
    ["protest", f.openProtests > 0 && "A protest stays the award."],
    [
      "window",
      f.window !== null &&
        !f.window.over &&
        `The protest window is still open, until ${f.window.ends}.`,
    ],
    [
      "no_exclusion_list",
      !f.hasList && "No exclusion list is loaded, and nobody wins an award unscreened.",
    ],
    ...f.winners.flatMap(ofWinner),
    ["insurance", f.uninsured],
    ...f.held.map((reason) => ["control_stops", reason] as const),
    ...f.over.map(
      ({ code, available, needed }) =>
        [
          "over_budget",
          `${code} has ${formatCents(available)} available; the prices take ${formatCents(needed)} more than was requisitioned.`,
        ] as const,
    ),
  ]),
  ...findingsOf("decides", [
    [
      "growth",
      f.growth.length > 0 &&
        `${f.growth.map((g) => `${g.description} (${formatCents(g.cents)})`).join(", ")} ${f.growth.length === 1 ? "goes" : "go"} beyond the requisition: whoever makes the award approves it.`,
    ],
    [
      "account",
      f.free > 0 &&
        `${f.free === 1 ? "A line comes" : `${f.free} lines come`} from no requisition: whoever makes the award names the account.`,
    ],
  ]),
];
