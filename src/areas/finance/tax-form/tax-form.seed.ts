// Forms 1099 of Carver County of the newest year that has a rule: accounts placed, W-9s typed, two payees left to settle.
import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { countYear } from "./count.service.ts";
import type { BoxKey, TaxProblem } from "./tax-form.labels.ts";
import { limitOf } from "./tax-limit.data.ts";
import { readTaxYear } from "./tax-form.read.service.ts";
import {
  agreeOverride,
  keepPayee,
  mapTaxAccounts,
  openTaxYear,
  proposeOverride,
} from "./tax-year.service.ts";

const payer = {
  ...{ payerName: "Carver County", payerTin: "410000123", payerAddress: "602 East 4th Street" },
  ...{ payerCity: "Chaska", payerState: "MN", payerZip: "55318", payerPhone: "" },
};

const boxOf = (name: string): BoxKey | null => {
  if (/legal|attorney/i.test(name)) return "nec1Legal";
  if (/rent|lease/i.test(name)) return "misc1";
  if (/medical|health/i.test(name)) return "misc6";
  return /service|contract|professional|consult|repair|maintenance/i.test(name) ? "nec1" : null;
};

type Form = {
  id: string;
  vendorId: string;
  name: string;
  tinLast4: string;
  problems: TaxProblem[];
};
const openForms = (tx: Tx, yearId: string) =>
  tx.rows<Form>(sql`
    select id, vendor_id, name, coalesce(tin_last4, '') as tin_last4, problems
    from tax_form
    where org_id = ${tx.scope.orgId} and year_id = ${yearId} and cardinality(problems) > 0
    order by name, id
  `);

// Typed from the papers; a payee without a number on file sent none.
const typeW9s = (app: App, yearId: string, on: string): Promise<void> => {
  const ap = demoActor("ap");
  return app.database.transaction(ap, async (tx) => {
    for (const [n, form] of (await openForms(tx, yearId)).entries()) {
      if (!form.tinLast4) continue;
      await keepPayee(tx, ap, form.vendorId, {
        taxClass: n % 4 === 0 ? "partnership" : "individual",
        ...{ w9On: on as never, w9Name: form.name, w9Last4: form.tinLast4 },
      });
    }
    const { version } = await readTaxYear(tx, ap, yearId);
    await countYear(tx, ap, yearId, version);
  });
};

/** The year that is going on, or the one before it; null where neither has a limit yet. */
const yearToTell = (now: number): number | null =>
  [now, now - 1].find((year) => limitOf("nec1", year) !== null) ?? null;

/** Tells the county's forms 1099: the demonstration pays in the year that is going on. */
export const seedTaxForms = async (app: App, log: (line: string) => void): Promise<void> => {
  const ap = demoActor("ap");
  const year = yearToTell(Number(businessDate(ap).slice(0, 4)));
  if (year === null) return log("no forms 1099: no limit is known for these years");
  const id = await app.database.transaction(ap, async (tx) => {
    const made = await openTaxYear(tx, ap, { ...payer, year });
    const { accounts } = await readTaxYear(tx, ap, made.id);
    if (accounts.length > 0)
      await mapTaxAccounts(tx, ap, {
        accounts: accounts.map(({ id: accountId, name }) => ({ accountId, box: boxOf(name) })),
      });
    await countYear(tx, ap, made.id, made.version);
    return made.id;
  });
  await typeW9s(app, id, `${year}-01-04`);
  const left = await app.database.transaction(ap, async (tx) => {
    const forms = (await openForms(tx, id)).slice(2);
    for (const form of forms)
      await proposeOverride(tx, ap, form.id, { why: "Asked for twice; withheld nothing." });
    return forms;
  });
  const second = demoActor("controller");
  await app.database.transaction(second, async (tx) => {
    for (const form of left) await agreeOverride(tx, second, form.id);
  });
  const { forms, toSettle } = await readTaxYear(app.database.read(ap), ap, id);
  log(`forms 1099 of ${year}: ${forms}, ${toSettle} of them to settle`);
};
