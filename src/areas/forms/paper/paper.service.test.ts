import type { FastifyInstance } from "fastify";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { asSystem } from "#server/lifecycle.ts";
import type { JobRun } from "#server/jobs/jobs.ts";
import { Cancelled } from "#server/jobs/jobs.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { officialPaper, type Traits } from "#server/testing/official-papers.ts";
import { areaServers } from "#areas.server.ts";
import { blankField } from "../form/form.labels.ts";
import { formInput } from "../form/form.model.ts";
import { forms } from "../form/form.service.ts";
import { beginSubmission } from "../submission/submission.service.ts";
import { blankPlace, type Place } from "./paper.labels.ts";
import { emptyPaperWithoutScript } from "./paper.live.service.ts";
import { templateInput, type PaperRow, type PaperTemplate } from "./paper.model.ts";
import { readTexts } from "./read-back.service.ts";
import { paperJob } from "./run.api.ts";
import { askForRun, makeRun } from "./run.service.ts";
import { templates } from "./template.service.ts";

let t: TestDatabase;
let server: FastifyInstance;
let agency: Agency;
let people: Record<"designer" | "clerk", Actor>;
let stranger: Actor;
let who: Actor;
let paper: PaperRow;
let vendors: string[];

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const boundary = "----paper";
const upload = async (actor: Actor, bytes: Uint8Array, name = "VS-1.pdf") => {
  who = actor;
  const answer = await server.inject({
    method: "POST",
    url: "/api/v1/papers",
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "idempotency-key": newId(),
    },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
          "content-type: application/pdf\r\n\r\n",
      ),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
  return { status: answer.statusCode, body: answer.json<PaperRow & { detail: string }>() };
};
const call = async (
  actor: Actor,
  method: "GET" | "POST",
  url: string,
  payload?: object,
  version?: number,
) => {
  who = actor;
  const answer = await server.inject({
    method,
    url: `/api/v1${url}`,
    ...(payload && { payload }),
    headers: {
      ...(method === "POST" && { "idempotency-key": newId() }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
  });
  return answer;
};

const vendorsPath = "/api/v1/vendors";
const column = (field: string, key: string, over: Partial<Place> = {}) =>
  blankPlace({ field, source: { from: "column", key }, ...over });
const draft = (over: Partial<Parameters<typeof templateInput.parse>[0] & object> = {}) =>
  as(people.designer, (tx) =>
    templates.draft(
      tx,
      people.designer,
      templateInput.parse({
        name: "Vendor statement",
        paperId: paper.id,
        basis: { kind: "list", path: vendorsPath },
        places: [
          column("vendor.name", "name"),
          column("vendor.kind", "paymentMethod", {
            options: [{ value: "check", option: "person" }],
          }),
          column("vendor.small", "status", { equals: "active" }),
          blankPlace({ field: "vendor.why", source: { from: "text", text: "Yearly check" } }),
        ],
        ...over,
      }),
    ),
  );
const publish = async (over = {}): Promise<PaperTemplate> => {
  const made = await draft(over);
  return (await as(people.designer, (tx) =>
    templates.publish(tx, people.designer, made.id, made.version),
  )) as PaperTemplate;
};
const jobOf = (runId: string, progress: JobRun<unknown>["progress"] = async () => {}) =>
  ({ app: t.app, actor: people.clerk, jobId: newId(), payload: { runId }, progress }) as JobRun<{
    runId: string;
  }>;
const ask = (templateId: string, ids: string[], form: "zip" | "one" = "zip") =>
  as(people.clerk, (tx) =>
    askForRun(tx, people.clerk, { templateId, path: vendorsPath, form, ids, search: null }),
  );
const db = () => t.database.read(people.designer);
const fillsOf = async (runId: string) =>
  (
    await db().rows<{ objectId: string }>(sql`
      select object_id
      from audit_entry
      where action = 'paper.fill' and content like ${`%${runId}%`}
    `)
  ).map((each) => each.objectId);
const bytesOf = async (sha256: string) => buffer((await t.app.files.open(sha256)).stream);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    designer: { role: "admin" },
    clerk: {},
  });
  const second = await makeAgency(t.database);
  ({ stranger } = await makeMembers(t.database, second, { stranger: { role: "admin" } }));
  server = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((area) => area.endpoints),
    principal: async () => who,
  });
  await server.ready();
  paper = (await upload(people.designer, await officialPaper({ hybrid: true }))).body;
  vendors = [];
  for (const name of ["Łukasz Ðorđe Ωmega", "Delta Pumps", "東京 市 Trading", "Bay Marine"])
    vendors.push((await makeVendor(t.database, agency, { name })).id);
});
afterAll(async () => {
  await server.close();
  await t.drop();
});

test("an upload is read; what cannot be filled in is refused with what to do, and nothing of it is recorded", async () => {
  expect(paper.sheet).toMatchObject({ hybrid: true, usageRights: false });
  expect(paper.sheet.fields.length).toBeGreaterThan(10);
  const count = () => db().one(sql`select count(*)::int as n from stored_file`);
  const before = await count();
  for (const [traits, said] of [
    [{ encrypted: true }, /locked/],
    [{ dynamic: true }, /dynamic XFA/],
  ] as [Traits, RegExp][]) {
    const answer = await upload(people.designer, await officialPaper(traits));
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(said);
  }
  const none = await upload(people.designer, Buffer.from("a,b\n1,2\n"), "a.csv");
  expect(none.body).toMatchObject({
    code: "paper_refused",
    detail: expect.stringMatching(/damaged, or it is none/),
  });
  expect(await count()).toEqual(before);
  expect((await upload(people.clerk, await officialPaper())).status).toBe(403);
});

test("publishing refuses an unknown source, a field that is not there, two sources for one field, a box on no page", async () => {
  const made = await draft({
    places: [
      column("vendor.name", "taxId"),
      column("vendor.name", "name"),
      column("nowhere", "name"),
      blankPlace({
        label: "Stamp",
        box: { page: 4, x: 1, y: 1, width: 9, height: 9 },
        source: { from: "column", key: "name" },
      }),
      column("vendor.kind", "status", { options: [{ value: "active", option: "stranger" }] }),
      // What the list's export hides is hidden on paper.
      column("edge", "version"),
    ],
  });
  const checks = await call(people.designer, "GET", `/paper-templates/${made.id}/checks`);
  const open = checks
    .json<{ items: { sentence: string; ok: boolean; path: string }[] }>()
    .items.filter((each) => !each.ok);
  expect(open.map((each) => each.path)).toEqual([
    "places.0.source",
    "places.2.field",
    "places.3.box",
    "places.4.options",
    "places.5.source",
    "places.1.field",
  ]);
  const refused = await call(
    people.designer,
    "POST",
    `/paper-templates/${made.id}/actions/publish`,
    undefined,
    made.version,
  );
  expect(refused.statusCode).toBe(422);
});

test("another agency finds neither PDF nor template; nobody fills from a list that they may not read", async () => {
  const made = await publish();
  for (const url of [
    `/papers/${paper.id}`,
    `/papers/${paper.id}/file`,
    `/paper-templates/${made.id}/checks`,
  ])
    expect((await call(stranger, "GET", url)).statusCode, url).toBe(404);
  const body = { name: "Theirs", paperId: paper.id, basis: made.basis, places: [] };
  expect((await call(stranger, "POST", "/paper-templates", body)).json()).toMatchObject({
    status: 422,
    errors: [{ path: "paperId", message: "Upload this PDF first." }],
  });
  const run = { templateId: made.id, path: vendorsPath, ids: [vendors[0]] };
  expect((await call(stranger, "POST", "/paper-runs", run)).statusCode).toBe(404);
  const secret = await publish({
    name: "Ledger sheet",
    basis: { kind: "list", path: "/api/v1/audit-entries" },
    places: [column("vendor.name", "action")],
  });
  const offers = await call(people.clerk, "GET", "/paper-offers");
  const names = offers.json<{ items: { name: string }[] }>().items.map((each) => each.name);
  expect(names).toContain("Vendor statement");
  expect(names).not.toContain("Ledger sheet");
  const tried = await call(people.clerk, "POST", "/paper-runs", {
    ...run,
    templateId: secret.id,
    path: "/api/v1/audit-entries",
  });
  expect(tried.statusCode).toBe(404);
});

test("a run delivers what can be filled in and names the rest with the reason; cut off and begun again it leaves each record once", async () => {
  const made = await publish();
  const run = await ask(made.id, vendors);
  await expect(
    makeRun(
      jobOf(run.id, async (done) => {
        if (done >= 2) throw new Error("the server was killed");
      }),
    ),
  ).rejects.toThrow("killed");
  const halfway = await fillsOf(run.id);
  expect(halfway.length).toBeLessThan(3);
  const [done, again] = await Promise.all([makeRun(jobOf(run.id)), makeRun(jobOf(run.id))]);
  expect(done).toMatchObject({ asked: 4, made: 3, ready: true, ended: true });
  expect(again).toMatchObject({ made: 3 });
  expect(done.refused).toMatchObject([
    { reason: expect.stringMatching(/“Name of vendor” holds 東/) as string },
  ]);
  expect((await fillsOf(run.id)).toSorted()).toEqual(
    [vendors[0], vendors[1], vendors[3]].toSorted(),
  );
  const copies = await db().rows<{ sha256: string | null; recordId: string; given: unknown }>(sql`
    select sha256, record_id, given
    from paper_copy
    where run_id = ${run.id}
  `);
  expect(copies.every((copy) => copy.given === null)).toBe(true);
  const first = copies.find((copy) => copy.recordId === vendors[0])!;
  const [text] = await readTexts(await bytesOf(first.sha256!));
  expect(text!.replaceAll(/\s+/g, "")).toContain("ŁukaszÐorđeΩmega");
  const zip = await call(people.clerk, "GET", `/paper-runs/${run.id}/file`);
  expect(zip.rawPayload.subarray(0, 2).toString()).toBe("PK");
  expect(zip.rawPayload.toString("latin1")).toContain("not-filled.txt");
  expect((await call(people.designer, "GET", `/paper-runs/${run.id}/file`)).statusCode).toBe(404);
});

test("a run is of its own list, of records that are there, and of a size that is made at once", async () => {
  const made = await publish();
  await expect(
    as(people.clerk, (tx) =>
      askForRun(tx, people.clerk, {
        templateId: made.id,
        path: "/api/v1/invoices",
        form: "zip",
        ids: [vendors[0]!],
        search: null,
      }),
    ),
  ).rejects.toThrow("This template is filled from another list.");
  await expect(ask(made.id, [newId()])).rejects.toMatchObject({ code: "nothing_to_fill" });
  const size = (bytes: number) =>
    as(people.designer, (tx) =>
      tx.rows(sql`update paper set size = ${bytes} where id = ${paper.id}`),
    );
  await size(60 * 1024 * 1024);
  await expect(ask(made.id, vendors.slice(0, 2), "one")).rejects.toThrow(
    "One PDF of all would be too large. Take a ZIP, or fewer records.",
  );
  await size(paper.size ?? 50_000);
  const unfit = await ask(made.id, [vendors[2]!]);
  await makeRun(jobOf(unfit.id));
  expect((await call(people.clerk, "GET", `/paper-runs/${unfit.id}/file`)).json()).toMatchObject({
    status: 409,
    code: "nothing_made",
    detail: "No record could be filled in. The list of filled PDFs says why.",
  });
});

test("one PDF of all; a cancelled run keeps no values", async () => {
  const made = await publish();
  const one = await ask(made.id, [vendors[1]!, vendors[3]!], "one");
  await makeRun(jobOf(one.id));
  const file = await call(people.clerk, "GET", `/paper-runs/${one.id}/file`);
  expect(await readTexts(file.rawPayload)).toHaveLength(2);
  const cut = await ask(made.id, vendors);
  const stop = async () => {
    throw new Cancelled();
  };
  await expect(paperJob.run(jobOf(cut.id, stop))).rejects.toThrow(Cancelled);
  expect(
    await db().one(sql`select count(given)::int as kept from paper_copy where run_id = ${cut.id}`),
  ).toEqual({ kept: 0 });
});

test("a submission as PDF: rows of a table, a condition, a day in parts; tried by its designer; the empty one for everybody", async () => {
  const questions = [
    blankField("road", "text", "Road"),
    blankField("day", "date", "Day"),
    { ...blankField("whole", "yesNo", "Whole road") },
    {
      ...blankField("items", "table", "Items"),
      columns: [
        { key: "what", label: "What", kind: "text" as const, required: true },
        { key: "cost", label: "Cost", kind: "money" as const, required: false },
      ],
    },
  ];
  const input = formInput.parse({
    name: "Road permit",
    slug: "road-permit",
    audience: "public",
    pages: [{ title: "Road", sections: [{ title: "", help: "", fields: questions }] }],
  });
  const inForce = (body: typeof input) =>
    as(people.designer, async (tx) => {
      const begun = await forms.draft(tx, people.designer, body);
      return forms.publish(tx, people.designer, begun.id, begun.version);
    });
  const form = await inForce(input);
  const other = await inForce({ ...input, slug: "other-permit" });
  const answer = (field: string, key: string, over: Partial<Place> = {}) =>
    blankPlace({ field, source: { from: "answer", key, column: "", row: 0 }, ...over });
  const rows = [1, 2, 3].flatMap((row) => [
    blankPlace({
      field: `rows.item${row}`,
      source: { from: "answer", key: "items", column: "what", row },
    }),
    blankPlace({
      field: `rows.amount${row}`,
      source: { from: "answer", key: "items", column: "cost", row },
      format: "plainMoney",
    }),
  ]);
  const template = await publish({
    name: "Permit",
    offered: true,
    basis: { kind: "form", formId: form.definitionId },
    places: [
      answer("vendor.name", "road"),
      answer("vendor.why", "day", { format: "mdy" }),
      answer("vendor.small", "whole"),
      ...rows,
    ],
  });
  const answers = {
    road: "Orchard Avenue",
    day: "2026-12-05",
    whole: true,
    items: [1, 2, 3, 4].map((n) => ({ what: `Barrier ${n}`, cost: n * 123_450 })),
  };
  const filler = { audience: "public", name: "Dana", email: null, personId: null, vendorId: null };
  const fill = (formId: string) =>
    as(people.designer, (tx) =>
      beginSubmission(tx, asSystem(people.designer), filler as never, {
        formId,
        answers,
        submit: true,
      }),
    );
  const [sent, foreign] = [await fill(form.id), await fill(other.id)];
  const own = `/form-submissions/${sent.id}/papers`;
  expect((await call(people.designer, "GET", own)).json()).toEqual({
    items: [{ id: template.id, name: "Permit" }],
  });
  const pdf = await call(people.designer, "GET", `${own}/${template.id}`);
  const [page = "", more = ""] = (await readTexts(pdf.rawPayload)).map((each) =>
    each.replaceAll(/\s+/g, ""),
  );
  for (const shown of ["OrchardAvenue", "12/05/2026", "Barrier3", "1,234.50"])
    expect(page).toContain(shown);
  expect(more).toContain("Items,row4What:Barrier4;Cost:$4,938.00");
  for (const url of [own, `${own}/${template.id}`])
    expect((await call(people.clerk, "GET", url)).statusCode).toBe(404);
  const tried = await call(people.designer, "POST", `/paper-templates/${template.id}/actions/try`, {
    recordId: sent.id,
  });
  expect(tried.json()).toMatchObject({
    record: sent.number,
    report: { continued: [{ label: "Items, row 4" }], pages: 2 },
  });
  const onOther = await call(
    people.designer,
    "POST",
    `/paper-templates/${template.id}/actions/try`,
    { recordId: foreign.id },
  );
  expect(onOther.json()).toMatchObject({ status: 422, code: "other_form" });
  const both = await as(people.designer, (tx) =>
    askForRun(tx, people.designer, {
      templateId: template.id,
      path: "/api/v1/form-submissions",
      form: "zip",
      ids: [],
      search: "sort=number&limit=10",
    }),
  );
  expect(await makeRun({ ...jobOf(both.id), actor: people.designer })).toMatchObject({
    made: 1,
    refused: [{ number: foreign.number, reason: expect.stringMatching(/another form/) as string }],
  });
  const empty = await call(people.clerk, "GET", "/public/forms/road-permit/blank");
  expect(empty.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  expect((await call(people.clerk, "GET", "/public/forms/other/blank")).statusCode).toBe(404);
  const still = (slug: string) =>
    emptyPaperWithoutScript(t.app, { url: `/citizen-portal/forms/${slug}?from=letter` } as never);
  expect((await still("road-permit")).withoutScript?.text).toContain(
    'href="/api/v1/public/forms/road-permit/blank"',
  );
  expect(await still("other")).toEqual({});
});

test("a template goes to another agency as a file, which finds the PDF by its content", async () => {
  const made = await publish();
  const file = (
    await call(people.designer, "GET", `/paper-templates/${made.id}/file`)
  ).json<object>();
  const lacking = await call(stranger, "POST", "/paper-templates/actions/import", file);
  expect(lacking.json()).toMatchObject({
    detail: expect.stringMatching(/Upload this template's PDF/),
  });
  const bytes = await bytesOf(paper.sha256);
  await upload(stranger, bytes);
  const taken = await call(stranger, "POST", "/paper-templates/actions/import", file);
  expect(taken.json()).toMatchObject({ status: "draft", places: made.places });
  const from = async (over: object) => {
    const { definition } = file as { definition: object };
    const changed = { ...file, definition: { ...definition, ...over } };
    return (await call(stranger, "POST", "/paper-templates/actions/import", changed)).json();
  };
  expect(await from({ form: "no-such-form", list: null })).toMatchObject({
    errors: [{ message: "No form in force has the address no-such-form." }],
  });
  expect(await from({ list: "/api/v1/no-such-list" })).toMatchObject({
    errors: [{ message: "There is no such list here." }],
  });
});
