import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { availableOf } from "#areas/inventory/ledger/balance.service.ts";
import { readMovement } from "#areas/inventory/movement/movement.read.service.ts";
import type { MovementDetail } from "#areas/inventory/movement/movement.model.ts";
import { movementInput } from "#areas/inventory/movement/movement.model.ts";
import { postMovement } from "#areas/inventory/movement/post.service.ts";
import { reverseMovement } from "#areas/inventory/movement/reverse.service.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "./agency.ts";
import { askingOf } from "./asking.ts";
import type { TestDatabase } from "./database.ts";
import { agencyDay } from "./days.ts";

type Written = { id: string; version: number; number: string };

/** The stores of an agency with a fund, two bays and a place of quarantine, and what is done in them. */
export type Stores = Awaited<ReturnType<typeof makeStores>>;

let names = 0;

const makePlace = async (t: TestDatabase, by: Actor): Promise<string> => {
  const id = newId();
  await t.database.transaction(by, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind)
      values (${by.orgId}, ${id}, ${`Yard ${++names}`}, 'yard')
    `),
  );
  return id;
};

const makeFund = async (t: TestDatabase, by: Actor, code: string): Promise<string> => {
  const id = newId();
  await t.database.transaction(by, (tx) =>
    tx.rows(sql`
      insert into segment_value (org_id, id, kind, code, name)
      values (${by.orgId}, ${id}, 'fund', ${code}, ${`Fund ${code}`})
    `),
  );
  return id;
};

const peopleOf = (t: TestDatabase, agency: Agency) =>
  makeMembers(t.database, agency, {
    keeper: { duties: ["storekeeper"] },
    second: { duties: ["storekeeper"] },
    clerk: {},
  });

/** Stores with people, and another agency's keeper. */
export const makeStores = async (t: TestDatabase) => {
  const agency = await makeAgency(t.database);
  const people = await peopleOf(t, agency);
  const { keeper } = people;
  const { keeper: elsewhere } = await peopleOf(t, await makeAgency(t.database));
  const fund = await makeFund(t, keeper, `ST${++names}`);
  const yard = await makePlace(t, keeper);
  const asking = askingOf(() => t);
  const room = async (over: object = {}): Promise<string> => {
    const body = { code: `A-${++names}`, name: `Bay ${names}`, placeId: yard, ...over };
    return (await asking<Written>(keeper, "POST /api/v1/stock-locations", body)).id;
  };
  const places = { bay: await room(), shelf: await room(), cage: await room({ quarantine: true }) };
  return {
    agency,
    people,
    elsewhere,
    fund,
    ...places,
    asking,
    ...doings(t, agency, keeper, fund, places.bay),
  };
};

const doings = (t: TestDatabase, agency: Agency, keeper: Actor, fund: string, bay: string) => {
  const asking = askingOf(() => t);
  const db = (): Db => t.database.read(keeper);
  const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>) =>
    t.database.transaction(actor, (tx) => work(tx, actor));
  // What was there from the beginning needs no tolerance: adjustments are not asked of the endpoint.
  const post = (body: object, by = keeper): Promise<Written> =>
    (body as { kind?: string }).kind === "adjust"
      ? as(by, (tx, actor) => postMovement(tx, actor, movementInput.parse(body)))
      : asking<Written>(by, "POST /api/v1/stock-movements", body);
  const department = () => ({ type: "department", id: agency.departmentId });
  const read = (id: string): Promise<MovementDetail> => readMovement(db(), keeper, id);
  return {
    ...{ db, as, post, department, read },
    item: async (over: object = {}): Promise<string> => {
      const body = { name: `Cold patch ${++names}`, unit: "bag", ...over };
      return (await asking<Written>(keeper, "POST /api/v1/stock-items", body)).id;
    },
    /** What was there twenty days ago, for so many cents. */
    found: (
      itemId: string,
      quantity: string,
      valueCents: number,
      over: object = {},
      head: object = {},
    ) =>
      post({
        kind: "adjust",
        reason: "Opening balance",
        movedOn: agencyDay(-20),
        ...head,
        lines: [{ itemId, toLocationId: bay, fundId: fund, quantity, valueCents, ...over }],
      }),
    issue: (itemId: string, quantity: string, over: object = {}, line: object = {}) =>
      post({
        kind: "issue",
        consumer: department(),
        lines: [{ itemId, fromLocationId: bay, quantity, ...line }],
        ...over,
      }),
    reverse: ({ id }: Pick<Written, "id">, by = keeper) =>
      as(by, (tx, actor) =>
        reverseMovement(tx, actor, { id, version: null, reason: "Entered by mistake." }),
      ),
    valueOf: async ({ id }: Written): Promise<number> => (await read(id)).valueCents,
    standingOf: async ({ id }: Written): Promise<number> =>
      (await read(id)).content.reduce((sum, { standingCents }) => sum + standingCents, 0),
    poolOf: (itemId: string) =>
      db().one<{ quantity: string; valueCents: number }>(sql`
        select trim_scale(sum(quantity))::text as quantity, sum(value_cents)::bigint as value_cents
        from stock_pool
        where org_id = ${agency.orgId} and item_id = ${itemId}
      `),
    free: async (itemId: string): Promise<string> =>
      (await availableOf(db(), [itemId])).get(itemId) ?? "0",
  };
};
