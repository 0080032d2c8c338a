import { decideFor, later, type Story } from "#areas/procurement/procurement.server.ts";
import { signChange } from "../change/applying.service.ts";
import { changeInput, termsInput } from "../change/change.model.ts";
import { proposeChange } from "../change/change.service.ts";
import { checkFunds, priceChange, reviewChange, submitChange } from "../change/course.service.ts";
import { keepTerms } from "../change/terms.service.ts";
import { claimInput } from "../claim/claim.model.ts";
import { noticeClaim, reviewClaim, submitClaim } from "../claim/claim.service.ts";
import { addNote } from "../claim/note.service.ts";
import { assessClaim, issuesOf } from "../claim/settling.service.ts";
import type { Signatures } from "../contract/signing.service.ts";
import { dateIn } from "#kernel/dates.ts";
import { carverTimeZone } from "#areas/identity/identity.public.ts";

type Of = {
  contractId: string;
  now: Date;
  yearOf: (at: Date) => number;
  ink: (at: string) => Signatures;
};
type Change = {
  ago: number;
  title: string;
  reason: string;
  scope: string;
  lines: readonly (readonly [description: string, dollars: number, days: number])[];
  /** Signed and in force; else it stops before its approvers, beyond a cap. */
  applied: boolean;
};

const changes: readonly Change[] = [
  {
    ago: 60,
    title: "Temporary bypass pumping",
    reason: "The station has to run while its wet well is lined.",
    scope: "Keeping the station running is part of its rehabilitation.",
    lines: [
      ["Bypass pumps, six weeks", 29_600, 9],
      ["Bypass piping", 8_800, 0],
    ],
    applied: true,
  },
  {
    ago: 38,
    title: "Standard hatch in place of a cast one",
    reason: "The standard hatch bears the load and comes ten weeks earlier.",
    scope: "The same opening, another make.",
    lines: [["Cast hatch left out", -52_000, 0]],
    applied: true,
  },
  {
    ago: 9,
    title: "Larger second pump",
    reason: "The flood showed that one pump does not keep up with the inflow.",
    scope: "A pump of the same station, of the next size.",
    lines: [
      ["Pump of 60 horsepower", 53_700, 12],
      ["Wiring and starter", 7_800, 0],
    ],
    applied: false,
  },
];

type Weighed = {
  id: string;
  /** The moment so many days after it was proposed. */
  on: (days: number) => string;
  scope: string;
  analysis: string;
  funding: string;
  yearPlan: { year: number; amount: number }[];
};

// The scope test, the price and the money of a change that was proposed.
const weigh = async (story: Story, c: Weighed): Promise<void> => {
  const at = { id: c.id, version: null };
  await story.as("buyer", c.on(1), (tx, actor) =>
    reviewChange(tx, actor, at, { inScope: true, scopeReason: c.scope }),
  );
  await story.as("buyer", c.on(2), (tx, actor) =>
    priceChange(tx, actor, at, { analysis: c.analysis }),
  );
  await story.as("budget", c.on(3), (tx, actor) =>
    checkFunds(tx, actor, at, { funding: c.funding, yearPlan: c.yearPlan }),
  );
};

// Approved by others, signed and in force.
const seal = async (story: Story, { id, on }: Weighed, ink: Signatures): Promise<void> => {
  const at = { id, version: null };
  await story.as("buyer", on(4), (tx, actor) => submitChange(tx, actor, at));
  await decideFor(story, id, on(5), "approve");
  await story.as("manager", on(6), (tx, actor) => signChange(tx, actor, at, ink));
};

/** Takes a change that was proposed through all its steps, until it is in force. */
export const carryChange = async (story: Story, c: Weighed, ink: Signatures): Promise<void> => {
  await weigh(story, c);
  await seal(story, c, ink);
};

const tellChange = async (story: Story, c: Change, of: Of): Promise<void> => {
  const on = (days: number) => later(of.now, -c.ago + days).toISOString();
  const { id } = await story.as("buyer", on(0), (tx, actor) =>
    proposeChange(
      tx,
      actor,
      changeInput.parse({
        contractId: of.contractId,
        title: c.title,
        reason: c.reason,
        lines: c.lines.map(([description, dollars, days]) => ({
          description,
          amount: dollars * 100,
          days,
        })),
      }),
    ),
  );
  const net = c.lines.reduce((sum, [, dollars]) => sum + dollars * 100, 0);
  const weighed: Weighed = {
    id,
    on,
    scope: c.scope,
    analysis: "Compared with the unit prices of five bids.",
    funding: "Utilities capital, 420-UTL-5610",
    yearPlan: [{ year: of.yearOf(later(of.now, -c.ago)), amount: net }],
  };
  await weigh(story, weighed);
  if (c.applied) await seal(story, weighed, of.ink(on(6)));
};

const tellClaim = async (story: Story, { contractId, now }: Of): Promise<void> => {
  const on = (days: number) => later(now, days).toISOString();
  const { id } = await story.as("buyer", on(-12), (tx, actor) =>
    noticeClaim(
      tx,
      actor,
      claimInput.parse({
        contractId,
        title: "Flooded wet well",
        narrative:
          "The river rose into the open wet well overnight. Pumps, forms and eight days were lost.",
        eventOn: dateIn(on(-36), carverTimeZone),
        noticedOn: dateIn(on(-13), carverTimeZone),
      }),
    ),
  );
  const at = { id, version: null };
  await story.as("buyer", on(-8), (tx, actor) =>
    submitClaim(tx, actor, at, {
      certifiedBy: "The contractor's president, notarized",
      issues: [
        { title: "Two pumps replaced", claimed: 31_400_00, claimedDays: 3 },
        { title: "Forms lost", claimed: 12_250_00, claimedDays: 2 },
        { title: "Crew standing idle", claimed: 18_900_00, claimedDays: 3 },
      ],
    }),
  );
  await story.as("buyer", on(-7), (tx, actor) => reviewClaim(tx, actor, at));
  await story.as("counsel", on(-6), (tx, actor) =>
    addNote(
      tx,
      actor,
      id,
      "Notice was late, but our inspector was on site that night. Do not rest the answer on lateness alone.",
    ),
  );
  await story.as("buyer", on(-4), async (tx, actor) => {
    const found = [
      [24_800_00, 3],
      [9_100_00, 2],
      [0, 0],
    ] as const;
    const issues = (await issuesOf(tx, id)).map((issue, n) => ({
      id: issue.id,
      found: found[n]![0],
      foundDays: found[n]![1],
      offered: null,
      offeredDays: null,
    }));
    await assessClaim(tx, actor, at, { issues });
  });
};

/**
 * The lift station's changes: an increase, a decrease, and one over a cap though the net fits; and
 * the claim that the flood brought. Both are published.
 */
export const seedChanges = async (story: Story, of: Of): Promise<void> => {
  await story.as("buyer", later(of.now, -90).toISOString(), (tx, actor) =>
    keepTerms(
      tx,
      actor,
      of.contractId,
      termsInput.parse({
        noticeDays: 10,
        submitDays: 30,
        decideDays: 45,
        appealDays: 15,
        dayCount: "business",
        citation: "Section 7.4, claims",
        published: true,
      }),
      0,
    ),
  );
  for (const change of changes) await tellChange(story, change, of);
  await tellClaim(story, of);
};
