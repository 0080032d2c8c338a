import type pg from "pg";
import { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { addMonths, day } from "#kernel/time.ts";
import { defineArea, type AreaServer } from "../area.ts";
import { sql } from "../db/sql.ts";
import { defineDimension, defineFacts, type Fact } from "../facts/facts.ts";
import { listEndpoints } from "../http/export.ts";
import type { ListDefinition } from "../http/list.ts";
import { agencyDay } from "./days.ts";

// Wages of which each person sees their own, those of a crew, and by rate only who reads rates.
const list = (name: string, own: boolean): ListDefinition => ({
  name,
  from: "fixture_wage w",
  alias: "w",
  columns: {
    id: { sql: "w.id", hidden: true, sort: true },
    crew: { sql: "w.crew", label: "Crew" },
    rate: { sql: "w.rate", label: "Rate" },
  },
  filters: {
    crew: { kind: "set", sql: "w.crew", type: "text" },
    rate: { kind: "set", sql: "w.rate", type: "text" },
    on: { kind: "range", sql: "w.on_day", type: "date" },
  },
  search: ["w.crew"],
  defaultSort: "id",
  totals: { cents: "w.cents", hours: "w.minutes" },
  ...(own && { visible: (actor) => sql`w.person_id = ${actor.personId}::uuid` }),
});
const [ofAll, ofOne] = [list("fixture-wages", false), list("fixture-own-wages", true)];

const wages: Omit<Fact, "id" | "label" | "list" | "page"> = {
  grain: "a wage",
  permission: "asset.read",
  day: { label: "Worked", filter: "on" },
  dimensions: [
    { of: defineDimension("fixtureCrew", "Crew"), filter: "crew", name: "crew" },
    {
      of: defineDimension("fixtureRate", "Rate of the crew"),
      filter: "rate",
      name: "rate",
      permission: "hours.rates",
    },
  ],
  measures: {
    worked: { label: "Number of wages", kind: "count" },
    paid: { label: "Wages", kind: "sum", total: "cents", permission: "payroll.read" },
    rates: { label: "Different rates", kind: "distinct", dimension: "fixtureRate" },
  },
};

/** The one file that an area owes for its figures. */
const fixtureFacts = defineFacts(
  { id: "fixtureWages", label: "Wages of all", list: ofAll, page: "/fixture-wages", ...wages },
  { id: "fixtureOwn", label: "Wages of one", list: ofOne, page: "/fixture-own-wages", ...wages },
);

const row = z.object({ id: z.string(), crew: z.string(), rate: z.string() });

/** Declares the area, once in a process: for files of tests that have one of their own. */
export const fixtureArea = (): AreaServer =>
  defineArea({
    name: "fixture",
    endpoints: [
      ...listEndpoints("/api/v1/fixture-wages", "asset.read", ofAll, row),
      ...listEndpoints("/api/v1/fixture-own-wages", "asset.read", ofOne, row),
    ],
    facts: fixtureFacts,
  });

/** Its table, with the wages of these people in each of so many months up to the last one. */
export const fixtureTable = async (
  owner: pg.Client,
  orgId: string,
  people: readonly string[],
  months: number,
): Promise<void> => {
  await owner.query(`
    create table fixture_wage (
      org_id uuid, id uuid, person_id uuid, crew text, rate text, cents bigint, minutes bigint, on_day date,
      primary key (org_id, id)
    );
    select levee_secure('fixture_wage');
  `);
  const first = day(`${agencyDay(0).slice(0, 7)}-15`);
  for (const [at, personId] of people.entries())
    for (let n = 1; n <= months; n++)
      await owner.query("insert into fixture_wage values ($1, $2, $3, $4, $5, $6, $7, $8)", [
        orgId,
        newId(),
        personId,
        at % 2 ? "Roads" : "Parks",
        `R${at % 3}`,
        10_000 + 100 * at + n,
        60 * (at + 1),
        addMonths(first, -n),
      ]);
};
