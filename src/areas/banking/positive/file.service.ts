import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import {
  agencyAccounts,
  checksOut,
  numberOfAccount,
  type CheckOut,
} from "#areas/finance/finance.server.ts";
import { bankText } from "#server/agencies/practice.ts";
import { seal, unseal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { outOf } from "./layout.service.ts";
import type { MakeFileInput, PositiveStanding } from "./positive.model.ts";
import { positiveFile, positiveItem, positiveLayout } from "./positive.tables.ts";
import { renderChecks } from "./render.model.ts";

type Item = { check: CheckOut; what: "issue" | "void" };
type Stored = typeof positiveFile.$inferSelect;
const purpose = "positive-pay-file";
const named = { name: "positiveFile", table: positiveFile };

// What of an account's checks has not gone out: a check that was voided before anything went is none.
const waitingOf = async (db: Db, accountId: string): Promise<Item[]> => {
  const [checks, gone] = await Promise.all([
    checksOut(db, accountId),
    db.rows<{ paymentId: string; what: string }>(sql`
      select i.payment_id, i.what
      from positive_item i
      join positive_file f on f.org_id = i.org_id and f.id = i.file_id
      where i.org_id = ${db.scope.orgId} and f.agency_account_id = ${accountId}
    `),
  ]);
  const done = new Set(gone.map(({ paymentId, what }) => `${paymentId} ${what}`));
  return checks.flatMap((check): Item[] => {
    const issued = done.has(`${check.id} issue`);
    if (check.status === "voided")
      return issued && !done.has(`${check.id} void`) ? [{ check, what: "void" }] : [];
    return !issued && check.status === "released" ? [{ check, what: "issue" }] : [];
  });
};

/**
 * Makes the file of all checks of an account that were issued or voided and have not gone to the bank yet. Each
 * goes once. 404; 409 `nothing_waits`, `file_faults`; 422 `layout_draft`, `account_unknown`.
 */
export const makePositiveFile = async (
  tx: Tx,
  actor: Actor,
  { accountId, layoutId }: MakeFileInput,
): Promise<Stored> => {
  const layout = await lockRow(tx, positiveLayout, layoutId, "layout");
  if (layout.status !== "published")
    throw invalidField("layoutId", "Publish the layout before you send by it.", "layout_draft");
  const account = (await agencyAccounts(tx)).find(({ id }) => id === accountId);
  if (!account)
    throw invalidField("accountId", "Choose an account of the agency.", "account_unknown");
  const items = await waitingOf(tx, accountId);
  if (items.length === 0)
    throw conflict("nothing_waits", "Every check of this account has gone to the bank already.");
  const head = {
    account: await numberOfAccount(tx, accountId),
    madeOn: businessDate(tx.scope) as Day,
  };
  const out = items.map(({ check, what }) => outOf(check, what === "void"));
  const { text, faults } = renderChecks(layout, head, out);
  if (faults[0]) throw conflict("file_faults", `The layout does not hold it: ${faults[0]}`);
  const id = newId();
  return create(tx, actor, named, {
    number: { kind: "PPF" },
    untold: ["sealed"],
    row: {
      ...{ id, orgId: tx.scope.orgId!, layoutId, layoutName: layout.name },
      ...{ agencyAccountId: accountId, accountName: account.name },
      sealed: seal(purpose, `${tx.scope.orgId} ${id}`, text),
      sha256: createHash("sha256").update(text).digest("hex"),
      issues: items.filter(({ what }) => what === "issue").length,
      voids: items.filter(({ what }) => what === "void").length,
      cents: items.reduce((sum, { check }) => sum + check.cents, 0),
      ...{ madeBy: actor.personId!, madeName: actor.name ?? "" },
    },
    store: async () => {
      await insertRows(
        tx,
        positiveItem,
        items.map(({ check, what }) => ({
          ...{ orgId: tx.scope.orgId!, id: newId(), fileId: id, paymentId: check.id, what },
          ...{ checkNumber: check.checkNumber, cents: check.cents, payee: check.payee },
          onDay: what === "void" ? (check.voidedOn ?? check.issuedOn) : check.issuedOn,
        })),
      );
    },
  });
};

/** The bytes of a file as they went to the bank; that somebody took them is noted. 404. */
export const openPositiveFile = async (
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ name: string; text: string }> => {
  const row = await getRow(tx, positiveFile, id, "positive pay file");
  note(tx, actor, "positiveFile", row, { action: "open", note: "Taken for the bank", event: null });
  const text = await bankText(tx, unseal(purpose, `${row.orgId} ${id}`, row.sealed));
  return { name: `${row.number}.txt`, text };
};

/** What waits to go to the banks, and what they ask. */
export const positiveStanding = async (db: Db): Promise<PositiveStanding> => {
  const accounts = await agencyAccounts(db);
  const [waiting, layouts, asked] = await Promise.all([
    Promise.all(accounts.map(({ id }) => waitingOf(db, id))),
    db.rows<{ id: string; name: string }>(sql`
      select id, name
      from positive_layout
      where org_id = ${db.scope.orgId} and status = 'published'
      order by name
    `),
    db.one<Pick<PositiveStanding, "open" | "firstCutOff">>(sql`
      select count(*)::int as open, min(cut_off_at) as first_cut_off
      from check_exception
      where org_id = ${db.scope.orgId} and status = 'open'
    `),
  ]);
  return {
    ...asked,
    layouts,
    accounts: accounts.map(({ id, name }, n) => ({
      ...{ id, name },
      issues: waiting[n]!.filter(({ what }) => what === "issue").length,
      voids: waiting[n]!.filter(({ what }) => what === "void").length,
    })),
  };
};
