import { namesOf } from "#server/restored/clocks.ts";
import type { Actor } from "#kernel/access.ts";
import { systemActor } from "#kernel/access.ts";
import { dateIn, endOfDate, formatInstant } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { businessDate, businessNow, databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import {
  notify,
  organizationIds,
  peopleWhoMay,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { keepDeclarationDays } from "../emergency-deadlines.service.ts";
import type { ContinuationInput, DeclarationInput } from "./declaration.model.ts";
import { declarationNoun, type DeclarationRecord } from "./declaration.noun.ts";
import { declarationTerm } from "./rules.service.ts";

const dayMs = 86_400_000;

const tell = async (tx: Tx, actor: Actor, d: DeclarationRecord, title: string, body: string) =>
  notify(
    tx,
    (await peopleWhoMay(tx, "emergency.order")).filter((person) => person !== actor.personId),
    { kind: "emergency", title, body, link: `/emergency-procurement/declarations/${d.id}` },
  );

const until = async (tx: Tx, instant: Instant): Promise<string> =>
  formatInstant(instant, (await readOrganization(tx)).timeZone);

/**
 * Declares a local emergency. It holds from now on for as many days as the dated rule gives without
 * the governing body, to the instant. Whoever may order in it is told.
 */
export const declare = async (
  tx: Tx,
  actor: Actor,
  input: DeclarationInput,
): Promise<DeclarationRecord> => {
  const now = businessNow(tx.scope);
  const [term, year] = await Promise.all([
    declarationTerm(tx),
    fiscalYearOf(tx, businessDate(tx.scope), "title"),
  ]);
  const row = await create(tx, actor, declarationNoun, {
    number: { kind: "LD", year: year.year },
    row: {
      ...input,
      orgId: actor.orgId!,
      id: newId(),
      declaredAt: now.toISOString(),
      holdsUntil: new Date(now.getTime() + term.count * dayMs).toISOString(),
      term: `${counted(term.count, "day")} without the governing body (${term.citation})`,
      declaredBy: actor.personId,
    },
  });
  await keepDeclarationDays(tx, actor, row.id);
  await tell(
    tx,
    actor,
    row,
    `${row.number}: ${row.title} is declared`,
    `It holds until ${await until(tx, row.holdsUntil)} in ${row.area}. Emergency orders may be issued until then.`,
  );
  return row;
};

type Step = { id: string; version: number | null };

/**
 * Continues a declaration by the governing body's resolution, to the end of its last day. 409 once
 * it has expired, 422 for a resolution of tomorrow or an end before the present one.
 */
export const continueDeclaration = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
  input: ContinuationInput,
): Promise<DeclarationRecord> => {
  const { timeZone } = await readOrganization(tx);
  const row = await transition(tx, actor, declarationNoun, {
    id,
    action: "continue",
    version,
    effect: async (d) => {
      const now = await databaseNow(tx);
      if (Date.parse(d.holdsUntil) <= now.getTime())
        throw conflict(
          "expired",
          `${d.number} expired at ${formatInstant(d.holdsUntil, timeZone)}. Declare anew.`,
        );
      if (input.decidedOn > dateIn(now.toISOString(), timeZone))
        throw invalidField("decidedOn", "The resolution is dated after today.");
      if (input.decidedOn < dateIn(d.declaredAt, timeZone))
        throw invalidField("decidedOn", "The resolution is dated before the declaration.");
      const holdsUntil = new Date(endOfDate(input.until, timeZone)).toISOString();
      if (holdsUntil <= new Date(d.holdsUntil).toISOString())
        throw invalidField("until", "It holds that long already. Enter a later day.");
      return {
        patch: {
          holdsUntil,
          continuations: [...d.continuations, { ...input, by: actor.name, at: now.toISOString() }],
        },
        note: `${input.body}, ${input.number}`,
      };
    },
  });
  await keepDeclarationDays(tx, actor, id);
  await tell(
    tx,
    actor,
    row,
    `${row.number}: ${row.title} is continued`,
    `${input.body}, ${input.number}: it holds until ${await until(tx, row.holdsUntil)}.`,
  );
  return row;
};

/** Ends a declaration: nothing is ordered in it any more. */
export const endDeclaration = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: Step & { reason: string | null },
): Promise<DeclarationRecord> => {
  const row = await transition(tx, actor, declarationNoun, {
    id,
    action: "end",
    version,
    reason,
    effect: async () => ({
      patch: { endedAt: businessNow(tx.scope).toISOString(), statusReason: reason },
    }),
  });
  await keepDeclarationDays(tx, actor, id);
  await tell(tx, actor, row, `${row.number}: ${row.title} is ended`, reason ?? "");
  return row;
};

/** Closes a declaration whose after-action list is complete. 409 with how much is open. */
export const closeDeclaration = async (
  tx: Tx,
  actor: Actor,
  { id, version }: Step,
): Promise<DeclarationRecord> => {
  const row = await transition(tx, actor, declarationNoun, {
    id,
    action: "close",
    version,
    effect: async () => ({ patch: { closedAt: businessNow(tx.scope).toISOString() } }),
  });
  await keepDeclarationDays(tx, actor, id);
  return row;
};

/**
 * The declarations of one agency whose time has passed expire. Nothing waits for it: no order goes
 * out after the instant. Gives how many.
 */
export const expireDeclarations = async (tx: Tx): Promise<number> => {
  const actor = systemActor(tx.scope.orgId!);
  const over = await tx.rows<{ id: string; holdsUntil: Instant }>(sql`
    select id, holds_until
    from local_declaration
    where org_id = ${tx.scope.orgId}
      and status in ('declared', 'continued')
      and holds_until <= ${(await databaseNow(tx)).toISOString()}::timestamptz
    order by id
    for update
  `);
  for (const { id, holdsUntil } of over) {
    const row = await transition(tx, actor, declarationNoun, {
      id,
      action: "expire",
      effect: async () => ({
        patch: { endedAt: holdsUntil, statusReason: "Not continued by the governing body." },
      }),
    });
    await keepDeclarationDays(tx, actor, id);
    await tell(
      tx,
      actor,
      row,
      `${row.number}: ${row.title} has expired`,
      `It held until ${await until(tx, holdsUntil)} and was not continued. Nothing is ordered in it any more.`,
    );
  }
  return over.length;
};

/** Every five minutes in every agency. */
export const declarationExpiry = {
  name: "declaration-expiry",
  cron: "*/5 * * * *",
  afterRestore: {
    kind: "courses" as const,
    due: `
      select
        count(*)::int as due, 0 as people, min(holds_until) as since,
        ${namesOf("org_id", "number || ': ' || title")}
      from local_declaration
      where status in ('declared', 'continued') and holds_until <= clock_timestamp()
    `,
  },
  run: async (app: App) => {
    for (const orgId of await organizationIds(app.database))
      await app.database.transaction({ orgId, personId: null }, expireDeclarations);
  },
};
