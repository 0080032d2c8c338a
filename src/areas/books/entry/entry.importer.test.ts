import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { a, as, bookTests, onDay, people, second, t } from "../books.setup.ts";
import { entryImporter } from "./entry.importer.ts";
import { postEntry, submitEntry } from "./entry.service.ts";

bookTests();

const codes = () =>
  t.database.read(people.controller).one<{ fund: string; account: string }>(sql`
    select f.code as fund, s.code as account
    from account_string s
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    where s.org_id = ${a.orgId} and s.id = ${second.accountStringId}
  `);

const take = async (rows: readonly object[]) => {
  const parsed = rows.map((row) => entryImporter.schema.parse(row));
  return as(onDay(people.controller, "2026-12-01"), async (tx, actor) => {
    const verdicts = await entryImporter.plan(tx, parsed, "");
    const planned = verdicts.flatMap((v, at) =>
      v.action === "create" ? [{ row: parsed[at]!, ...v }] : [],
    );
    await entryImporter.apply(tx, actor, planned as never, "", () => undefined);
    return verdicts.map((v) => (v.action === "reject" ? v.problem.column : v.action));
  });
};

test("the rows of a title become one draft; it is sent when it balances, and the same file again adds nothing", async () => {
  const { fund, account } = await codes();
  const line = { entry: "Depreciation of October", postedOn: "2026-10-31" };
  const file = [
    { ...line, line: "1", account, amount: 90_00 },
    { ...line, line: "2", account: "1010", fund, amount: -60_00 },
  ];
  expect(await take(file)).toEqual(["create", "create"]);
  expect(await take(file)).toEqual(["skip", "skip"]);
  const { id } = await t.database.read(people.controller).one<{ id: string }>(sql`
    select id
    from journal_entry
    where org_id = ${a.orgId} and title = ${line.entry}
  `);
  const step = { id, version: null, reason: null };
  const send = () => as(people.controller, (tx, actor) => submitEntry(tx, actor, step));
  expect(await refusalOf(send())).toMatch(/^not_balanced/);
  expect(await take([{ ...line, line: "3", account: "2030", fund, amount: -30_00 }])).toEqual([
    "create",
  ]);
  await send();
  const posted = await as(onDay(people.other, "2026-12-01"), (tx, actor) =>
    postEntry(tx, actor, step),
  );
  expect([posted.status, posted.total]).toEqual(["posted", 90_00]);
});

test("a row is refused by its column: before the books, an unknown account, nothing", async () => {
  const { fund, account } = await codes();
  const line = { entry: "Wrong", postedOn: "2026-10-31", account, amount: 1_00 };
  expect(
    await take([
      { ...line, line: "1", postedOn: "2026-09-30" },
      { ...line, line: "2", account: "1010" },
      { ...line, line: "3", account: "9999", fund },
      { ...line, line: "4", amount: 0 },
    ]),
  ).toEqual(["Date", "Account", "Account", "Amount"]);
});
