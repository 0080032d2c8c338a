import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { attachPaper } from "#server/http/demo-paper.ts";
import { accountsOfAward } from "#areas/budget/budget.server.ts";
import { awardByTitle } from "#areas/grants/grants.server.ts";
import { carverCountyId, demoPersonId, demoSubrecipient } from "#areas/identity/identity.public.ts";
import { demoActor, seedDemoPeople, seedVendorPerson } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import {
  activateVendor,
  createVendor,
  linkDemoVendor,
  vendorInput,
} from "#areas/vendors/vendors.server.ts";
import { applicationInput } from "../application/application.model.ts";
import { applicationSteps, beginApplication } from "../application/application.service.ts";
import { programInput } from "../program/program.model.ts";
import { createProgram, programSteps } from "../program/program.service.ts";
import { addReviewer } from "../review/review.service.ts";
import { dayFrom, demoPrograms, demoRecipients, type DemoRecipient } from "./passthrough.data.ts";
import { demoReviewers, reviewDemo } from "./review.seed.ts";
import { passDemo, spendDemo } from "./subaward.seed.ts";

const addRecipient = async (tx: Tx, actor: Actor, r: DemoRecipient): Promise<string> => {
  const made = await createVendor(
    tx,
    actor,
    vendorInput.parse({
      name: r.name,
      uei: r.uei,
      tin: r.tin,
      tinKind: "ein",
      email: `grants@${r.mail}.test`,
      phone: "(952) 555-0170",
      address1: r.address,
      city: r.city,
      state: "MN",
      postalCode: r.postalCode,
      termsDays: 30,
      paymentMethod: "check",
    }),
  );
  await activateVendor(tx, actor, { id: made.id, version: null });
  if (r.name === demoSubrecipient.name) await linkDemoVendor(tx, made.id, demoSubrecipient.id);
  return made.id;
};

type Of = { awardId: string; today: string };
const publish = async (app: App, grants: Actor, at: number, { awardId, today }: Of) => {
  const { opens, closes, starts, ends, ...said } = demoPrograms[at]!;
  const made = await app.database.transaction(grants, (tx) =>
    createProgram(
      tx,
      grants,
      programInput.parse({
        ...said,
        awardId,
        opensOn: dayFrom(today, opens),
        closesOn: closes === null ? null : dayFrom(today, closes),
        startsOn: dayFrom(today, starts),
        endsOn: dayFrom(today, ends),
        contactName: "Ruth Adeyemi",
        contactEmail: "grants@demo.levee.test",
      }),
    ),
  );
  for (const { personId } of demoReviewers().slice(0, at === 0 ? 3 : 2))
    await app.database.transaction(grants, (tx) => addReviewer(tx, grants, made.id, personId!));
  await app.database.transaction(grants, (tx) =>
    programSteps.publish(tx, grants, { id: made.id, version: null, reason: null }),
  );
  return made.id;
};

const applied = (
  app: App,
  grants: Actor,
  programId: string,
  of: { vendorId: string; r: DemoRecipient; today: string },
) =>
  app.database.transaction(grants, (tx) =>
    beginApplication(
      tx,
      grants,
      applicationInput.parse({
        title: of.r.project,
        narrative: of.r.narrative,
        budget: of.r.budget,
        match: of.r.match,
        startsOn: dayFrom(of.today, -85),
        endsOn: dayFrom(of.today, 240),
        contactName: of.r.contact,
        contactEmail: `grants@${of.r.mail}.test`,
      }),
      { programId, vendorId: of.vendorId, source: "staff" },
    ),
  );

const addPortalPerson = async (app: App): Promise<void> => {
  await seedDemoPeople(app, [{ email: demoSubrecipient.email, name: demoSubrecipient.person }]);
  await seedVendorPerson(app, {
    personId: demoPersonId(demoSubrecipient.email),
    email: demoSubrecipient.email,
    displayName: demoSubrecipient.person,
    vendorId: demoSubrecipient.id,
    company: demoSubrecipient.name,
  });
};

// The award that pays, and its account with most left.
const paying = async (app: App, grants: Actor): Promise<Of & { accountStringId: string }> => {
  const db = app.database.read(grants);
  const award = await awardByTitle(db, "Public health emergency preparedness");
  if (!award?.segmentId) throw new Error("The demo story has no award to pass on.");
  const accounts = await accountsOfAward(db, award.segmentId);
  const left = (a: (typeof accounts)[number]) => a.budget - a.committed - a.expended;
  const today = await app.database.transaction(grants, (tx) =>
    Promise.resolve(businessDate(tx.scope)),
  );
  return {
    awardId: award.id,
    today,
    accountStringId: accounts.toSorted((a, b) => left(b) - left(a))[0]!.id,
  };
};

/** A program with three subrecipients, and one that is open now. */
export const seedPassthrough = async (app: App, log: (line: string) => void): Promise<void> => {
  log("grants that Carver County passes on");
  const [grants, admin] = [demoActor("grants"), demoActor("admin")];
  await addPortalPerson(app);
  const of = await paying(app, grants);
  const programId = await publish(app, grants, 0, of);
  const made: { applicationId: string; vendorId: string; r: DemoRecipient }[] = [];
  for (const r of demoRecipients) {
    const vendorId = await app.database.transaction(admin, (tx) => addRecipient(tx, admin, r));
    const { id, number } = await applied(app, grants, programId, { vendorId, r, today: of.today });
    await attachPaper(app, grants, {
      objectType: "programApplication",
      objectId: id,
      number,
      name: "letter-of-the-board.txt",
      words: `The board of ${r.name} has agreed to apply for "${r.project}".`,
      label: "Letter of the board",
    });
    made.push({ applicationId: id, vendorId, r });
  }
  await app.database.transaction(grants, (tx) =>
    programSteps.score(tx, grants, { id: programId, version: null, reason: null }),
  );
  await reviewDemo(app, programId);
  for (const { applicationId } of made)
    await app.database.transaction(grants, (tx) =>
      applicationSteps.select(tx, grants, { id: applicationId, version: null, reason: null }),
    );
  await app.database.transaction(grants, (tx) =>
    programSteps.tell(tx, grants, { id: programId, version: null, reason: null }),
  );
  for (const [at, each] of made.entries()) {
    const id = await passDemo(app, { ...of, ...each }, at);
    if (at === 0) await spendDemo(app, id, of.today);
  }
  await publish(app, grants, 1, of);
  await readNoticesOf(app, carverCountyId, ["grantProgram", "subawardRequest"]);
};
