import { formatDate } from "#kernel/dates.ts";
import { type Day, day } from "#kernel/time.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";

type Told = {
  name: string;
  found: readonly { number: string; title: string; closesOn: Day | null }[];
};

/** What a saved search found since its last letter. */
export const digestLetter = defineLetter({
  kind: "grantDigest",
  why: "You get this letter because you keep a search for grants at {agency}; end it or its letters under Grant opportunities, Saved searches.",
  write: ({ name, found }: Told) => ({
    subject: `${found.length} new for ${name}`,
    paragraphs: found.map(
      ({ number, title, closesOn }) =>
        `${number}: ${title}.${closesOn ? ` Closes on ${formatDate(closesOn)}.` : ""}`,
    ),
    link: { label: "The opportunities", href: "/grant-opportunities" },
  }),
  sample: {
    name: "Aging",
    found: [
      { number: "HHS-2027-ACL-0012", title: "Nutrition services", closesOn: day("2027-02-15") },
    ],
  },
});
