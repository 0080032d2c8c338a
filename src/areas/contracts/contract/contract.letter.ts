import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

export type VendorEvent = "send" | "ask" | "sign" | "amend" | "suspend" | "resume" | "terminate";
type Told = {
  vendor: string;
  number: string;
  title: string;
  endsOn: Day;
  ceiling: number;
  event: VendorEvent;
  reason: string | null;
};

// What a vendor reads of an event, with the reason where it must know it.
const said = ({ endsOn, ceiling, event, reason }: Told): [string, string] => {
  const why = reason ? ` Why: ${reason}` : "";
  const [end, most] = [formatDate(endsOn), formatCents(ceiling)];
  return {
    send: ["is ready for signature", "Please sign it on paper; the agency sends you the document."],
    ask: [
      "is ready for signature",
      "It is signed electronically: whoever signs for you is asked by a letter of their own. Nothing comes on paper.",
    ],
    sign: [
      "is in force",
      `It runs to ${end}, up to ${most}. Deliver against purchase orders only.`,
    ],
    amend: ["is amended", `It runs to ${end} now, up to ${most}.`],
    suspend: ["is suspended", `No order is placed under it until it is resumed.${why}`],
    resume: ["is resumed", "Orders may be placed under it again."],
    terminate: ["is terminated", `No order is placed under it any more.${why}`],
  }[event] as [string, string];
};

/** What became of a vendor's contract. */
export const contractLetter = defineLetter({
  kind: "contract",
  why: "You get this letter because your company has a contract with {agency}.",
  write: (told: Told) => {
    const [what, text] = said(told);
    return {
      subject: `Contract ${told.number} ${what}`,
      paragraphs: [`${told.vendor},`, `Contract ${told.number}, ${told.title}, ${what}. ${text}`],
      link: { label: "Your contracts", href: "/vendor-portal/contracts" },
    };
  },
  sample: {
    vendor: "Northline Aggregates",
    number: "CON-2027-00003",
    title: "Road materials",
    endsOn: day("2028-06-30"),
    ceiling: 45_000_000,
    event: "sign",
    reason: null,
  },
});
