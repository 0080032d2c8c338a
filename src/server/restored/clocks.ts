import type { App } from "../app.ts";

/** What waits after a restore for an administrator's word, kind by kind, as people call it. */
export const heldKinds = {
  letters: {
    label: "Letters that waited at the backup",
    about: "Written and not sent when the backup was made. They may have gone out since.",
  },
  webhooks: {
    label: "Events for other systems that waited at the backup",
    about: "Other systems may have them already.",
  },
  notices: {
    label: "Notices to many, and their reminders",
    about:
      "Notices whose moment came, letters of a notice that was being sent, reminders to confirm.",
  },
  deadlines: {
    label: "Reminders of deadlines and late work",
    about: "Deadlines, overdue approvals, late reviews of rights and late service requests.",
  },
  courses: {
    label: "Steps that come by the clock",
    about:
      "Contracts, signatures and declarations that end, holds of the stores, work of maintenance plans, silence of devices, submissions whose time to be kept is over.",
  },
  access: {
    label: "Endings of access, and what is told of sign-in",
    about:
      "Access itself ended at its instant, held or not. What is written down of it, handed over and told waits.",
  },
  openings: {
    label: "Closings and openings of bids",
    about:
      "No bid is taken after its deadline, held or not. Closing, opening and their letters wait.",
  },
  calls: {
    label: "Calls to other systems",
    about: "Connectors, weather feeds and lists of exclusions that are fetched or sent.",
  },
  searches: {
    label: "Letters of saved searches",
    about: "What searches for grants found since the last letter.",
  },
  reports: {
    label: "Reports by mail",
    about: "Reports whose hour came since the backup. They may have gone out since.",
  },
  flows: {
    label: "Workflows under way",
    about: "Runs that can go on: letters, tasks, events and records that they make.",
  },
} as const;
export type HeldKind = keyof typeof heldKinds;

/**
 * A clock that waits after a restore until somebody speaks of its kind. `due` counts, as the
 * database's owner, what it would do now: `due`, to how many `people`, and `since` when; and `names`
 * of what is due where `namesOf` gives them. `reach` counts people who are written down only when it
 * goes out. Dropped, it runs once and tells nobody, so that what came due counts as told; `drop` where
 * it needs another way. `release` is what more has to begin again.
 */
export type HeldClock = {
  kind: HeldKind;
  due: string;
  reach?: (app: App) => Promise<number>;
  drop?: (app: App) => Promise<unknown>;
  release?: (app: App) => Promise<unknown>;
};

/**
 * What a clock does after a restore. It `goes on` where it tells nobody, calls nobody, and moves no
 * record of people on: keeping house, looking at the machine.
 */
export type AfterRestore = "goes on" | HeldClock;

/** A clock by its name, with what it does after a restore and one round of it. */
export type Clock = {
  name: string;
  afterRestore: AfterRestore;
  round: (app: App) => Promise<unknown>;
};

/** SQL of what is due by its name, with the agency that it is of, for `due`. */
export const namesOf = (orgId: string, words: string): string =>
  `coalesce(jsonb_agg(distinct jsonb_build_array(${orgId}, ${words})), '[]'::jsonb) as names`;

/** SQL of the day that it is in the agency whose id a column holds, for `due`. */
export const todayOf = (orgId: string): string =>
  `(select (clock_timestamp() at time zone its.time_zone)::date from organization its where its.id = ${orgId})`;
