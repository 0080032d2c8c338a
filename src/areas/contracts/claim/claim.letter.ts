import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

export type ClaimEvent = "noticed" | "accepted" | "part" | "denied" | "settled" | "closed";
type Told = {
  vendor: string;
  number: string;
  title: string;
  contract: string;
  noticedOn: Day;
  /** The day by which notice was due, where it came late. */
  noticeDueOn: Day | null;
  path: string;
  event: ClaimEvent;
  reason: string | null;
};

const what = {
  noticed: ["has come in", "Submit it point by point, certified, in the portal."],
  accepted: ["is accepted", "The agency settles it with you."],
  part: ["is accepted in part", "You can appeal in the portal."],
  denied: ["is denied", "You can appeal in the portal."],
  settled: ["is settled", "A change order carries the settlement out."],
  closed: ["is closed", ""],
} as const satisfies Record<ClaimEvent, readonly [string, string]>;

/** What became of a vendor's claim. */
export const claimLetter = defineLetter({
  kind: "claim",
  keep: "letter",
  why: "You get this letter because your company has a contract with {agency}.",
  write: (told: Told) => {
    const [is, then] = what[told.event];
    const late = told.noticeDueOn
      ? ` Your notice came on ${formatDate(told.noticedOn)}; the contract asked for it by ${formatDate(told.noticeDueOn)}.`
      : "";
    return {
      subject: `Claim ${told.number} ${is}`,
      paragraphs: [
        `${told.vendor},`,
        `Your claim ${told.number} under contract ${told.contract}, ${told.title}, ${is}.${told.event === "noticed" ? late : ""} ${then}${told.reason ? ` Why: ${told.reason}` : ""}`.trim(),
      ],
      link: { label: "The contract", href: told.path },
    };
  },
  sample: {
    vendor: "Northline Aggregates",
    number: "CL-2027-00001",
    title: "Flooded excavation",
    contract: "CON-2027-00004",
    noticedOn: day("2026-10-20"),
    noticeDueOn: day("2026-10-12"),
    path: "/vendor-portal/contracts",
    event: "noticed",
    reason: null,
  },
});
