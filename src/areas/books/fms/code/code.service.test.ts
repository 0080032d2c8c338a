import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { a, bookTests, follow, people, t } from "../../books.setup.ts";
import { mapChart, publishedLayout } from "../fms.setup.ts";
import { mappingImporter } from "../mapping/mapping.importer.ts";
import type { MappingRow } from "../mapping/mapping.model.ts";

bookTests();
const ask = askingOf(() => t);
const db = () => t.database.read(people.controller);

const bring = async (text: string) => {
  const { id } = await beginFile(t, people.controller, "fms-codes", text);
  const checked = await checkFile(t, people.controller, id);
  const { counts } = await commitFile(t, people.controller, id);
  return {
    refused: checked.problems.map((p) => `${p.row} ${p.column}: ${p.found}`),
    counts: [counts.create, counts.update, counts.skip, counts.reject],
  };
};
const head = "Kind,Code,Name,Valid from,Valid to\n";
const map = (code: string, target: string, fromDay = "2026-10-01", kind = "account") =>
  ask<MappingRow>(people.controller, "POST /api/v1/fms-mappings", { kind, code, target, fromDay });
const mappings = async (query = "") =>
  (
    await ask<{ items: MappingRow[] }>(people.controller, `GET /api/v1/fms-mappings?${query}`)
  ).items.map((m) => `${m.target} ${m.standing}`);

test("a chart is taken in and corrected; each row that is wrong is named by row and column", async () => {
  const first = await bring(
    `${head}Account,1010,Cash,2020-07-01,\nFund,1,General,,\nfund,2,Street,2026-07-01,2026-06-30\nThing,3,X,,\n`,
  );
  expect(first.refused).toEqual(["4 Valid through: 2026-06-30", "5 Kind: Thing"]);
  expect(first.counts).toEqual([2, 0, 0, 2]);
  const later = await bring(`${head}Account,1010,Cash in bank,2020-07-01,\nFund,1,General,,\n`);
  expect(later.counts).toEqual([0, 1, 1, 0]);
  const { items } = await ask<{ items: { code: string; name: string; version: number }[] }>(
    people.controller,
    "GET /api/v1/fms-codes?kind=account",
  );
  expect(items).toMatchObject([{ code: "1010", name: "Cash in bank", version: 2 }]);
});

test("without a chart of a kind any code is mapped; with one, only a code that it has on that day", async () => {
  expect((await map("1010", "X1")).standing).toBe("unchecked");
  await bring(
    `${head}Account,100,Cash,,\nAccount,200,Payables,,2026-12-31\nAccount,300,New,2027-01-01,\n`,
  );
  expect(await refusalOf(map("2010", "999"))).toMatch(
    /999 is not in the chart of the finance system\./,
  );
  expect(await refusalOf(map("2010", "200", "2027-01-01"))).toMatch(
    /200 was valid in the finance system through/,
  );
  expect(await refusalOf(map("2010", "300"))).toMatch(/300 is valid in the finance system from/);
  expect((await map("2010", "200")).standing).toBe("apart");
  expect((await map("1010", "100", "2026-11-01")).standing).toBe("known");
  expect((await mappings("sort=target")).toSorted()).toEqual([
    "100 known",
    "200 apart",
    "X1 unknown",
  ]);
  expect(await mappings("standing=unknown")).toEqual(["X1 unknown"]);
  const row = { kind: "account" as const, code: "2030", target: "999", fromDay: day("2026-10-01") };
  const verdicts = await mappingImporter.plan(db(), [row, { ...row, target: "100" }], "");
  expect(verdicts.map((v) => (v.action === "reject" ? v.problem.column : v.action))).toEqual([
    "Code there",
    "create",
  ]);
});

test("a batch with a code that the finance system does not have on its day is not built, and it is named", async () => {
  const layoutId = await publishedLayout();
  await approvedInvoice(t.database, a, { cents: 90_00 });
  await follow();
  const chart = await db().rows<{ kind: string; code: string }>(sql`
    select kind, code
    from gl_account
    where org_id = ${a.orgId}
    order by kind, code
  `);
  await mapChart();
  const { periodId } = await db().one<{ periodId: string }>(sql`
    select period_id
    from gl_line
    where org_id = ${a.orgId}
    group by period_id
    order by count(*) desc
    limit 1
  `);
  const build = () => ask(people.controller, "POST /api/v1/fms-batches", { periodId, layoutId });
  const accounts = chart.filter(({ kind, code }) => kind === "account" && code !== "2010");
  await bring(head + accounts.map(({ code }) => `Account,X${code},There,,\n`).join(""));
  expect(await refusalOf(build())).toMatch(
    /^not_mapped: The batch was not built\. Account 2010 is X2010 there, which is not in the chart of the finance system\.$/,
  );
  await bring(`${head}Account,X2010,Vouchers,,2026-10-01\n`);
  expect(await refusalOf(build())).toMatch(/X2010 there, which was valid .* through/);
  await bring(`${head}Account,X2010,Vouchers,,\n`);
  expect((await build()).id).toBeTruthy();
});
