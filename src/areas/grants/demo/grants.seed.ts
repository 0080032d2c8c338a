import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import type { App } from "#server/app.ts";
import { fiscalYearOf, seedAwardLine, yearStartOf } from "#areas/budget/budget.server.ts";
import { postJournal, sendRegister } from "#areas/finance/finance.server.ts";
import { carverDepartments, carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { acceptAward, createAward, stepAward } from "../award/award.service.ts";
import { awardInput, type AwardInput } from "../award/award.model.ts";
import { addTerm } from "../award/terms.service.ts";
import { planMilestone } from "../milestone/milestone.service.ts";
import { drawDemo } from "./draw.seed.ts";
import { reportDemo } from "./reports.seed.ts";
import { demoAwards, type DemoAward } from "./grants.data.ts";

// The county's day: in its evening the date in UTC is tomorrow's.
const dayOf = (days: number): string =>
  dateIn(new Date(Date.now() + days * 86_400_000).toISOString(), carverTimeZone);

const inputOf = (w: DemoAward): AwardInput =>
  awardInput.parse({
    title: w.title,
    program: w.program,
    grantor: w.grantor,
    grantorNumber: w.grantorNumber,
    assistanceListing: w.listing,
    disaster: w.disaster ?? false,
    amount: w.amount,
    match: w.match,
    shareRate: Math.round((w.amount * 10_000) / (w.amount + w.match)),
    periodFrom: dayOf(w.from),
    periodTo: dayOf(w.to),
    budget: w.budget,
  });

const open = async (app: App, actor: Actor, w: DemoAward): Promise<string> => {
  const as = <T>(work: Parameters<typeof app.database.transaction<T>>[1]) =>
    app.database.transaction(actor, work);
  const { id } = await as((tx) => createAward(tx, actor, inputOf(w)));
  await as((tx) => acceptAward(tx, actor, { id, version: null }, { segmentCode: w.code }));
  await as((tx) => stepAward(tx, actor, "activate", { id, version: null, reason: null }));
  for (const term of w.terms) await as((tx) => addTerm(tx, actor, id, term));
  for (const m of w.milestones)
    await as((tx) =>
      planMilestone(tx, actor, {
        awardId: id,
        title: m.title,
        measure: m.measure,
        plannedOn: dayOf(m.in),
      }),
    );
  return id;
};

// Pay by time sheets, month by month as it was earned; paid in this fiscal year, whose line bears it.
const spend = async (app: App, w: DemoAward, { pay }: Required<Pick<DemoAward, "pay">>) => {
  const { database } = app;
  const [budget, ap] = [demoActor("budget"), demoActor("ap")];
  const { code } = await database.transaction(budget, (tx) =>
    seedAwardLine(tx, budget, {
      ...pay,
      award: w.code,
      departmentId: carverDepartments.find((d) => d.code === pay.department)!.id,
      cents: w.amount + w.match,
    }),
  );
  const { id } = await database.transaction(ap, async (tx) => {
    const startsOn = await yearStartOf(tx, (await fiscalYearOf(tx, dayOf(0))).id);
    const last = dayOf(pay.paid);
    const paidOn = last < startsOn ? startsOn : last;
    return sendRegister(
      tx,
      ap,
      `Time sheets, ${w.title}`,
      pay.months.flatMap((from) =>
        pay.people.map(({ name, cents }) => ({
          employee: name,
          account: code,
          from: dayOf(from),
          to: dayOf(from + 29),
          paidOn,
          amount: cents,
        })),
      ),
    );
  });
  await database.transaction(budget, (tx) => postJournal(tx, budget, { id, version: null }));
};

/** The county's awards: one late with a report, one half drawn, one in closeout that drew. */
export const seedGrants = async (app: App, log: (line: string) => void): Promise<void> => {
  log("grants of Carver County");
  const people = { grants: demoActor("grants"), certifier: demoActor("certifier") };
  const { grants } = people;
  for (const [at, w] of demoAwards.entries()) {
    const awardId = await open(app, grants, w);
    if (w.pay) await spend(app, w, { pay: w.pay });
    if (w.drawn)
      await drawDemo(app, people, {
        awardId,
        today: dayOf(0),
        reference: `PMS 26-${1104 + at}`,
        deposit: `ACH ${88_120 + at}`,
      });
    await reportDemo(app, people, { awardId, today: dayOf(0), late: w.late ?? [] });
    if (w.ended)
      await app.database.transaction(grants, (tx) =>
        stepAward(tx, grants, "end", {
          id: awardId,
          version: null,
          reason: "The period is over.",
        }),
      );
  }
};
