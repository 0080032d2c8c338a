// Lists of exclusions with other headings than SAM.gov's: which column is which is asked once for a source.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { exclusionTaker } from "./exclusion-connector.service.ts";
import { beginList, currentList, loadList } from "./exclusion-list.service.ts";
import { columnsOfList, matchList } from "./list-columns.service.ts";
import type { MatchInput } from "./screening.model.ts";

let t: TestDatabase;
let agency: Agency;
let buyer: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  buyer = (await makeMembers(t.database, agency, { buyer: { duties: ["buyer"] } })).buyer;
});
afterAll(() => t.drop());

type File = { id: string; name: string; sha256: string };
const fileOf = async (text: string | Buffer): Promise<File> => {
  const stored = await t.app.files.put(Readable.from([text]), 1_000_000);
  const file = { id: newId(), name: "debarred.csv", sha256: stored.sha256 };
  await t.database.transaction(buyer, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (
        ${agency.orgId}, ${file.id}, ${file.name}, 'text/plain', ${stored.size}, ${stored.sha256}
      )
    `),
  );
  return file;
};
const begin = (file: File, acceptShorter = false) =>
  t.database.transaction(buyer, (tx) => beginList(tx, buyer, file, null, acceptShorter));
const loaded = async (file: File) => {
  const { id } = await begin(file);
  return loadList(t.app, buyer, id);
};
const match = async (id: string, input: MatchInput) => {
  const file = await t.database.transaction(buyer, (tx) => matchList(t.app, tx, buyer, id, input));
  return begin(file, file.acceptShorter);
};
const records = () =>
  t.database.read(buyer).rows(sql`
    select name, uei, city, active_on, ends_on
    from exclusion_record
    where org_id = ${agency.orgId}
    order by row_no
  `);

const head = "Debarred contractors of the state,,,,\n,,,,\n";
const headings = "Contractor,UEI,Town,Debarment date,Until\n";
const rows =
  "M\u00fcller Paving LLC,CASTOR000001,Waconia,25/03/2026,Indefinite\nBolt Roads,,Chaska,3/4/2026,03/04/2029\n";

test("a list with other headings asks which column is which; what was said is kept for the next file of the source", async () => {
  // An older program wrote it: Windows-1252, days day first, lines of a title above.
  const list = await begin(await fileOf(Buffer.from(head + headings + rows, "latin1")));
  await expect(loadList(t.app, buyer, list.id)).rejects.toMatchObject({
    code: "not_an_exclusion_extract",
  });
  const { state, errorCode } = await t.database.read(buyer).one<{
    state: string;
    errorCode: string;
  }>(sql`
    select state, error_code
    from exclusion_list
    where org_id = ${agency.orgId} and id = ${list.id}
  `);
  expect([state, errorCode]).toEqual(["failed", "not_an_exclusion_extract"]);
  const asked = await columnsOfList(t.app, buyer, list.id, undefined);
  expect(asked).toMatchObject({
    headingRow: 3,
    mapping: {
      Name: "Contractor",
      "Unique Entity ID": "UEI",
      City: "Town",
      "Active Date": "Debarment date",
      "Termination Date": "Until",
      "Address 1": null,
    },
    dayFirst: "month",
  });
  const said = { headingRow: 3, mapping: asked.mapping, dayFirst: "month" } as const;
  // The slips: no column of names, a column that is not there, days the other way round.
  const without = { ...said, mapping: { ...said.mapping, Name: null } };
  await expect(match(list.id, without)).rejects.toMatchObject({
    code: "mapping",
    message: expect.stringContaining("holds the names"),
  });
  await expect(match(list.id, { ...said, mapping: { Name: "Contractors" } })).rejects.toMatchObject(
    { code: "mapping", message: "The file has no column Contractors." },
  );
  const wrong = await match(list.id, said);
  await expect(loadList(t.app, buyer, wrong.id)).rejects.toMatchObject({
    code: "days_unread",
    message: expect.stringMatching(/^Line 4: .25\/03\/2026. is no day that has the month first/),
  });
  expect(await currentList(t.database.read(buyer))).toBeNull();
  const right = await match(wrong.id, { ...said, dayFirst: "day" });
  expect(await loadList(t.app, buyer, right.id)).toEqual({ loaded: 2, rejected: 0 });
  expect(await records()).toEqual([
    {
      name: "M\u00fcller Paving LLC",
      uei: "CASTOR000001",
      city: "Waconia",
      activeOn: "2026-03-25",
      endsOn: null,
    },
    { name: "Bolt Roads", uei: null, city: "Chaska", activeOn: "2026-04-03", endsOn: "2029-04-03" },
  ]);
  await expect(match(right.id, said)).rejects.toMatchObject({ code: "list_taken" });

  // The next month: the same headings in another order and without a title. Nobody is asked, and a
  // connector looks at it in the same way.
  const next = await fileOf(
    "Until,Contractor,UEI,Town,Debarment date\n,Bolt Roads,,Chaska,3/4/2026\n,Third Firm,,Chaska,4/4/2026\n",
  );
  expect(await exclusionTaker.look(t.app, buyer, { ...next, modified: null })).toMatchObject({
    created: 2,
    rejected: 0,
  });
  expect(await loaded(next)).toEqual({ loaded: 2, rejected: 0 });
  expect(await records()).toMatchObject([
    { name: "Bolt Roads", activeOn: "2026-04-03" },
    { name: "Third Firm", activeOn: "2026-04-04" },
  ]);
});
