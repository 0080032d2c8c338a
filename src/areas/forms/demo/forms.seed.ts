import { systemActor, type Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { asSystem } from "#server/lifecycle.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { formInput, type FormInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import { beginSubmission, moveSubmission } from "../submission/submission.service.ts";
import { deliverOne, receiverOf } from "./delivery.seed.ts";
import { roadClosure, vehicleRequest } from "./demo-forms.data.ts";
import { seedPapers } from "./papers.seed.ts";

const dayOf = (date: Date): string => utcDay(date);

const as = <T>(app: App, actor: Actor, work: (tx: Tx) => Promise<T>) =>
  app.database.transaction(actor, work);
type Made = { id: string };

// A visitor asks for a road, Ray of the yard for a pickup.
const festival = (app: App, formId: string, now: Date): Promise<Made> => {
  const visitor: Actor = {
    ...systemActor(carverCountyId, new Set(["form.fill"]), "Public site"),
    businessNow: later(now, -2).toISOString(),
  };
  const answers = {
    road: "Orchard Avenue, between 4th and 6th Street",
    purpose: "event",
    guests: 350,
    what: "road",
    detour: "By 7th Street, signed from both ends; the bus stops at Levee Street.",
    from: dayOf(later(now, 24)),
    to: dayOf(later(now, 25)),
  };
  return as(app, visitor, (tx) =>
    beginSubmission(
      tx,
      asSystem(visitor),
      {
        audience: "public",
        name: "Dana Ruiz",
        email: "dana.ruiz@citizen.levee.test",
        personId: null,
        vendorId: null,
      },
      { formId, submit: true, answers },
    ),
  );
};
const pickup = (app: App, formId: string, now: Date): Promise<Made> => {
  const ray = demoActor("receiver", later(now, -1).toISOString());
  const answers = {
    driver: ray.name,
    day: dayOf(later(now, 9)),
    vehicle: "pickup",
    stops: [
      { place: "Utilities yard", miles: 4 },
      { place: "Pump house at Cutter Creek", miles: 11 },
    ],
  };
  return as(app, ray, (tx) =>
    beginSubmission(
      tx,
      ray,
      { audience: "staff", name: ray.name, email: null, personId: ray.personId, vendorId: null },
      { formId, submit: true, answers },
    ),
  );
};

/** Two forms in force, and one submission of each that somebody reads. */
export const seedForms = async (app: App, log: (line: string) => void): Promise<void> => {
  log("forms and what was filled in");
  const now = new Date();
  const manager = demoActor("manager", later(now, -20).toISOString());
  const publish = (input: FormInput) =>
    as(app, manager, async (tx) => {
      const draft = await forms.draft(tx, manager, formInput.parse(input));
      return forms.publish(tx, manager, draft.id, draft.version);
    });
  await receiverOf(app, now);
  const permit = await publish(roadClosure);
  await deliverOne(app, permit.id, now);
  const made = [
    await festival(app, permit.id, now),
    await pickup(app, (await publish(vehicleRequest)).id, now),
  ];
  const reader = demoActor("manager", later(now, -0.5).toISOString());
  for (const { id } of made)
    await as(app, reader, (tx) =>
      moveSubmission(tx, reader, "review", { id, reason: null, version: null }),
    );
  await seedPapers(app, manager, permit.definitionId);
  await readNoticesOf(app, carverCountyId, ["form", "webhook"]);
};
