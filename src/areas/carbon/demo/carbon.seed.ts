// Two carbon years of Carver County, the first one restated under the potentials of the second; and this year so far.
import type { Actor } from "#kernel/access.ts";
import { dateIn, instantIn } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { creditInput } from "../credit/credit.model.ts";
import { listCredit } from "../credit/credit.service.ts";
import { factorInput } from "../factor/factor.model.ts";
import { addFactor, confirmFactor } from "../factor/factor.service.ts";
import { lineInput, settleInput } from "../line/line.model.ts";
import { addLine, settleRows } from "../line/line.service.ts";
import { recountYear } from "../year/recount.service.ts";
import { openYear, publishYear, restateYear, reviewYear } from "../year/year.service.ts";
import { gridFactor, listedCredit, logged, waitingFactor } from "./carbon.data.ts";

type At = <T>(who: string, wall: string, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;

const told =
  (app: App, zone: string): At =>
  (who, wall, work) => {
    const businessNow = new Date(instantIn(wall, zone)).toISOString() as Instant;
    const actor: Actor = { ...demoActor(who, businessNow), timeZone: zone };
    return app.database.transaction(actor, (tx) => work(tx, actor));
  };

const officer = "sustainability";

const publish = async (at: At, id: string, day: string): Promise<void> => {
  await at("controller", `${day}T10:30`, (tx, actor) =>
    reviewYear(tx, actor, { id, version: null }),
  );
  await at(officer, `${day}T15:10`, (tx, actor) => publishYear(tx, actor, { id, version: null }));
};

// What the county's bills hold beside fuel and energy has no factor yet.
const settleRest = async (tx: Tx, actor: Actor, yearId: string): Promise<void> => {
  const open = await tx.rows<{ id: string }>(sql`
    select id
    from carbon_gap
    where org_id = ${tx.scope.orgId} and year_id = ${yearId} and settled_as is null
    order by source_key
    limit 500
  `);
  if (open.length === 0) return;
  const reason = "No factor of its commodity yet; outside of what is published";
  const ids = open.map(({ id }) => id);
  await settleRows(tx, actor, yearId, settleInput.parse({ ids, as: "left_out", reason }));
};

const count = async (at: At, year: number, day: string): Promise<string> => {
  const { id } = await at(officer, `${day}T09:00`, (tx, actor) =>
    openYear(tx, actor, { year, base: year === 2024 }, null),
  );
  if (year === 2024) await seedFactors(at, day);
  await at(officer, `${day}T09:20`, async (tx, actor) => {
    for (const [activity, title, monthDay, unit, quality, quantities] of logged)
      await addLine(
        tx,
        actor,
        id,
        lineInput.parse({
          ...{ activity, title, unit, quality, onDay: `${year}-${monthDay}` },
          ...{ quantity: quantities[year], note: "From the county's energy log" },
        }),
      );
    await recountYear(tx, actor, id);
    await settleRest(tx, actor, id);
  });
  return id;
};

const seedFactors = async (at: At, day: string): Promise<void> => {
  const { id } = await at(officer, `${day}T09:05`, (tx, actor) =>
    addFactor(tx, actor, factorInput.parse(gridFactor)),
  );
  await at("controller", `${day}T09:15`, (tx, actor) =>
    confirmFactor(tx, actor, { id, version: null }),
  );
};

/** Tells the county's carbon years. */
export const seedCarbon = async (app: App): Promise<void> => {
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const { timeZone } = await readOrganization(db);
  const at = told(app, timeZone);
  const today = dateIn(new Date().toISOString(), timeZone);
  const first = await count(at, 2024, "2025-03-10");
  await publish(at, first, "2025-03-20");
  const again = await at(officer, "2026-02-16T09:00", async (tx, actor) => {
    const why = "One set of warming potentials for all years: table A-1 from 2025";
    const made = await restateYear(tx, actor, first, { potentials: "a1-2025", why }, null);
    await recountYear(tx, actor, made.id);
    await settleRest(tx, actor, made.id);
    return made.id;
  });
  await publish(at, again, "2026-02-20");
  await publish(at, await count(at, 2025, "2026-03-09"), "2026-03-18");
  await at(officer, `${today}T08:00`, async (tx, actor) => {
    const year = Number(today.slice(0, 4));
    const { id } = await openYear(tx, actor, { year, base: false }, null);
    await recountYear(tx, actor, id);
    await addFactor(tx, actor, factorInput.parse(waitingFactor));
    await listCredit(tx, actor, creditInput.parse(listedCredit));
  });
};
