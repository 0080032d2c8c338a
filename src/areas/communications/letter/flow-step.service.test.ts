// A letter that a workflow writes: with what its publisher may see, once however often its job runs.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { attachedFiles } from "#server/http/attachments.ts";
import { pdfBrowser } from "#server/pdf/pdf.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { writtenLetter } from "../communications.tables.ts";
import { templates } from "../template/template.service.ts";
import { letterStep, makeWritten } from "./flow-step.service.ts";

let t: TestDatabase;
let agency: Agency;
let writer: Actor;
let templateId: string;
let family: string;
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(writer, work);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ writer } = await makeMembers(t.database, agency, { writer: { role: "manager" } }));
  const draft = await as((tx) =>
    templates.draft(tx, writer, {
      name: "Late",
      kind: "mail",
      noun: "vendor",
      subject: "For {{name}}",
      body: "Dear {{name}}.",
    }),
  );
  const made = await as((tx) => templates.publish(tx, writer, draft.id, draft.version));
  [templateId, family] = [made.id, made.definitionId];
});
afterAll(() => t.drop());

const order = (over: object) => ({
  runId: newId(),
  runNumber: "FLW-1",
  objectType: "vendor",
  objectId: null as string | null,
  target: family,
  facts: {},
  stepKey: newId(),
  publisher: writer,
  starterEmail: "ann@people.test",
  people: [],
  ...over,
});

test("a letter of another kind of record, of another agency's, or to nobody is refused before anything is written", async () => {
  const vendor = await makeVendor(t.database, agency, { name: "Ann Guard" });
  const second = await makeAgency(t.database);
  const theirs = await makeVendor(t.database, second, { name: "Not Ours" });
  const begin = (over: object) => as((tx) => letterStep.begin(tx, order(over)));
  const blind = { ...writer, permissions: new Set<string>() };
  for (const [over, code] of [
    [{ objectType: "contract", objectId: vendor.id }, "other_record"],
    [{ objectId: theirs.id }, "not_found"],
    [{ objectId: vendor.id, starterEmail: null }, "no_address"],
    [{ objectId: vendor.id, publisher: null }, "no_publisher"],
    [{ objectId: vendor.id, publisher: blind }, "not_allowed"],
  ] as const)
    await expect(begin(over)).rejects.toMatchObject({ code });
  expect(await as((tx) => letterStep.targets(tx))).toEqual([
    { value: family, label: "Late (mail)" },
  ]);
});

test.skipIf(!pdfBrowser())(
  "its paper is attached and mailed once, however often the job runs",
  async () => {
    const vendor = await makeVendor(t.database, agency, { name: "Bo Fence" });
    const letter = await as((tx) =>
      insertRow(tx, writtenLetter, {
        orgId: agency.orgId,
        id: newId(),
        templateId,
        objectType: "vendor",
        objectId: vendor.id,
        subject: "For Bo Fence",
        body: "Dear Bo Fence.",
        kind: "mail",
        writerName: "writer",
        toAddress: "bo@people.test",
        writtenFor: newId(),
      }),
    );
    const run = () =>
      makeWritten({ app: t.app, payload: { orgId: agency.orgId, letterId: letter.id } });
    await Promise.all([run(), run()]);
    await run();
    expect(await attachedFiles(t.database.read(writer), [vendor.id])).toMatchObject([
      { name: "For Bo Fence.pdf" },
    ]);
    const mails = await identityDb(t.database).rows(
      sql`select 1 as one from mail where to_address = 'bo@people.test'`,
    );
    expect(mails).toHaveLength(1);
  },
);
