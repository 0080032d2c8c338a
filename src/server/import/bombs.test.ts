// Small uploads that unpack or expand to more than a server has: each is refused with a sentence,
// and the server answers all the time.
import { performance } from "node:perf_hooks";
import { deflateRawSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "../testing/database.ts";
import { buildApp } from "../http/app.ts";

const MB = 1024 * 1024;
let t: TestDatabase;
let app: FastifyInstance;
let address: string;
let actor: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  actor = {
    ...memberActor((await makeAgency(t.database)).orgId, "admin"),
    permissions: new Set(Object.keys(permissions)),
  };
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => actor,
  });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

/** A zip of these entries, which says of each that it has ten bytes. */
const zip = (entries: Record<string, string | Buffer>): Buffer => {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content, { level: 1 });
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(10, 22);
    head.writeUInt16LE(name.length, 26);
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    head.copy(record, 6, 4, 30);
    record.writeUInt32LE(at, 42);
    list.push(record, Buffer.from(name));
    bodies.push(head, Buffer.from(name), packed);
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(list.length / 2, 8);
  end.writeUInt16LE(list.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
};
const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const times = (n: number, part: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => part(i)).join("");
const sheetOf = (i: number) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="r${i}"/>`;
const linkOf = (i: number) =>
  `<Relationship Id="r${i}" Type="${type}/worksheet" Target="worksheets/sheet${i}.xml"/>`;
const book = (sheet: string | Buffer, more: Record<string, string | Buffer> = {}, sheets = 1) =>
  zip({
    "xl/workbook.xml": `<workbook xmlns:r="${type}"><sheets>${times(sheets, sheetOf)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${times(sheets, linkOf)}</Relationships>`,
    "xl/worksheets/sheet0.xml": sheet,
    ...more,
  });
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rows = (count: number, row: (n: number) => string) => times(count, (i) => row(i + 1));
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const columns = letters.slice(0, 20).flatMap((a) => letters.map((b) => `${a}${b}`));
const strings = (one: string, count: number) =>
  `<sst>${`<si><t>${one}</t></si>`.repeat(count)}</sst>`;

const send = async (content: Buffer, name: string) => {
  const form = new FormData();
  form.set("file", new Blob([content as never]), name);
  const answer = await fetch(`${address}/api/v1/files`, { method: "POST", body: form });
  return { status: answer.status, body: (await answer.json()) as { id: string } & Refusal };
};
type Refusal = { code: string; detail: string; errors: { message: string }[] };
const ask = async (path: string, body: object) => {
  const answer = await fetch(`${address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Refusal };
};
const imported = (content: Buffer) => async () => {
  const { status, body } = await send(content, "list.xlsx");
  expect(status).toBe(201);
  return ask("/api/v1/imports", { kind: "vendors", fileId: body.id });
};
const invoiced = (content: string) => async () => {
  const { status, body } = await send(Buffer.from(content), "invoice.xml");
  expect(status).toBe(201);
  return ask("/api/v1/invoices/from-ubl", { fileId: body.id });
};
const picture = () => {
  const png = Buffer.alloc(64);
  png.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]);
  png.write("IHDR", 12);
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(50_000, 20);
  return png;
};
const entityOf = (i: number) => `<!ENTITY ${"bcdefghij"[i]} "${`&${"abcdefghi"[i]};`.repeat(10)}">`;
const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">${times(9, entityOf)}]><Invoice><ID>&j;</ID></Invoice>`;

const bombs: readonly [string, () => () => Promise<{ status: number; body: Refusal }>, RegExp][] = [
  ["zeros", () => imported(book(Buffer.alloc(120 * MB))), /more than 64 MB unpacked/],
  [
    "an archive within an archive",
    () =>
      imported(zip({ "inner.zip": zip({ "inner.zip": zip({ zeros: Buffer.alloc(50 * MB) }) }) })),
    /could not be read/,
  ],
  [
    "one huge cell",
    () => imported(book(sheet(`<row>${inline("a".repeat(40 * MB))}</row>`))),
    /cell with more than 32,767 characters/,
  ],
  [
    "a thousand sheets of huge cells",
    () =>
      imported(
        book(
          sheet(`<row>${inline("a".repeat(60 * MB))}</row>`),
          { "xl/worksheets/sheet1.xml": Buffer.alloc(60 * MB, 97) },
          1000,
        ),
      ),
    /1000 sheets; at most 255/,
  ],
  [
    "many rows",
    () =>
      imported(book(sheet(rows(210_000, (n) => `<row r="${n}"><c r="A${n}"><v>1</v></c></row>`)))),
    /more than 200,000 rows/,
  ],
  [
    "many cells",
    () => imported(book(sheet(rows(7_000, () => `<row>${"<c><v>1</v></c>".repeat(300)}</row>`)))),
    /more than 2,000,000 cells/,
  ],
  [
    "one cell far away",
    () =>
      imported(
        book(
          sheet(
            `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
          ),
        ),
      ),
    /more than 200,000 rows/,
  ],
  [
    "many long shared texts",
    () => imported(book(sheet(""), { "xl/sharedStrings.xml": strings("a".repeat(30_000), 3_000) })),
    /list of texts of this workbook has more than 32 MB/,
  ],
  [
    "one shared text in many cells",
    () =>
      imported(
        book(
          sheet(
            rows(
              500,
              (n) =>
                `<row r="${n}">${columns.map((letters) => `<c r="${letters}${n}" t="s"><v>0</v></c>`).join("")}</row>`,
            ),
          ),
          {
            "xl/sharedStrings.xml": strings("a".repeat(32_000), 1),
          },
        ),
      ),
    /Row 1 has more than 1,000,000 characters/,
  ],
  ["entities within entities", () => invoiced(laughs), /document type/],
  [
    "deep XML",
    () => invoiced(`<?xml version="1.0"?>${"<a>".repeat(600_000)}${"</a>".repeat(600_000)}`),
    /nested|well-formed/,
  ],
  [
    "a line without end",
    () => imported(Buffer.from(`Name,City\n"${"a,b ".repeat(5 * MB)}`)),
    /line of the file has more than 1,000,000 characters/,
  ],
  [
    "a picture of 50,000 by 50,000",
    () => {
      const png = picture();
      return () => send(png, "photo.png");
    },
    /50,000 × 50,000 pixels/,
  ],
];

const measured: { bomb: string; kilobytes?: number; longest: number; memory: number }[] = [];
afterAll(() =>
  console.log("bombs: longest answer of /healthz in ms, memory above before in MB", measured),
);

/** The longest answer of /healthz in milliseconds, and the most memory, while `work` is under way. */
const watching = async <T>(work: () => Promise<T>) => {
  const before = process.memoryUsage.rss();
  let [longest, memory, over] = [0, before, false];
  const asking = (async () => {
    while (!over) {
      const began = performance.now();
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      longest = Math.max(longest, performance.now() - began);
      memory = Math.max(memory, process.memoryUsage.rss());
      await new Promise((done) => setTimeout(done, 5));
    }
  })();
  const answer = await work().finally(() => (over = true));
  await asking;
  return { answer, longest: Math.round(longest), memory: Math.round((memory - before) / MB) };
};

test.each(bombs)("%s", async (bomb, make, sentence) => {
  const go = make();
  const { answer, longest, memory } = await watching(go);
  measured.push({ bomb, longest, memory });
  expect(answer.status, JSON.stringify(answer.body)).toBe(422);
  expect(`${answer.body.detail} ${answer.body.errors.map((e) => e.message).join()}`).toMatch(
    sentence,
  );
  // The test's own files are sent by the same thread.
  expect(longest).toBeLessThan(3_000);
});

test("a workbook that holds what it says is read as before: texts, numbers, dates, formulas, its first sheet", async () => {
  const xml = sheet(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>City</t></is></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" t="str"><f>A1</f><v>Waconia</v></c></row>`,
  );
  const { body } = await send(
    book(
      xml,
      {
        "xl/sharedStrings.xml": `<sst><si><t>Name</t></si><si><r><t>Granite </t></r><r><t>&amp; Sons</t></r></si></sst>`,
      },
      2,
    ),
    "list.xlsx",
  );
  const { fileRows } = await import("./file-rows.ts");
  const { sha256 } = body as unknown as { sha256: string };
  const found: string[][] = [];
  for await (const some of fileRows(t.app.files, sha256)) found.push(...some);
  expect(found).toEqual([
    ["Name", "City"],
    ["Granite & Sons", "Waconia"],
  ]);
});
