// Nothing goes to counsel or signature that does not say what is bought; exhibits are in the signed bytes.
import { Readable } from "node:stream";
import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { federalRules } from "#areas/governance/rule/federal-rules.data.ts";
import { parameterLists } from "#areas/governance/rule/rule.labels.ts";
import { ruleFault } from "#areas/governance/rule/rule.model.ts";
import { enclose } from "#areas/workflow/signature/enclose.service.ts";
import { contractKinds, priceTypes } from "../contract/contract.labels.ts";
import { step } from "../contract/course.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { contractSignable } from "../signature/contract-signature.service.ts";
import { contentGaps, type Content } from "./exhibit.model.ts";
import { addExhibit, exhibitsOf, removeExhibit } from "./exhibit.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let inForce: string;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  inForce = await a.inForce();
});
afterAll(() => t.drop());

const rule = federalRules.find((each) => each.key === "contractContent")!;
const bare: Content = {
  kind: "goods",
  priceType: "fixed",
  scope: "",
  deliverables: "",
  prices: false,
  exhibits: [],
};
const gaps = (over: Partial<Content>) => contentGaps({ ...bare, ...over }, [rule]);

test("what must be said follows from kind and price type, and stands in a field or an exhibit", () => {
  expect(gaps({})).toEqual([expect.stringContaining("Say what is bought")]);
  expect(gaps({ exhibits: ["scope"] })).toEqual([]);
  expect(gaps({ scope: "Stone", priceType: "unit" })).toEqual([
    expect.stringContaining("Enter the price sheet (unit prices)"),
  ]);
  expect(gaps({ scope: "Stone", priceType: "unit", prices: true })).toEqual([]);
  expect(gaps({ scope: "Stone", priceType: "time_and_materials", exhibits: ["prices"] })).toEqual(
    [],
  );
  expect(gaps({ scope: "x", kind: "software" })).toEqual([
    "List the deliverables, or add them as an exhibit. Agency procurement policy",
  ]);
  expect(gaps({ scope: "x", kind: "construction", exhibits: ["other"] })).toEqual([
    expect.stringContaining("Add the drawings and specifications"),
  ]);
  expect(contentGaps(bare, [])).toEqual([]);
});

test("a rule names kinds and price types that there are", () => {
  expect(new Set(parameterLists.scopeKinds)).toEqual(
    new Set(["all", ...Object.keys(contractKinds)]),
  );
  expect(new Set(parameterLists.priceSheetTypes)).toEqual(
    new Set(["all", ...Object.keys(priceTypes)]),
  );
  const own = (scopeKinds: string) =>
    ruleFault(
      {
        key: "contractContent",
        parameters: { scopeKinds },
        effectiveFrom: agencyDay(0),
        effectiveTo: null,
      },
      federalRules,
    );
  expect(own("goods, services")).toBeNull();
  expect(own("goods, cars")?.message).toContain("“cars” is not known");
});

test("a bare contract does not go to counsel, and one that the agency's rule asks more of is not sent out", async () => {
  const { author, deputy } = a.people;
  const { id } = await a.drafted({ scope: "", priceType: "unit" });
  expect((await a.read(id)).missing).toEqual(
    expect.arrayContaining([
      expect.stringContaining("Say what is bought"),
      expect.stringContaining("Enter the price sheet"),
    ]),
  );
  await expect(
    a.as(author, (tx) => step(tx, author, "review", { id, version: null })),
  ).rejects.toMatchObject({ status: 409 });
  const approved = await a.approved({ title: "Bare" });
  await a.as(deputy, (tx) =>
    addRule(tx, deputy, {
      key: "contractContent",
      jurisdiction: "local",
      citation: "County policy 4.2",
      text: "Deliverables of goods are listed, and drawings are part of them.",
      effectiveFrom: agencyDay(-1),
      effectiveTo: agencyDay(1),
      parameters: { exhibitKinds: "goods" },
      source: "County board",
      verified: true,
    }),
  );
  const said = expect.stringContaining("Add the drawings and specifications") as string;
  await expect(
    a.as(author, (tx) => step(tx, author, "send", { id: approved, version: null })),
  ).rejects.toMatchObject({ message: said });
  expect((await contractSignable.subject(t.database.read(author), approved)).refusal).toEqual(said);
  expect((await a.read(approved)).missing).toEqual([said]);
});

test("an exhibit is added and taken out while the contract is drafted; what is signed carries its bytes and pages", async () => {
  const { author } = a.people;
  const paper = async (text: string) => {
    const pdf = await PDFDocument.create();
    pdf.addPage().drawText(text);
    return pdf.save();
  };
  const bytes = await paper("Drawing 1");
  const stored = await t.app.files.put(Readable.from([Buffer.from(bytes)]));
  const fileId = newId();
  await a.as(author, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (
        ${a.agency.orgId}, ${fileId}, 'drawing.pdf', 'application/pdf', ${stored.size},
        ${stored.sha256}
      )
    `),
  );
  const { id } = await a.drafted();
  const add = (over: object = {}, contractId = id) =>
    a.as(author, (tx) =>
      addExhibit(tx, author, contractId, { what: "drawings", title: "Drawing 1", fileId, ...over }),
    );
  const one = await add();
  const two = await add({ title: "Twice" });
  await a.as(author, (tx) => removeExhibit(tx, author, id, two.id));
  await expect(a.as(author, (tx) => removeExhibit(tx, author, id, two.id))).rejects.toMatchObject({
    status: 404,
  });
  await expect(add({ fileId: newId() })).rejects.toMatchObject({ errors: [{ path: "fileId" }] });
  await expect(add({}, inForce)).rejects.toMatchObject({ code: "not_in_this_status" });
  const files = await exhibitsOf(t.database.read(author), id);
  expect(files).toMatchObject([{ id: one.id, sha256: stored.sha256, title: "Drawing 1" }]);
  expect(await contractSignable.document(t.database.read(author), author, id)).toContain(
    stored.sha256,
  );
  const terms = await paper("Terms");
  const signed = await PDFDocument.load(await enclose(t.app, terms, files));
  expect(signed.getPageCount()).toBe(2);
  expect(signed.catalog.lookup(PDFName.of("Names"))).toBeTruthy();
  const raw = (signed as unknown as { getAttachments?: () => { name: string; data: Uint8Array }[] })
    .getAttachments;
  if (raw) expect(raw.call(signed)).toMatchObject([{ name: "exhibit-1-drawing.pdf" }]);
  expect(await enclose(t.app, terms, [])).toBe(terms);
});
