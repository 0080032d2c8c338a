// A year of form 1099 on a real database: counted by the day of payment, settled by two, reviewed by another, filed.
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { voidPayment } from "../payment/payment.service.ts";
import { a, as, invoice, paid, paymentTests, people, t } from "../payment/payment.setup.ts";
import { keepConsent, ownCopyB } from "./tax-file.service.ts";
import type { TaxFormRow, TaxYearDetail } from "./tax-form.model.ts";

paymentTests();

const asking = askingOf(() => t);
type Written = { id: string; version: number };
const [years, forms] = ["/api/v1/tax-years", "/api/v1/tax-forms"] as const;
const payer = {
  ...{ payerName: "Carver County", payerTin: "41-6005766", payerAddress: "602 East 4th Street" },
  ...{ payerCity: "Chaska", payerState: "MN", payerZip: "55318" },
};
const year = Number(agencyDay().slice(0, 4));
let other: Actor;
let officer: Actor;

const hands = async () => {
  ({ other, officer } = await makeMembers(t.database, a, {
    other: { duties: ["ap"] },
    officer: { duties: ["controller"] },
  }));
};
const open = (by = people.ap, over: object = {}) =>
  asking<Written>(by, `POST ${years}`, { ...payer, year, ...over });
const read = (id: string) => asking<TaxYearDetail>(people.ap, `GET ${years}/${id}`);
const rows = async (id: string) =>
  (await asking<{ items: TaxFormRow[] }>(people.ap, `GET ${forms}?yearId=${id}&limit=50`)).items;
const count = async (id: string) => {
  const { version } = await read(id);
  return asking<Written>(people.ap, `POST ${years}/${id}/actions/count`, {}, version);
};
const step = (id: string, name: string, by: Actor, body: object = {}) =>
  asking<Written>(by, `POST ${years}/${id}/actions/${name}`, body);
const place = async (box: string | null) => {
  const { accountId } = await t.database.read(people.ap).one<{ accountId: string }>(sql`
    select account_id
    from account_string
    where org_id = ${a.orgId} and id = ${a.accountStringId}
  `);
  return asking(people.ap, "PUT /api/v1/tax-accounts", { accounts: [{ accountId, box }] });
};
const w9 = (vendorId: string, over: object = {}) =>
  asking(people.ap, `PUT /api/v1/tax-payees/${vendorId}`, {
    ...{ taxClass: "individual", w9On: agencyDay(-30), w9Name: a.vendor.name, w9Last4: "1234" },
    ...over,
  });

/** The same person when the year is over. */
const after = (by: Actor): Actor => ({ ...by, businessNow: `${year + 1}-01-20T18:00:00Z` });

test("a year is counted from payments, settled by two, reviewed by another, furnished and filed", async () => {
  await hands();
  await invoice({ cents: 2_500_00 });
  const run = await paid();
  const { id } = await open();
  expect(await read(id)).toMatchObject({ forms: 0, unmapped: 2_500_00, status: "open" });
  expect(await refusalOf(open())).toContain("year_known");
  expect(await refusalOf(step(id, "review", officer))).toBe(
    `year_runs: ${year} is not over: payments until December 31 count. It is reviewed from January 1, ${year + 1} on.`,
  );
  expect(await refusalOf(step(id, "review", after(officer)))).toBe(
    "unmapped: $2,500.00 were paid on accounts of which nobody said whether they are reported.",
  );
  await place("nec1");
  await count(id);
  const [form] = await rows(id);
  expect(form).toMatchObject({ form: "NEC", total: 2_500_00, override: "none" });
  expect(form!.problems).toEqual(["no_class", "no_w9", "no_tin", "no_address"]);
  expect(await refusalOf(step(id, "review", after(officer)))).toContain("to_settle");
  await w9(form!.vendorId, { taxClass: "c_corporation" });
  await count(id);
  expect(await rows(id)).toEqual([]);
  await w9(form!.vendorId);
  await count(id);
  const [now] = await rows(id);
  const act = (name: string, by: Actor, body: object = {}) =>
    asking(by, `POST ${forms}/${now!.id}/actions/${name}`, body);
  expect(await refusalOf(act("agree", officer))).toContain("nothing_proposed");
  await act("override", people.ap, { why: "The number was asked for twice" });
  const self = { ...people.ap, permissions: officer.permissions };
  expect(await refusalOf(act("agree", self))).toContain("second_person");
  await act("agree", officer);
  expect(await refusalOf(act("override", other, { why: "Again" }))).toContain("nothing_open");
  await count(id);
  expect((await rows(id))[0]).toMatchObject({ override: "agreed" });
  expect(await refusalOf(step(id, "iris", people.ap, { form: "NEC", part: 1 }))).toContain(
    "not_reviewed",
  );
  expect(await refusalOf(step(id, "review", after(self)))).toBe(
    "rule: You prepared this year, so another person reviews it.",
  );
  await invoice({ cents: 700_00 });
  await paid();
  expect(await refusalOf(step(id, "review", after(officer)))).toContain("count_again");
  await count(id);
  await step(id, "review", after(officer));
  expect(await refusalOf(count(id))).toContain("not_open_year");
  const { text } = await asking<{ text: string }>(people.ap, `POST ${years}/${id}/actions/iris`, {
    form: "NEC",
    part: 1,
  });
  const [row] = parse(text, { columns: true }) as Record<string, string>[];
  expect(row).toMatchObject({
    ...{ "Payer Taxpayer ID Number": "416005766", "Box 1 - Nonemployee Compensation": "3200.00" },
    "Recipient Business or Entity Name Line 1": a.vendor.name,
  });
  expect(await refusalOf(step(id, "iris", people.ap, { form: "NEC", part: 2 }))).toContain(
    "not_found",
  );
  const tomorrow = { furnishedOn: `${year + 1}-01-21` };
  expect(await refusalOf(step(id, "furnish", after(people.ap), tomorrow))).toContain("day_ahead");
  await step(id, "furnish", after(people.ap), { furnishedOn: `${year + 1}-01-20` });
  expect(await refusalOf(act("correct", people.ap))).toContain("not_filed");
  await step(id, "file", people.ap, { filedOn: agencyDay(), reference: "IRIS-1" });
  expect(await refusalOf(act("correct", people.ap))).toContain("nothing_differs");
  await as(people.treasurer, (tx) =>
    voidPayment(tx, people.treasurer, { id: run.payments[0]!.id, version: null }, t.app.files, {
      reason: "lost",
    }),
  );
  await act("correct", people.ap);
  const corrected = await rows(id);
  expect(corrected.map(({ total, correction }) => [total, correction]).toSorted()).toEqual([
    [0, true],
    [3_200_00, false],
  ]);
  expect(await refusalOf(act("correct", people.ap))).toContain("corrected_already");
  const bypass = as(people.ap, (tx) =>
    tx.rows(sql`update tax_form set total = 1 where org_id = ${a.orgId} and id = ${now!.id}`),
  );
  await expect(bypass).rejects.toThrow(/does not change/);
});

test("a year without a threshold is refused by name; one that is to come, too", async () => {
  await hands();
  expect(await refusalOf(open(people.ap, { year: year + 1 }))).toContain("year_ahead");
  const later = { ...people.ap, businessNow: "2027-06-01T12:00:00Z" };
  expect(await refusalOf(open(later, { year: 2027 }))).toBe(
    "no_limit: No threshold is known for payments of 2027. It is entered with its citation before a form is made.",
  );
  expect(await refusalOf(open(officer))).toContain("not allow");
  expect(await refusalOf(w9("00000000-0000-4000-8000-000000000000"))).toContain("no_vendor");
});

test("copy B is its payee's own, once it went out and the payee agreed to read it in the portal", async () => {
  await hands();
  await invoice({ cents: 3_000_00 });
  await paid();
  await place("misc1");
  const { id } = await open();
  const [form] = await rows(id);
  expect(form).toMatchObject({ form: "MISC", total: 3_000_00, consent: false });
  const vendor = { id: form!.vendorId, number: "V-1" };
  const own = (vendorId = vendor.id) => as(people.ap, (tx) => ownCopyB(tx, vendorId, form!.id));
  expect(await refusalOf(own())).toContain("not_found");
  await asking(people.ap, `POST ${forms}/${form!.id}/actions/override`, { why: "Asked twice" });
  await asking(officer, `POST ${forms}/${form!.id}/actions/agree`);
  await step(id, "review", after(officer));
  await step(id, "furnish", after(people.ap), { furnishedOn: `${year + 1}-01-20` });
  expect(await refusalOf(own())).toContain("no_consent");
  await as(people.ap, (tx) => keepConsent(tx, people.ap, vendor, true));
  const { html, name } = await own();
  expect(name).toBe(`1099-MISC-${year}-copy-B.pdf`);
  expect(html).toContain("MISC 1, rents");
  expect(await refusalOf(own(people.ap.personId!))).toContain("not_found");
  await as(people.ap, (tx) => keepConsent(tx, people.ap, vendor, false));
  expect(await refusalOf(own())).toContain("no_consent");
});
