import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { getRow } from "#server/db/rows.ts";
import { later, openStory, type Story } from "#areas/procurement/procurement.server.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesBy } from "#areas/organization/organization.server.ts";
import { addAuthority } from "#areas/workflow/workflow.server.ts";
import { keepApplicant } from "../application/applicant.service.ts";
import { applicantInput, applicationInput } from "../application/application.model.ts";
import { wholeOf } from "../application/checks.service.ts";
import {
  signApplication,
  stepApplication,
  submitApplication,
} from "../application/course.service.ts";
import {
  createApplication,
  keepBudget,
  keepForm,
  refillForm,
} from "../application/draft.service.ts";
import { writeSection } from "../application/section.service.ts";
import { budgetInput } from "../budget/budget.model.ts";
import { opportunityInput, proposalInput } from "../opportunity/opportunity.model.ts";
import {
  addOpportunity,
  decideOpportunity,
  proposeOpportunity,
  stepOpportunity,
} from "../opportunity/opportunity.service.ts";
import { keepPursuit } from "../portfolio/portfolio.service.ts";
import { grantApplication } from "../preaward.tables.ts";
import { demoApplicant, demoOldMatch, demoOpportunities, demoText } from "./preaward.data.ts";

const dayOf = (date: Date): string => utcDay(date);
const monthOf = (date: Date): string => date.toISOString().slice(0, 7);
const writer = "grants";
const decider = "manager";
const keeper = "admin";

const enter = async (story: Story, now: Date, at: string): Promise<string[]> => {
  const ids: string[] = [];
  for (const { days, floor, ceiling, match, ...one } of demoOpportunities) {
    const { id } = await story.as(writer, at, (tx, actor) =>
      addOpportunity(
        tx,
        actor,
        opportunityInput.parse({
          ...one,
          floorCents: floor * 100,
          ceilingCents: ceiling * 100,
          costSharing: match,
          postedOn: dayOf(later(now, -20)),
          closesOn: dayOf(later(now, days)),
        }),
      ),
    );
    ids.push(id);
  }
  return ids;
};

// The first two are applied for, the third is under review with a proposal.
const decideSome = async (story: Story, ids: readonly string[], at: string): Promise<void> => {
  const proposal = proposalInput.parse({
    verdict: "will_apply",
    reason: "It pays for what the county plans anyway.",
    matchSource: "Road and bridge fund",
  });
  for (const id of ids.slice(0, 5)) {
    await story.as(writer, at, (tx, actor) =>
      stepOpportunity(tx, actor, "review", { id, version: null }),
    );
    if (id === ids[3] || id === ids[4]) continue;
    await story.as(writer, at, (tx, actor) =>
      proposeOpportunity(tx, actor, { id, version: null }, proposal),
    );
    if (id !== ids[2])
      await story.as(decider, at, (tx, actor) =>
        decideOpportunity(tx, actor, { id, version: null }, proposal),
      );
  }
};

const takes = async (story: Story, ids: readonly string[], now: Date, at: string) => {
  const [first, second] = [monthOf(later(now, 30)), monthOf(later(now, 61))];
  for (const [i, id] of ids.slice(0, 5).entries())
    await story.as(decider, at, (tx, actor) =>
      keepPursuit(tx, actor, id, {
        askCents: demoOpportunities[i]!.ceiling * 80,
        chance: [55, 30, 45, 60, 40][i]!,
        hours: { [first]: [60, 140, 50, 40, 70][i]!, [second]: [80, 90, 60, 30, 40][i]! },
        match: demoOpportunities[i]!.match
          ? { "Road and bridge fund": demoOpportunities[i]!.ceiling * 20 }
          : {},
        excludes: [],
        needs: [],
      }),
    );
};

const budgetOf = (title: string, aln: string) =>
  budgetInput.parse({
    years: 2,
    activities: [{ title, aln }],
    lines: [0, 1].flatMap((year) => [
      {
        kind: "personnel",
        description: "Program coordinator",
        year,
        cents: 7_200_000,
        effort: 60,
        fringe: 31.5,
      },
      { kind: "travel", description: "Site visits", year, cents: 18_500, quantity: 12 },
      {
        kind: "goods",
        description: "Pumps",
        year,
        cents: 640_000,
        quantity: 4,
        usefulYears: 8,
        why: "They stay with the townships.",
      },
      { kind: "subaward", description: "Watershed district", year, cents: 4_200_000 },
    ]),
    indirect: { kind: "deMinimis", rate: 15 },
    match: [0, 1].map((year) => ({ source: "Road and bridge fund", year, cents: 2_500_000 })),
  });

// A bridge is built, so its application is one of construction, with the forms of that kind.
const bridgeBudget = (title: string, aln: string) =>
  budgetInput.parse({
    activities: [{ title, aln }],
    lines: [
      {
        kind: "personnel",
        description: "Project clerk",
        cents: 5_600_000,
        effort: 50,
        fringe: 31.5,
      },
      {
        kind: "contractual",
        description: "Design of the deck and its approaches",
        cents: 14_200_000,
      },
      {
        kind: "contractual",
        description: "Inspection during the work",
        cents: 6_100_000,
        construction: "inspection",
      },
      { kind: "construction", description: "Raised deck and abutments", cents: 118_000_000 },
      {
        kind: "other",
        description: "Reserve for soil that nobody knows",
        cents: 9_018_000,
        construction: "contingencies",
      },
    ],
    match: [{ source: "Road and bridge fund", cents: 37_750_000 }],
    matchRequired: 25,
  });

type Of = { id: string; at: number };
// What no record says, by the form that asks it.
const byHand: Readonly<Record<string, object>> = {
  "SF-424": {
    contactFirst: "Marcus",
    contactLast: "Hale",
    contactTitle: "Public works manager",
    agree: true,
  },
  "SF-424B": { assured: true },
  "SF-424D": { assured: true },
  "SF-LLL": { disclose: false },
};

const fillForms = async (
  story: Story,
  edit: { id: string; version: null },
  day: string,
  old: string,
) => {
  const wholeNow = () =>
    story.as(keeper, day, async (tx) =>
      wholeOf(tx, await getRow(tx, grantApplication, edit.id, "application")),
    );
  for (const { form: code } of (await wholeNow()).forms)
    await story.as(keeper, day, (tx, actor) => refillForm(tx, actor, { ...edit, code }));
  const { forms, sections } = await wholeNow();
  for (const { form: code, answers } of forms)
    if (byHand[code])
      await story.as(keeper, day, (tx, actor) =>
        keepForm(
          tx,
          actor,
          { ...edit, code },
          { answers: { ...answers, ...byHand[code] }, whole: true },
        ),
      );
  for (const { id, title } of sections)
    await story.as(keeper, day, (tx, actor) =>
      writeSection(
        tx,
        actor,
        { id, version: null },
        title === "Budget narrative" ? demoText + old : demoText,
      ),
    );
};

const apply = async (story: Story, now: Date, { id: opportunityId, at }: Of) => {
  const of = demoOpportunities[at]!;
  const day = later(now, -9 + at).toISOString();
  const made = await story.as(keeper, day, (tx, actor) =>
    createApplication(
      tx,
      actor,
      applicationInput.parse({
        title: of.title,
        kind: at === 1 ? "construction" : "non_construction",
        opportunityNumber: of.number,
        opportunityId,
        grantor: of.agency,
        aln: of.alns[0],
        startsOn: `${now.getUTCFullYear() + 1}-07-01`,
        endsOn: `${now.getUTCFullYear() + 3}-06-30`,
        dueOn: dayOf(later(now, of.days)),
      }),
    ),
  );
  const edit = { id: made.id, version: null };
  await story.as(keeper, day, (tx, actor) =>
    keepBudget(
      tx,
      actor,
      edit,
      (at === 1 ? bridgeBudget : budgetOf)(of.title.slice(0, 120), of.alns[0]!),
    ),
  );
  await fillForms(story, edit, day, at === 1 ? demoOldMatch : "");
  await story.as(keeper, day, (tx, actor) =>
    stepApplication(tx, actor, "review", { ...edit, reason: null }),
  );
  return made.id;
};

// Who signs for the county, as its board resolved; she writes nothing.
const entitle = (story: Story, now: Date) =>
  story.as("admin", later(now, -60).toISOString(), (tx, actor) =>
    addAuthority(tx, actor, {
      personId: demoActor("signer").personId!,
      kinds: ["grantApplication"],
      amountLimit: null,
      fromOn: dayOf(later(now, -60)),
      toOn: null,
      basis: "Resolution 2026-31 of the county board: the administrator signs grant applications",
    }),
  );

/** The county looks for grants: six opportunities, one application in review, one submitted. */
export const seedPreaward = async (app: App, log: (line: string) => void): Promise<void> => {
  log("grants that Carver County looks for");
  const story = await openStory(app, 424);
  const now = new Date();
  const begun = later(now, -18).toISOString();
  await story.as(decider, begun, (tx, actor) =>
    keepApplicant(
      tx,
      actor,
      applicantInput.parse({ ...demoApplicant, samUntil: dayOf(later(now, 280)) }),
      null,
    ),
  );
  const ids = await enter(story, now, begun);
  await decideSome(story, ids, later(now, -12).toISOString());
  await takes(story, ids, now, later(now, -10).toISOString());
  const signed = await apply(story, now, { id: ids[0]!, at: 0 });
  await apply(story, now, { id: ids[1]!, at: 1 });
  const day = later(now, -3).toISOString();
  const step = { id: signed, version: null };
  await entitle(story, now);
  await story.as("signer", day, (tx, actor) =>
    stepApplication(tx, actor, "pass", { ...step, reason: null }),
  );
  await story.as("signer", day, (tx, actor) =>
    signApplication(tx, actor, step, {
      first: "Harriet",
      last: "Okafor",
      title: "Deputy county administrator",
      phone: "952-555-0100",
      agreed: true,
    }),
  );
  // Its package has a PDF; where no browser makes one, it stays signed.
  if (pdfBrowser()) await submitApplication(app, demoActor("admin", day), step, "GRANT14000001");
  await readNoticesBy(app, demoActor("admin", day), ["grantApplication"]);
};
