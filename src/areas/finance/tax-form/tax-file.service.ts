import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { escapeHtml } from "#kernel/html.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { payeesOf, takeTins } from "#areas/vendors/vendors.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { irisFiles } from "./iris.model.ts";
import { taxBoxes, type BoxKey, type TaxFormKind } from "./tax-form.labels.ts";
import { taxForm, taxYear } from "./tax-form.tables.ts";

type Form = typeof taxForm.$inferSelect;

/**
 * One of a year's files for the IRS, with whole tax numbers; the history of the year and of every payee says who
 * took it. 404 for a part that is not there; 409 `not_reviewed`, `no_number`.
 */
export const irisFile = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { form, part }: { form: TaxFormKind; part: number },
): Promise<{ name: string; text: string }> => {
  const year = await getRow(tx, taxYear, id, "tax year");
  if (year.status === "open")
    throw conflict("not_reviewed", "Files are made once another person reviewed the year.");
  const forms = await tx.rows<Form>(sql`
    select *
    from tax_form
    where org_id = ${year.orgId} and year_id = ${id} and form = ${form} and corrects_id is null
    order by name, id
  `);
  const ids = forms.map(({ vendorId }) => vendorId);
  const why = `File of form 1099-${form} for ${year.year}`;
  const [payees, tins] = await Promise.all([payeesOf(tx, ids), takeTins(tx, actor, ids, why)]);
  const returns = forms.map(({ vendorId, name, amounts }) => {
    const payee = payees.find((each) => each.id === vendorId)!;
    return {
      payee: {
        ...{ tin: tins.get(vendorId) ?? "", name, address1: payee.address1 ?? "" },
        tinType: payee.tinKind === "ssn" ? ("SSN" as const) : ("EIN" as const),
        ...{ address2: payee.address2 ?? "", city: payee.city ?? "", state: payee.state ?? "" },
        zip: (payee.postalCode ?? "").replace("-", ""),
      },
      ...{ account: payee.number, amounts },
    };
  });
  const payer = {
    ...{ tin: year.payerTin, tinType: "EIN" as const, name: year.payerName, email: "" },
    ...{ address1: year.payerAddress, address2: "", city: year.payerCity },
    ...{ state: year.payerState, zip: year.payerZip, phone: year.payerPhone },
  };
  const text = irisFiles(form, year.year, payer, returns)[part - 1];
  if (!text) throw notFound("file");
  note(tx, actor, "taxYear", id, {
    ...{ action: "taxYear.iris", note: `${why}, part ${part}`, event: null },
    after: { form, part },
  });
  return { name: `IRIS-1099-${form}-${year.year}-${part}.csv`, text };
};

const style = `body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:17pt;margin:2pt 0}h2{font-size:11pt;margin:14pt 0 4pt}p{max-width:46em;margin:3pt 0}
dl{display:grid;grid-template-columns:60mm 1fr;gap:3pt 8pt;margin:8pt 0}dt{color:#596475}dd{margin:0}`;

const row = (name: string, value: string) =>
  value ? `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>` : "";

/**
 * Copy B of a form as a document for its PDF: a substitute statement with the last four digits of the payee's number
 * (26 CFR 301.6109-4 allows it on a payee's copy). 404.
 */
export const copyB = async (db: Db, id: string): Promise<{ name: string; html: string }> => {
  const form = await getRow(db, taxForm, id, "tax form");
  const year = await getRow(db, taxYear, form.yearId, "tax year");
  const { branding } = await readOrganization(db);
  const amounts = (Object.entries(form.amounts) as [BoxKey, number][]).map(([box, cents]) =>
    row(taxBoxes[box].label, formatCents(cents)),
  );
  const tin = year.payerTin.replace(/^(\d\d)/, "$1-");
  const city = `${year.payerCity}, ${year.payerState} ${year.payerZip}`;
  const title = `Form 1099-${form.form}, ${form.year}, copy B`;
  const document = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>${style}</style></head><body><main><h1>${title}</h1>
<p>For the recipient. Substitute for the form of the IRS.${form.correctsId ? " Corrected." : ""}</p>
<h2>Payer</h2><dl>${row("Name", year.payerName)}${row("Address", `${year.payerAddress}, ${city}`)}
${row("TIN", tin)}${row("Phone", year.payerPhone)}</dl>
<h2>Recipient</h2><dl>${row("Name", form.name)}${row("Address", form.address)}
${row("TIN", form.tinLast4 ? `***-**-${form.tinLast4}` : "not known")}</dl>
<h2>Amounts</h2><dl>${amounts.join("") || row("Amounts", "none")}</dl>
<p>This is important tax information and is being furnished to the IRS. If you are required to file a return, a
negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines that it
has not been reported.</p></main></body></html>`;
  return { name: `1099-${form.form}-${form.year}-copy-B.pdf`, html: inLook(document, branding) };
};

/** Copy B for its own payee who consented to read it in the portal. 404; 409 `no_consent`. */
export const ownCopyB = async (
  tx: Tx,
  vendorId: string,
  id: string,
): Promise<{ name: string; html: string }> => {
  const form = await getRow(tx, taxForm, id, "tax form");
  if (form.vendorId !== vendorId || !form.furnished) throw notFound("tax form");
  const consent = await tx.maybe(sql`
    select 1 as consent
    from tax_payee
    where org_id = ${tx.scope.orgId} and vendor_id = ${vendorId} and consent_on is not null
  `);
  if (!consent)
    throw conflict("no_consent", "Agree to read your forms here first; else they come on paper.");
  return copyB(tx, id);
};

/** Keeps whether a vendor reads its forms in the portal; taken back, they come on paper again. */
export const keepConsent = async (
  tx: Tx,
  who: Actor,
  vendor: { id: string; number: string },
  agrees: boolean,
): Promise<void> => {
  const on = agrees ? businessDate(tx.scope) : null;
  await tx.rows(sql`
    insert into tax_payee (org_id, vendor_id, consent_on, consent_by)
    values (${tx.scope.orgId}, ${vendor.id}, ${on}, ${agrees ? who.name : ""})
    on conflict (org_id, vendor_id)
    do update set
      consent_on = excluded.consent_on, consent_by = excluded.consent_by,
      version = tax_payee.version + 1, updated_at = clock_timestamp()
  `);
  note(tx, who, "vendor", vendor, {
    ...{ action: "taxConsent", note: agrees ? "Reads its tax forms in the portal" : "Wants paper" },
    ...{ after: { consentOn: on }, event: null },
  });
};
