import type { Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { carverTimeZone } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { acceptAward, createAward, stepAward } from "../award/award.service.ts";
import { awardInput, type AwardInput } from "../award/award.model.ts";
import { addTerm } from "../award/terms.service.ts";
import {
  certifyDrawdown,
  checkDrawdown,
  draftDrawdown,
  payDrawdown,
  submitDrawdown,
} from "../drawdown/drawdown.service.ts";
import { planMilestone } from "../milestone/milestone.service.ts";
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
  if (w.ended)
    await as((tx) =>
      stepAward(tx, actor, "end", { id, version: null, reason: "The period is over." }),
    );
  return id;
};

// What of an award's costs is paid is drawn and certified by another person; where nothing is paid
// yet there is nothing to draw.
const draw = async (app: App, grants: Actor, certifier: Actor, awardId: string) => {
  const { database } = app;
  try {
    const { id } = await database.transaction(grants, (tx) =>
      draftDrawdown(tx, grants, { awardId, kind: "reimbursement", through: dayOf(0) }),
    );
    await database.transaction(grants, (tx) => checkDrawdown(tx, grants, { id, version: null }));
    await database.transaction(certifier, (tx) =>
      certifyDrawdown(tx, certifier, { id, version: null }),
    );
    await database.transaction(grants, (tx) =>
      submitDrawdown(tx, grants, { id, version: null }, { reference: "PMS 26-1104" }),
    );
    await database.transaction(grants, (tx) =>
      payDrawdown(tx, grants, { id, version: null }, { paidOn: dayOf(0), deposit: "ACH 88120" }),
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "nothing_to_draw") throw error;
  }
};

/** The county's awards: one late with a report, one drawn, one in closeout. */
export const seedGrants = async (app: App, log: (line: string) => void): Promise<void> => {
  log("grants of Carver County");
  const [grants, certifier] = [demoActor("grants"), demoActor("certifier")];
  for (const w of demoAwards) {
    const id = await open(app, grants, w);
    if (w.drawn) await draw(app, grants, certifier, id);
  }
};
