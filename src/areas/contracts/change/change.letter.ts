import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

export type ChangeEvent = "refused" | "approved" | "applied";
type Told = {
  vendor: string;
  number: string;
  title: string;
  contract: string;
  increase: number;
  decrease: number;
  days: number;
  path: string;
  event: ChangeEvent;
  reason: string | null;
};

const what = {
  refused: ["is refused", "The contract stays as it is."],
  approved: ["is approved", "It changes the contract once both sides have signed it."],
  applied: ["is in force", "The contract is changed by it from now on."],
} as const satisfies Record<ChangeEvent, readonly [string, string]>;

/** What became of a change order of a vendor's contract. */
export const changeLetter = defineLetter({
  kind: "changeOrder",
  keep: "notice",
  why: "You get this letter because your company has a contract with {agency}.",
  write: (told: Told) => {
    const [is, then] = what[told.event];
    const moves = [
      ...(told.increase ? [`${formatCents(told.increase)} more`] : []),
      ...(told.decrease ? [`${formatCents(told.decrease)} less`] : []),
      ...(told.days ? [`${counted(told.days, "day")}`] : []),
    ].join(", ");
    return {
      subject: `Change order ${told.number} ${is}`,
      paragraphs: [
        `${told.vendor},`,
        `Change order ${told.number} of contract ${told.contract}, ${told.title} (${moves}), ${is}. ${then}${told.reason ? ` Why: ${told.reason}` : ""}`,
      ],
      link: { label: "The contract", href: told.path },
    };
  },
  sample: {
    vendor: "Northline Aggregates",
    number: "CO-2027-00002",
    title: "Deeper wet well",
    contract: "CON-2027-00004",
    increase: 9_640_000,
    decrease: 0,
    days: 21,
    path: "/vendor-portal/contracts",
    event: "approved",
    reason: null,
  },
});
