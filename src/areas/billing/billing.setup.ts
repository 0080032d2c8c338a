// An operator with two people, and an agency with an administrator and a clerk: as tests of billing need them.
import { systemActor, type Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import type { OwnPlans } from "./own/own.model.ts";
import { beginOffers } from "./plan/plan.service.ts";
import { keepBilling } from "./morning/morning.service.ts";

export type Written = { id: string; number: string; status: string; version: number };

/** A moment so many days from now, in the middle of the agencies' day. */
const noon = (days: number): string => {
  const chicago = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Chicago" });
  const at = new Date(`${chicago.format(Date.now())}T18:00:00.000Z`);
  return new Date(at.getTime() + days * 86_400_000).toISOString();
};

/** Somebody on another day. */
export const onDay = <A extends object>(actor: A, days: number): A & { businessNow: string } => ({
  ...actor,
  businessNow: noon(days),
});

/** An agency that could be hosted: its people, an account that pays. */
export const customerOf = async (t: TestDatabase) => {
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    boss: { role: "admin" },
    manager: { role: "manager" },
    ap: { duties: ["ap"] },
    clerk: {},
  });
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_000_00);
  return { agency, people, accountStringId };
};
export type Customer = Awaited<ReturnType<typeof customerOf>>;

/** The operator, the first agency of its database, with its offers. */
export const operatorAgency = async (t: TestDatabase) => {
  const agency: Agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    one: { role: "platform_admin" },
    two: { role: "platform_admin" },
  });
  await t.database.transaction({ orgId: agency.orgId, personId: null }, beginOffers);
  const asking = askingOf(() => t);
  const offers = async (actor: Actor) =>
    (await asking<OwnPlans>(actor, "GET /api/v1/billing/plans")).offers;
  return {
    ...{ t, agency, people, asking },
    /** The id of an offer in force, by its code. */
    offer: async (code: string): Promise<string> => {
      const { items } = await asking<{ items: { id: string; code: string; status: string }[] }>(
        people.one,
        "GET /api/v1/price-plans",
      );
      return items.find((plan) => plan.code === code && plan.status === "published")!.id;
    },
    offers,
    /** One morning of the operator, so many days from now. */
    morning: (days: number) =>
      keepBilling(t.app, {
        ...onDay(systemActor(agency.orgId, undefined, "Billing"), days),
        timeZone: "America/Chicago",
      }),
    letters: async (kind: string): Promise<string[]> =>
      (
        await identityDb(t.database).rows<{ to: string }>(sql`
          select to_address as to
          from mail
          where org_id = ${agency.orgId} and kind = ${kind}
          order by created_at, id
        `)
      ).map(({ to }) => to),
  };
};
export type Operating = Awaited<ReturnType<typeof operatorAgency>>;
