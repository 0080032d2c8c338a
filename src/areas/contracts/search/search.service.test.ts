// Contracts are found by the words of their documents, with the passage, by whoever may read both.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { readContents } from "#server/files/contents.service.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { sql } from "#server/db/sql.ts";
import { attachFile, attachmentEndpoints } from "#server/http/attachments.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { searchRecords } from "#areas/platform/search/search.service.ts";
import type { Contract } from "../contract/contract.model.ts";
import { contractList } from "../contract/contract.list.ts";
import { contractAgency } from "../contracts.setup.ts";
import { withPassages } from "./passages.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const pdf = (line: string): Buffer => {
  const content = line && `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`;
  return Buffer.from(
    [
      "%PDF-1.4",
      "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
      "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
      "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R",
      "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj",
      `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
      "trailer<</Root 1 0 R>>",
    ].join("\n"),
  );
};
const stored = async (name: string, line: string, by: Actor = a.people.author) => {
  const put = await t.app.files.put(Readable.from([pdf(line)]));
  const id = await a.as(by, (tx) =>
    recordFile(tx, { ...put, orgId: a.agency.orgId, name, uploadedBy: tx.scope.personId }),
  );
  return { id, name, sha256: put.sha256 };
};
const attach = async (contractId: string, name: string, line: string) => {
  const file = await stored(name, line);
  await a.as(a.people.author, (tx) =>
    attachFile(tx, a.people.author, {
      objectType: "contract",
      objectId: contractId,
      number: "CON",
      file,
      label: "",
    }),
  );
  return file;
};
const find = async (q: string, who: Actor = a.people.clerk) => {
  const query = listQuery(contractList).parse({ q });
  const db = t.database.read(who);
  const page = await runList<Contract>(db, who, contractList, query);
  return (await withPassages(db, who, page, query)).items;
};

test("a contract is found by the text of an attachment or of its signed file, with the passage", async () => {
  const { id } = await a.drafted({ title: "Riprap for the levee" });
  await attach(id, "annex.pdf", "Crushed limestone shall be weighed at the quarry gate");
  const scan = await attach(id, "scan.pdf", "");
  const signed = await stored(
    "signed.pdf",
    "The contractor indemnifies the county against zebrafish",
    a.people.keeper,
  );
  a.ink.fileId = signed.id;
  const force = await a.inForce({ title: "Ponds" });
  await readContents(t.app, a.agency.orgId);

  expect(await find("weighing limestone")).toMatchObject([
    { id, passage: { file: "annex.pdf", text: expect.stringContaining("⟦limestone⟧") } },
  ]);
  expect(await find("zebrafish indemnify")).toMatchObject([{ id: force, title: "Ponds" }]);
  // Words of its own still find it, and give no passage.
  const own = await find("riprap levee");
  expect(own).toMatchObject([{ id }]);
  expect(own[0]).not.toHaveProperty("passage");
  expect(await find("limestone granite")).toEqual([]);
  const everywhere = await searchRecords(
    t.database.read(a.people.clerk),
    a.people.clerk,
    "zebrafish",
  );
  expect(everywhere.items).toContainEqual(
    expect.objectContaining({ kind: "contract", href: `/contracts/${force}` }),
  );

  // Pages that are pictures are kept, and marked.
  const [list] = attachmentEndpoints;
  const { items } = (await (list as any).handler({
    actor: a.people.clerk,
    db: t.database.read(a.people.clerk),
    query: { objectType: "contract", objectId: id },
  })) as { items: { fileId: string; unsearchable: string | null }[] };
  expect(items.map((file) => [file.fileId === scan.id, file.unsearchable])).toEqual([
    [false, null],
    [true, "its pages are pictures."],
  ]);
  expect((await a.read(force)).signings).toMatchObject([{ unsearchable: null }]);

  // A vendor's new name is found at once, and the old one no more.
  await a.as(a.people.manager, (tx) =>
    tx.rows(sql`
      update vendor
      set name = 'Quetzal Quarry'
      where org_id = ${a.agency.orgId} and id = ${a.vendor.id}
    `),
  );
  expect((await find("quetzal ponds")).map((c) => c.id)).toEqual([force]);
});

test("an option is due while one is open and its last day for notice comes within 30 days", async () => {
  const options = { optionCount: 2, optionMonths: 12, startsOn: agencyDay(-300) };
  const due = await a.inForce({ ...options, optionNoticeDays: 30, endsOn: agencyDay(45) });
  await a.inForce({ ...options, optionNoticeDays: 30, endsOn: agencyDay(75) });
  await a.inForce({ startsOn: agencyDay(-300), endsOn: agencyDay(15) });
  const query = listQuery(contractList).parse({ optionDue: "true" });
  const who = a.people.clerk;
  const { items } = await runList<Contract>(t.database.read(who), who, contractList, query);
  expect(items.map((c) => c.id)).toEqual([due]);
});

test("nothing is found in files of another agency, that the scanner holds, or without the right to read files", async () => {
  const { id } = await a.drafted({ title: "Sand" });
  const file = await attach(id, "held.pdf", "Axolotl habitat shall be fenced");
  await readContents(t.app, a.agency.orgId);
  expect(await find("axolotl")).toHaveLength(1);
  const blind = { ...a.people.clerk, permissions: new Set(["contract.read"]) } as Actor;
  expect(await find("axolotl", blind)).toEqual([]);
  const other = await makeAgency(t.database);
  expect(await find("axolotl", { ...a.people.clerk, orgId: other.orgId })).toEqual([]);
  await t.database.transaction({ orgId: null, personId: null }, (tx) =>
    tx.rows(sql`
      insert into file_look (sha256, state, signature)
      values (${file.sha256}, 'infected', 'X.Y')
    `),
  );
  expect(await find("axolotl")).toEqual([]);
});
