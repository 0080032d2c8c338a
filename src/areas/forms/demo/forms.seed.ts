import { systemActor, type Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readNoticesOf } from "#areas/organization/organization.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { formInput, type FormInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import { beginSubmission, moveSubmission } from "../submission/submission.service.ts";
import { roadClosure, vehicleRequest } from "./demo-forms.data.ts";

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Two forms in force, and one submission of each that somebody reads. */
export const seedForms = async (app: App, log: (line: string) => void): Promise<void> => {
  log("forms and what was filled in");
  const now = new Date();
  const at = (days: number) => later(now, days).toISOString();
  const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) =>
    app.database.transaction(actor, work);
  const manager = demoActor("manager", at(-20));
  const publish = (input: FormInput) =>
    as(manager, async (tx) => {
      const draft = await forms.draft(tx, manager, formInput.parse(input));
      return forms.publish(tx, manager, draft.id, draft.version);
    });
  const [permit, vehicle] = [await publish(roadClosure), await publish(vehicleRequest)];
  const visitor: Actor = {
    ...systemActor(carverCountyId, new Set(["form.fill"]), "Public site"),
    businessNow: at(-2),
  };
  const asked = await as(visitor, (tx) =>
    beginSubmission(
      tx,
      visitor,
      {
        audience: "public",
        name: "Dana Ruiz",
        email: "dana.ruiz@citizen.levee.test",
        personId: null,
        vendorId: null,
      },
      {
        formId: permit.id,
        submit: true,
        answers: {
          road: "Orchard Avenue, between 4th and 6th Street",
          purpose: "event",
          guests: 350,
          what: "road",
          detour: "By 7th Street, signed from both ends; the bus stops at Levee Street.",
          from: dayOf(later(now, 24)),
          to: dayOf(later(now, 25)),
        },
      },
    ),
  );
  const ray = demoActor("receiver", at(-1));
  const wanted = await as(ray, (tx) =>
    beginSubmission(
      tx,
      ray,
      { audience: "staff", name: ray.name, email: null, personId: ray.personId, vendorId: null },
      {
        formId: vehicle.id,
        submit: true,
        answers: {
          driver: ray.name,
          day: dayOf(later(now, 3)),
          vehicle: "pickup",
          stops: [
            { place: "Utilities yard", miles: 4 },
            { place: "Pump house at Cutter Creek", miles: 11 },
          ],
        },
      },
    ),
  );
  const reader = demoActor("manager", at(-0.5));
  for (const { id } of [asked, wanted])
    await as(reader, (tx) =>
      moveSubmission(tx, reader, "review", { id, reason: null, version: null }),
    );
  await readNoticesOf(app, carverCountyId, ["form"]);
};
