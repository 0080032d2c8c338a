import { z } from "zod";

const personId = z.uuid("Choose a person.").nullish().meta({ title: "New author" });
const ids = z
  .array(z.uuid())
  .min(1, "Select at least one.")
  .max(100, "Select up to 100 at a time.");
const reason = z.string().trim().min(3, "Say why it is withdrawn.").max(2000);

/** Who takes a draft over; whoever asks where nobody is named. */
export const takeOverInput = z.object({ personId });
export const takeOverManyInput = z.object({ ids, personId });
export const withdrawInput = z.object({ reason });
export const withdrawManyInput = z.object({ ids, reason });
/** How many were done, and why the others were not: each stands by itself. */
export const manyAnswer = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.string(), number: z.string(), reason: z.string() })),
});
export type ManyAnswer = z.output<typeof manyAnswer>;

/**
 * SQL: `alias` is a draft whose author (`author`, a column of it) is no longer an active member.
 * Drafts alone, as in the partial indexes (0311): what was submitted has its approvers.
 */
export const authorLeftSql = (alias: string, author: string): string =>
  `${alias}.status in ('draft', 'returned') and ${alias}.${author} is not null and not exists (select 1 from organization_member m where m.org_id = ${alias}.org_id and m.person_id = ${alias}.${author} and m.active)`;

/**
 * What the rules ask of a draft that somebody else may take over: undefined where the services look
 * behind their locks.
 */
export type LeftFacts = { authorLeft?: boolean };
const stillHere = (r: LeftFacts) =>
  r.authorLeft === false
    ? "Its author is still a member of the agency: they change or withdraw it themselves."
    : null;
/** The rule of the steps that are for drafts of people who left. */
export const ofWhoLeft = { suits: (r: LeftFacts) => r.authorLeft === true, unless: stillHere };
