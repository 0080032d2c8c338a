// Everything of the demo that has a number or a name is found by it and by two words of its title, by
// whoever may read it and by nobody else: another role, another agency, a vendor.
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { carverMembers, northforkId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { searchRecords } from "#areas/platform/platform.server.ts";
import type { Actor } from "#kernel/access.ts";
import { allSearches, type SearchSource } from "#server/area.ts";
import type { Database } from "#server/db/db.ts";
import { startEmbedded } from "#server/db/embedded/embedded.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";

type Row = { id: string } & Record<string, unknown>;

let database: Database;
let leave: () => Promise<void>;
beforeAll(async () => {
  const embedded = await startEmbedded(process.env.E2E_DATA!);
  database = openDatabase(embedded.url);
  leave = embedded.stop;
});
afterAll(async () => {
  await database.close();
  await leave();
});

const people: readonly Actor[] = carverMembers.map(({ email }) => demoActor(email.split("@")[0]!));
const second: Actor = { ...demoActor("admin"), orgId: northforkId };
const vendor: Actor = { ...demoActor("user"), kind: "vendor", orgId: null };

const rowsOf = async (actor: Actor, { list }: SearchSource): Promise<Row[]> =>
  (
    await runList<Row>(
      database.read(actor),
      actor,
      list,
      listQuery(list).parse({ limit: 1, count: "none" }),
    )
  ).items;
const found = async (actor: Actor, words: string, { kind }: SearchSource) =>
  (await searchRecords(database.read(actor), actor, words)).items.filter(
    (item) => item.kind === kind,
  );

/** The first two words of a title that tell something, as somebody remembers it. */
const wordsOfTitle = (title: string): string =>
  (title.match(/[\p{L}\d]{3,}/gu) ?? []).slice(0, 2).join(" ");

/** Whoever reads a record of the kind, with the first one; null where the demo has none. */
const reader = async (source: SearchSource): Promise<{ actor: Actor; row: Row } | null> => {
  for (const actor of people) {
    if (!actor.permissions.has(source.permission)) continue;
    const [row] = await rowsOf(actor, source);
    if (row) return { actor, row };
  }
  return null;
};

/** Kinds of which the demo has no record. */
const empty: readonly string[] = ["budgetChange", "protest"];

test("every kind is found by number and by two words of its title, by readers and nobody else", async () => {
  const without: string[] = [];
  const wrong: string[] = [];
  for (const source of allSearches()) {
    const known = await reader(source);
    if (!known) {
      without.push(source.kind);
      continue;
    }
    const { actor, row } = known;
    const number = String(row[source.number ?? "number"] ?? "");
    const title = String(
      row[source.title ?? "title"] ?? row["name"] ?? row["vendorName"] ?? row["vendor"] ?? "",
    );
    const asked = [number, wordsOfTitle(title)].filter(Boolean);
    for (const words of asked) {
      const hits = await found(actor, words, source);
      // Where many are called the same, five of them that hold the words are shown.
      if (!hits.some(({ id }) => id === row.id) && hits.length < 5)
        wrong.push(`${source.kind} ${words}: ${actor.name} does not find it`);
      const others = [
        ...people.filter(({ permissions }) => !permissions.has(source.permission)),
        second,
        vendor,
      ];
      for (const other of others)
        if ((await found(other, words, source)).some(({ id }) => id === row.id))
          wrong.push(`${source.kind} ${words}: ${other.name} of ${other.orgId} finds it`);
    }
    if (asked.length === 0) wrong.push(`${source.kind} has neither number nor title`);
  }
  expect(wrong).toEqual([]);
  expect(without.toSorted()).toEqual([...empty].toSorted());
}, 900_000);
