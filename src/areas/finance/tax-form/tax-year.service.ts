import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { payeesOf } from "#areas/vendors/vendors.server.ts";
import { countForms, countYear, partsOf } from "./count.service.ts";
import type {
  accountsInput,
  fileInput,
  furnishInput,
  overrideInput,
  PayeeInput,
  TaxYearInput,
} from "./tax-form.model.ts";
import { taxYearNoun, type TaxYearStored } from "./tax-form.noun.ts";
import { taxForm, taxYear } from "./tax-form.tables.ts";
import { keepTaxDays } from "./tax-deadlines.service.ts";
import { limitOf } from "./tax-limit.data.ts";

type FormStored = typeof taxForm.$inferSelect;

/** Begins a year that is over or runs, and counts it. 409 `year_known`, `no_limit`; 422 `year_ahead`. */
export const openTaxYear = async (
  tx: Tx,
  actor: Actor,
  input: TaxYearInput,
): Promise<TaxYearStored> => {
  const { year } = input;
  if (year > Number(businessDate(tx.scope).slice(0, 4)))
    throw invalidField("year", `${year} has not begun.`, "year_ahead");
  if (!limitOf("nec1", year))
    throw conflict(
      "no_limit",
      `No threshold is known for payments of ${year}. It is entered with its citation before a form is made.`,
    );
  const known = await tx.maybe(sql`
    select 1 as known
    from tax_year
    where org_id = ${tx.scope.orgId} and year = ${year}
  `);
  if (known) throw conflict("year_known", `${year} is begun already.`);
  const made = await create(tx, actor, taxYearNoun, {
    number: { within: `1099-${year}` },
    row: { ...input, id: newId(), orgId: tx.scope.orgId!, preparedBy: actor.personId },
  });
  await keepTaxDays(tx, actor, made);
  return countYear(tx, actor, made.id, made.version);
};

const unsettled = (tx: Tx, yearId: string) =>
  tx.rows<{ name: string }>(sql`
    select name
    from tax_form
    where org_id = ${tx.scope.orgId}
      and year_id = ${yearId}
      and cardinality(problems) > 0
      and agreed_by is null
    order by name
    limit 500
  `);

type KeptForm = Pick<FormStored, "vendorId" | "form" | "amounts" | "problems">;
type Told = Pick<typeof taxForm.$inferInsert, "vendorId" | "form" | "amounts" | "problems">;
const told = (form: Told): string =>
  JSON.stringify([
    ...[form.vendorId, form.form, form.problems],
    Object.entries(form.amounts).toSorted(([a], [b]) => a.localeCompare(b)),
  ]);

// What goes out is what was paid by then: a payment or payee that changed after the count is counted first.
const requireCurrent = async (tx: Tx, row: TaxYearStored): Promise<void> => {
  const kept = await tx.rows<KeptForm>(sql`
    select vendor_id, form, amounts, problems
    from tax_form
    where org_id = ${row.orgId} and year_id = ${row.id} and corrects_id is null
  `);
  const now = await countForms(tx, row.year, await partsOf(tx, row.year));
  const same = String(kept.map(told).toSorted()) === String(now.map(told).toSorted());
  if (!same)
    throw conflict(
      "count_again",
      `Payments or payees of ${row.year} changed after the count: it is counted again before it goes on.`,
    );
};

/**
 * Reviews a year that is over, as another person than prepared it. 404, 409 `year_runs`, `to_settle`, `unmapped`,
 * `count_again`, 412.
 */
export const reviewTaxYear = (tx: Tx, actor: Actor, at: StepAt): Promise<TaxYearStored> =>
  transition(tx, actor, taxYearNoun, {
    ...at,
    action: "review",
    effect: async (row) => {
      if (row.year >= Number(businessDate(tx.scope).slice(0, 4)))
        throw conflict(
          "year_runs",
          `${row.year} is not over: payments until December 31 count. It is reviewed from January 1, ${row.year + 1} on.`,
        );
      const open = await unsettled(tx, row.id);
      if (open.length > 0)
        throw conflict(
          "to_settle",
          `${open.length} forms are to be settled: ${open
            .slice(0, 5)
            .map(({ name }) => name)
            .join(", ")}.`,
        );
      if (row.unmapped > 0)
        throw conflict(
          "unmapped",
          `${formatCents(row.unmapped)} were paid on accounts of which nobody said whether they are reported.`,
        );
      await requireCurrent(tx, row);
      return { patch: { reviewedBy: actor.personId } };
    },
  });

/** Sends a reviewed year back, with the reason. 404, 409, 412. */
export const sendBackTaxYear = (tx: Tx, actor: Actor, at: TakenStep): Promise<TaxYearStored> =>
  transition(tx, actor, taxYearNoun, {
    ...at,
    action: "sendBack",
    effect: async () => ({ patch: { reviewedBy: null } }),
  });

const requirePast = (tx: Tx, path: string, day: string) => {
  if (day > businessDate(tx.scope))
    throw invalidField(path, "This day has not come yet.", "day_ahead");
};

/**
 * Records that copies B went out; who consented finds theirs in the portal. 404, 409 `count_again`, 412; 422
 * `day_ahead`.
 */
export const furnishTaxYear = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { furnishedOn }: z.output<typeof furnishInput>,
): Promise<TaxYearStored> =>
  keepTaxDays(
    tx,
    actor,
    await transition(tx, actor, taxYearNoun, {
      ...{ id: at.id, version: at.version, action: "furnish" },
      effect: async (row) => {
        requirePast(tx, "furnishedOn", furnishedOn);
        await requireCurrent(tx, row);
        await tx.rows(sql`
          update tax_form
          set furnished = true
          where org_id = ${tx.scope.orgId} and year_id = ${at.id}
        `);
        return { patch: { furnishedOn } };
      },
    }),
  );

/** Records the filing: its forms do not change any more. 404, 409, 412; 422 `day_ahead`. */
export const fileTaxYear = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { filedOn, reference }: z.output<typeof fileInput>,
): Promise<TaxYearStored> =>
  keepTaxDays(
    tx,
    actor,
    await transition(tx, actor, taxYearNoun, {
      ...{ id: at.id, version: at.version, action: "file" },
      effect: async () => {
        requirePast(tx, "filedOn", filedOn);
        await tx.rows(sql`
          update tax_form
          set final = true
          where org_id = ${tx.scope.orgId} and year_id = ${at.id}
        `);
        return { patch: { filedOn, reference }, note: reference };
      },
    }),
  );

/** Proposes that a form goes out although something of it is not settled. 404; 409 `nothing_open`. */
export const proposeOverride = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { why }: z.output<typeof overrideInput>,
): Promise<{ id: string }> => {
  const form = await lockRow(tx, taxForm, id, "tax form");
  if (form.final || form.problems.length === 0 || form.agreedBy)
    throw conflict("nothing_open", "Nothing of this form waits to be settled.");
  await updateRow(tx, taxForm, id, { overrideWhy: why, overrideBy: actor.personId });
  note(tx, actor, "taxYear", form.yearId, {
    ...{ action: "taxYear.override", note: `${form.name}: ${why}` },
    after: { formId: id, problems: form.problems },
  });
  return { id };
};

/** Agrees as a second person. 404; 409 `nothing_proposed`, `second_person`. */
export const agreeOverride = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const form = await lockRow(tx, taxForm, id, "tax form");
  if (!form.overrideBy || form.agreedBy)
    throw conflict("nothing_proposed", "Nobody proposed to let this form go out as it is.");
  if (form.overrideBy === actor.personId)
    throw conflict("second_person", "You proposed it, so another person agrees.");
  await updateRow(tx, taxForm, id, { agreedBy: actor.personId });
  note(tx, actor, "taxYear", form.yearId, {
    ...{ action: "taxYear.agree", note: `${form.name}: ${form.overrideWhy}` },
    after: { formId: id },
  });
  return { id };
};

/**
 * Corrects a filed form by one of its own, counted from the payments and the payee as they stand now. 404; 409
 * `not_filed`, `corrected_already`, `nothing_differs`.
 */
export const correctForm = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const form = await lockRow(tx, taxForm, id, "tax form");
  const year = await getRow(tx, taxYear, form.yearId, "tax year");
  if (!form.final)
    throw conflict("not_filed", "Only a filed form is corrected: count its year anew.");
  const later = await tx.maybe(sql`
    select 1 as later
    from tax_form
    where org_id = ${form.orgId} and corrects_id = ${id}
  `);
  if (later)
    throw conflict("corrected_already", "It is corrected already: correct the newer form.");
  const forms = await countForms(tx, form.year, await partsOf(tx, form.year));
  const now = forms.find((each) => each.vendorId === form.vendorId && each.form === form.form);
  const [vendor] = now ? [] : await payeesOf(tx, [form.vendorId]);
  const next = now ?? {
    ...{ vendorId: form.vendorId, form: form.form, name: vendor?.name ?? form.name },
    ...{ address: form.address, tinLast4: form.tinLast4, amounts: {}, total: 0, problems: [] },
  };
  const same =
    next.total === form.total && next.name === form.name && next.tinLast4 === form.tinLast4;
  if (same) throw conflict("nothing_differs", "Payments and payee are as they were filed.");
  const made = await insertRow(tx, taxForm, {
    ...{ ...next, orgId: form.orgId, id: newId(), yearId: form.yearId, year: form.year },
    ...{ correctsId: id, final: true, furnished: year.furnishedOn !== null },
  });
  note(tx, actor, "taxYear", form.yearId, {
    ...{ action: "taxYear.correct", note: `${form.name}, form ${form.form}` },
    before: { formId: id, total: form.total },
    after: { formId: made.id, total: made.total },
  });
  return { id: made.id };
};

/** Says where payments on accounts are reported, or that they are not. */
export const mapTaxAccounts = async (
  tx: Tx,
  actor: Actor,
  { accounts }: z.output<typeof accountsInput>,
): Promise<{ set: number }> => {
  await tx.rows(sql`
    insert into tax_account (org_id, account_id, box, set_by)
    select ${tx.scope.orgId}::uuid, t.account_id, t.box, ${actor.personId}::uuid
    from unnest(
      ${accounts.map(({ accountId }) => accountId)}::uuid[],
      ${accounts.map(({ box }) => box)}::text[]
    ) as t(account_id, box)
    on conflict (org_id, account_id)
    do update set box = excluded.box, set_by = excluded.set_by, set_at = clock_timestamp()
  `);
  return { set: accounts.length };
};

/** Keeps what the W-9 of a vendor says. 404. */
export const keepPayee = async (
  tx: Tx,
  actor: Actor,
  vendorId: string,
  input: PayeeInput,
): Promise<{ id: string }> => {
  const [vendor] = await payeesOf(tx, [vendorId]);
  if (!vendor) throw invalidField("vendorId", "Choose a vendor.", "no_vendor");
  const { taxClass, w9On, w9Name, w9Last4 } = input;
  await tx.rows(sql`
    insert into tax_payee (org_id, vendor_id, tax_class, w9_on, w9_name, w9_last4, set_by)
    values (
      ${tx.scope.orgId}, ${vendorId}, ${taxClass}, ${w9On}, ${w9Name}, ${w9Last4}, ${actor.personId}
    )
    on conflict (org_id, vendor_id)
    do update set
      tax_class = excluded.tax_class, w9_on = excluded.w9_on, w9_name = excluded.w9_name,
      w9_last4 = excluded.w9_last4, set_by = excluded.set_by, version = tax_payee.version + 1,
      updated_at = clock_timestamp()
  `);
  note(tx, actor, "vendor", vendor, {
    ...{ action: "w9", note: `W-9 of ${w9On}`, event: null },
    after: { taxClass, w9On, w9Name, w9Last4 },
  });
  return { id: vendorId };
};
