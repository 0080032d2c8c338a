import { systemActor, type Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { addEndpoint } from "#server/webhooks/endpoint.service.ts";
import { deliveriesAbout, tellGivenUp } from "#server/webhooks/story.seed.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { beginSubmission, moveSubmission } from "../submission/submission.service.ts";
import { trafficDesk } from "./demo-forms.data.ts";

const dayOf = (date: Date): string => utcDay(date);

/** The county's traffic desk is told of permits. */
export const receiverOf = async (app: App, now: Date): Promise<void> => {
  const admin = demoActor("admin", later(now, -25).toISOString());
  await app.database.transaction(admin, (tx) =>
    addEndpoint(app, tx, admin, {
      address: trafficDesk,
      description: "Traffic desk: signs and detours",
      topics: [],
    }),
  );
};

/**
 * A permit that was approved twelve days ago: its letter went out, its printout waits, and the
 * traffic desk did not answer for a day. It can be sent again.
 */
export const deliverOne = async (app: App, formId: string, now: Date): Promise<void> => {
  const sent = later(now, -14);
  const visitor: Actor = {
    ...systemActor(carverCountyId, new Set(["form.fill"]), "Public site"),
    businessNow: sent.toISOString(),
  };
  const { id } = await app.database.transaction(visitor, (tx) =>
    beginSubmission(
      tx,
      asSystem(visitor),
      {
        audience: "public",
        name: "Lee Okafor",
        email: "lee.okafor@citizen.levee.test",
        personId: null,
        vendorId: null,
      },
      {
        formId,
        submit: true,
        answers: {
          road: "County Road 12, at the Cutter Creek bridge",
          purpose: "work",
          what: "lane",
          from: dayOf(later(now, -3)),
          to: dayOf(later(now, -2)),
        },
      },
    ),
  );
  const approved = later(now, -12);
  const manager = demoActor("manager", approved.toISOString());
  for (const action of ["review", "approve"] as const)
    await app.database.transaction(manager, (tx) =>
      moveSubmission(tx, manager, action, { id, reason: null, version: null }),
    );
  await app.database.transaction(systemActor(carverCountyId), async (tx) => {
    for (const delivery of await deliveriesAbout(tx, id))
      await tellGivenUp(tx, delivery.id, approved);
    await tx.rows(sql`
      update form_delivery
      set created_at = ${approved.toISOString()}
      where org_id = ${carverCountyId} and submission_id = ${id}
    `);
    await tx.rows(sql`
      update form_delivery_try t
      set began_at = ${approved.toISOString()}
      from form_delivery d
      where t.org_id = ${carverCountyId}
        and d.org_id = t.org_id
        and d.id = t.delivery_id
        and d.submission_id = ${id}
        and t.ended_at is null
    `);
  });
};
