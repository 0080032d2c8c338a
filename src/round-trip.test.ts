// Every input field of a noun goes the whole way: through the form, the API, the detail, the history,
// back into the form, through a change, and through the import where there is one. A field that the
// product drops anywhere is named with the place.
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { importerOf } from "#server/import/importer.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { valuesOf } from "#server/testing/field-values.ts";
import { publishedForm } from "#server/testing/forms.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { toldOfOffices } from "./round-trip.offices.ts";
import { makeAsset, makeAward, makeClass, makeProject, makeStores } from "./round-trip.records.ts";
import {
  contractInForce,
  derivedNouns,
  grantNouns,
  submissionNoun,
  two,
  type Noun,
  type Values,
} from "./round-trip.setup.ts";
import * as invoiceForm from "#areas/finance/invoice/InvoiceFields.tsx";
import { invoiceFields } from "#areas/finance/invoice/invoice.model.ts";
import * as orderForm from "#areas/procurement/order/OrderFields.tsx";
import { orderFields } from "#areas/procurement/order/order.model.ts";
import { blankOrderLine } from "#areas/procurement/order/orderForm.ts";
import * as requisitionForm from "#areas/procurement/requisition/RequisitionFields.tsx";
import { requisitionFields } from "#areas/procurement/requisition/requisition.model.ts";
import { blankLine } from "#areas/procurement/requisition/requisitionForm.ts";
import * as vendorForm from "#areas/vendors/vendor/VendorFields.tsx";
import { vendorFields } from "#areas/vendors/vendor/vendor.model.ts";

let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let actor: Actor;
let account: string;
const nouns: Record<string, Noun> = {
  requisition: {
    ...requisitionForm.requisitionForm,
    path: "requisitions",
    fields: requisitionFields,
    screens: [
      "procurement/requisition/RequisitionFields.tsx",
      "procurement/method/MethodChoice.tsx",
    ],
    blank: () => ({
      ...requisitionForm.blankRequisition(""),
      lines: [
        {
          ...blankLine(),
          description: "Culvert stone",
          unitPrice: "12.50",
          splits: [{ accountStringId: account, code: "", percent: "100", amount: null }],
        },
      ],
    }),
    given: () => ({ departmentId: two.department, vendorId: two.vendor, placeId: two.place }),
  },
  purchaseOrder: {
    ...orderForm.orderForm,
    path: "purchase-orders",
    fields: orderFields,
    screens: ["procurement/order/OrderFields.tsx", "procurement/method/MethodChoice.tsx"],
    blank: () => ({
      ...orderForm.blankOrder,
      lines: [
        {
          ...blankOrderLine(),
          description: "Culvert stone",
          unitPrice: "12.50",
          accountStringId: account,
        },
      ],
    }),
    given: () => ({
      departmentId: two.department,
      vendorId: two.vendor,
      placeId: two.place,
      contractId: two.contract,
    }),
    apart: { contractId: "a contract is with one vendor" },
  },
  ...(await derivedNouns(() => vendorName, toldOfOffices)),
  ...grantNouns,
  formSubmission: submissionNoun,
  invoice: {
    ...invoiceForm.invoiceForm,
    path: "invoices",
    fields: invoiceFields,
    screens: ["finance/invoice/InvoiceFields.tsx"],
    undrawn: { fileId: "the document is dropped as a file, which gives the id" },
    blank: () => ({
      ...invoiceForm.blankInvoice("USD"),
      lines: [
        {
          ...invoiceForm.blankLine(),
          description: "Culvert stone",
          unitPrice: "1000.00",
          accountStringId: account,
        },
      ],
    }),
    given: () => ({ vendorId: two.vendor, purchaseOrderId: two.order, fileId: two.file }),
    apart: {
      kind: "a credit note withholds nothing",
      termsDays: "the order's terms decide where there is one",
    },
    imports: {
      kind: "invoices",
      every: false,
      cells: () => ({
        vendor: vendorName,
        description: "Water",
        amount: "10.00",
        account: accountCode,
      }),
    },
  },
  vendor: {
    ...vendorForm.vendorForm,
    path: "vendors",
    fields: vendorFields,
    screens: ["vendors/vendor/VendorFields.tsx"],
    undrawn: { country: "the API and the import say it; a form keeps what is stored" },
    blank: () => ({ ...vendorForm.blankVendor }),
    given: () => ({
      commodityCodes: [["212321"], ["238910"]],
      // A number of either kind.
      tin: ["412345678", "412345679"],
    }),
    exceptions: {
      tin: "kept sealed: answered by its last four digits, and shown in no history",
    },
    imports: { kind: "vendors", every: true, cells: () => ({}) },
  },
};
let vendorName = "";
let accountCode = "";

const storedFile = async (name: string, bytes: string): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([bytes]));
  const id = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, ${name}, 'text/plain', ${stored.size}, ${stored.sha256},
        ${tx.scope.personId}
      )
    `),
  );
  return id;
};

const makePlace = async (name: string): Promise<string> => {
  const id = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind)
      values (${agency.orgId}, ${id}, ${name}, 'yard')
    `),
  );
  return id;
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    all: { role: "admin", duties: ["buyer", "ap"] },
    manager: { role: "manager" },
    clerk: {},
  });
  actor = { ...people.all, permissions: new Set(Object.keys(permissions)) };
  const budget = await makeBudget(t.database, agency, 1_000_000_00);
  account = budget.accountStringId;
  two.fund = [budget.fundId, budget.fundId];
  for (const documentType of ["purchaseOrder", "accessRequest"] as const)
    await makePolicy(t.database, actor, { documentType });
  const other = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${agency.orgId}, ${other}, 'PRK', 'Parks')
    `),
  );
  accountCode = (
    await t.database
      .read(actor)
      .one<{ code: string }>(sql`select code from account_string where id = ${account}`)
  ).code;
  two.department = [agency.departmentId, other];
  const [first, second] = [
    await makeVendor(t.database, agency),
    await makeVendor(t.database, agency),
  ];
  vendorName = first.name;
  two.vendor = [first.id, second.id];
  const order = async () => {
    const { id } = await issuedOrder(
      t.database,
      { buyer: people.all, receiver: people.manager, manager: people.manager },
      {
        vendorId: first.id,
        departmentId: agency.departmentId,
        lines: [{ quantity: "1", unitPrice: "9.00", splits: [{ accountStringId: account }] }],
      },
    );
    return id;
  };
  two.order = [await order(), await order()];
  two.place = [await makePlace("North yard"), await makePlace("City hall")];
  two.class = [
    await makeClass(t.database, actor, "TRIP"),
    await makeClass(t.database, actor, "TRIP2"),
  ];
  two.asset = [
    await makeAsset(t.database, actor, "Depot"),
    await makeAsset(t.database, actor, "Hall"),
  ];
  const library = await makeProject(t.database, actor);
  two.paProject = [library, library];
  two.account = [account, account];
  const otherAccount = (await makeBudget(t.database, agency, 1_00)).accountStringId;
  two.otherAccount = [otherAccount, otherAccount];
  two.award = [await makeAward(t.database, actor), await makeAward(t.database, actor)];
  two.member = [people.all.personId!, people.manager.personId!];
  two.others = [people.manager.personId!, people.clerk.personId!];
  const within = { actor, vendorId: second.id, departmentId: agency.departmentId };
  two.contract = [
    await contractInForce(t.database, within),
    await contractInForce(t.database, within),
  ];
  two.form = [(await publishedForm(t.database, actor, "party")).id, ""];
  await makeStores(t.database, actor);
  two.file = [await storedFile("a.txt", "a"), await storedFile("b.txt", "b")];
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.flatMap((a) => a.endpoints),
    principal: async () => actor,
  });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const call = async (
  method: "GET" | "POST" | "PATCH" | "PUT",
  url: string,
  body?: object,
  version = 0,
) => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: { "content-type": "application/json", "if-match": `"${version}"` },
    ...(body && { payload: JSON.stringify(body) }),
  });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`);
  return answer.json() as Values;
};

const isNumber = (value: unknown) => typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value);
const isInstant = (value: unknown) => typeof value === "string" && /^\d{4}-.*T.*\d/.test(value);
// A decimal is stored with all its places, an instant to its millionth of a second.
const same = (a: unknown, b: unknown) =>
  isNumber(a) && isNumber(b)
    ? Number(a) === Number(b)
    : isInstant(a) && isInstant(b)
      ? Date.parse(`${a as string}`) === Date.parse(`${b as string}`)
      : JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const answers = new Map<string, Values>();
const readBack = async (noun: Noun, id: string): Promise<Values> => {
  if (noun.answered) return answers.get(id)!;
  if (!noun.listed) return call("GET", `${noun.path}/${id}`);
  const [list = "", at = "items"] = (noun.listed === true ? noun.path : noun.listed).split("#");
  const rows = (await call("GET", list))[at] as Values[];
  return rows.find((row) => row["id"] === id)!;
};
const change = (noun: Noun, id: string, body: object, version: unknown) =>
  call(noun.put ? "PUT" : "PATCH", `${noun.path}/${id}`, body, version as number);

type Changed = { action: string; changes: { field: string; after: unknown }[] };
const saidIn = (history: Values, field: string): unknown =>
  (history["items"] as Changed[])[0]!.changes.find((change) => change.field === field)?.after;

// As the form's inputs hold it: a number is text where the empty form holds text.
const asTyped = (noun: Noun, field: string, value: unknown) =>
  noun.typed
    ? noun.typed(field, value)
    : typeof noun.blank()[field] === "string" && typeof value === "number"
      ? `${value}`
      : value;

const twoOf = (noun: Noun): Record<string, [unknown, unknown]> => {
  const given = noun.given();
  const blank = noun.blank();
  return Object.fromEntries(
    Object.entries(noun.fields).map(([field, schema]) => [
      field,
      given[field] ??
        valuesOf(field, schema as z.ZodType, (schema as z.ZodType).safeParse(blank[field]).data),
    ]),
  );
};
// What a record cannot be without, of another one than the test enters.
const needed = (noun: Noun): Values =>
  Object.fromEntries(
    Object.entries(twoOf(noun)).flatMap(([field, [, second]]) =>
      (noun.fields[field] as z.ZodType).safeParse(undefined).success ? [] : [[field, second]],
    ),
  );
const formWith = (noun: Noun, form: object, values: Record<string, unknown>) => ({
  ...form,
  ...Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, asTyped(noun, field, value)]),
  ),
});

/** Where the fields of a record are not what was sent, as "field: place". */
const lostIn = async (
  noun: Noun,
  id: string,
  sent: Values,
  place: string,
  history = true,
): Promise<string[]> => {
  const detail = await readBack(noun, id);
  const shown = history && !noun.listed && !noun.answered;
  const told = shown ? await call("GET", `${noun.path}/${id}/history`) : {};
  const form = noun.toForm(detail as never) as Values;
  return Object.entries(sent)
    .filter(([field]) => !noun.exceptions?.[field])
    .flatMap(([field, value]) => [
      ...(same(detail[field], value) ? [] : [`${field}: the detail ${place}`]),
      ...(!shown || noun.untold?.[field] || same(saidIn(told, field), value)
        ? []
        : [`${field}: the history ${place}`]),
      ...(same(form[field], asTyped(noun, field, value))
        ? []
        : [`${field}: the form filled again ${place}`]),
    ]);
};

const created = async (noun: Noun, values: Values) => {
  const input = noun.toInput(formWith(noun, noun.blank(), values) as never) as Values;
  const lost = Object.keys(values).flatMap((field) => [
    ...(field in noun.blank() ? [] : [`${field}: the empty form`]),
    ...(field in input ? [] : [`${field}: what the form sends`]),
  ]);
  const answer = await call("POST", noun.path, { ...input, ...noun.within?.() });
  const id = answer["id"] as string;
  answers.set(id, answer);
  return { id, lost };
};

const changeOne = async (noun: Noun, id: string, field: string, value: unknown) => {
  const detail = await readBack(noun, id);
  const body =
    noun.changedAsWhole || noun.put
      ? noun.toInput(formWith(noun, noun.toForm(detail as never), { [field]: value }) as never)
      : { [field]: value };
  await change(noun, id, body, detail["version"]);
  return lostIn(noun, id, { [field]: value }, "after a change of this field");
};

/** Enters a record with these values, changes each, and changes all by the form. */
const lostOnTheWay = async (noun: Noun, values: Record<string, [unknown, unknown]>) => {
  const first = Object.fromEntries(Object.entries(values).map(([f, [one]]) => [f, one]));
  const { id, lost } = await created(noun, { ...needed(noun), ...first });
  lost.push(...(await lostIn(noun, id, first, "after it was entered")));
  if (noun.made) {
    const other = Object.fromEntries(Object.entries(values).map(([f, [, two]]) => [f, two]));
    const again = await created(noun, other);
    return [...lost, ...(await lostIn(noun, again.id, other, "after another was entered"))];
  }
  for (const [field, [, second]] of Object.entries(values))
    lost.push(...(await changeOne(noun, id, field, second)));
  // As the edit screen sends it: everything, over what is stored.
  const detail = await readBack(noun, id);
  const form = formWith(noun, noun.toForm(detail as never), first);
  await change(noun, id, noun.toInput(form as never), detail["version"]);
  lost.push(...(await lostIn(noun, id, first, "after the form changed it")));
  return lost;
};

test.each(Object.entries(nouns))(
  "%s: every field goes from the form through API, detail and history back into the form, anew and changed",
  async (_name, noun) => {
    const values = twoOf(noun);
    const lost: string[] = [];
    for (const field of Object.keys(noun.apart ?? {})) {
      lost.push(...(await lostOnTheWay(noun, { [field]: values[field]! })));
      delete values[field];
    }
    lost.push(...(await lostOnTheWay(noun, values)));
    expect(lost).toEqual([]);
  },
  240_000,
);

test.each(Object.entries(nouns))("%s: every field has a control on its form", (_name, noun) => {
  const drawn = noun.screens
    .map((screen) => readFileSync(new URL(`areas/${screen}`, import.meta.url), "utf8"))
    .join("");
  const named = (field: string) =>
    drawn.includes(`name="${field}"`) || (field === "reason" && drawn.includes("<ReasonField"));
  const fields = Object.keys(noun.fields);
  expect(fields.filter((field) => !named(field) && !noun.undrawn?.[field])).toEqual([]);
  expect(Object.keys(noun.undrawn ?? {}).filter(named)).toEqual([]);
});

const cellOf = (value: unknown): string =>
  typeof value === "boolean"
    ? value
      ? "yes"
      : "no"
    : Array.isArray(value)
      ? value.join("; ")
      : String(value);

const bring = async (
  kind: string,
  cells: Record<string, string>,
  type = kind.slice(0, -1),
): Promise<string> => {
  const quoted = (texts: string[]) => texts.map((text) => `"${text}"`).join(",");
  const file = `${quoted(Object.keys(cells))}\n${quoted(Object.values(cells))}\n`;
  const run = await beginImport(t.app, actor, kind, await storedFile(`${kind}.csv`, file));
  await t.database.transaction(actor, (tx) => mapColumns(tx, actor, run.id, run.mapping));
  await validateImport(t.app, actor, run.id);
  await t.database.transaction(actor, (tx) => startCommit(tx, actor, run.id));
  await commitImport(t.app, actor, run.id);
  const done = await readRun(t.database.read(actor), actor, run.id);
  expect(done.counts, JSON.stringify(done)).toMatchObject({ create: 1 });
  const { id } = await t.database.read(actor).one<{ id: string }>(sql`
    select object_id as id
    from audit_entry
    where org_id = ${agency.orgId} and object_type = ${type}
    order by id desc
    limit 1
  `);
  return id;
};

test.each(Object.entries(nouns).filter(([, noun]) => noun.imports))(
  "%s: every field that its import takes comes in from a file",
  async (_name, noun) => {
    const { kind, cells, every, type, money = [] } = noun.imports!;
    const columns = importerOf(kind)!.fields;
    // Another record than the one that was entered, and nothing that an empty cell would be too.
    const values = Object.entries(twoOf(noun)).flatMap(([field, [first, second]]) =>
      field in cells()
        ? []
        : [[field, same(second, noun.blank()[field]) ? first : second] as const],
    );
    const taken = values.filter(([field]) => columns.some((column) => column.name === field));
    const lost = every
      ? values.filter((one) => !taken.includes(one)).map(([field]) => `${field}: the import`)
      : [];
    const sent = Object.fromEntries(taken);
    const id = await bring(
      kind,
      Object.fromEntries(
        [...Object.entries(cells()), ...Object.entries(sent)].map(([name, value]) => [
          columns.find((column) => column.name === name)!.label,
          // The cells that the row needs besides are dollars already.
          name in sent && money.includes(name) ? (Number(value) / 100).toFixed(2) : cellOf(value),
        ]),
      ),
      type,
    );
    lost.push(...(await lostIn(noun, id, sent, "after the import", false)));
    expect(lost).toEqual([]);
  },
  240_000,
);
