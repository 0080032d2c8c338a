import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { entryRule, newToken } from "#areas/identity/identity.server.ts";
import { noteEvent } from "../log/event.service.ts";
import { signInDomain } from "../sign-on.tables.ts";
import type { DomainRow, ListedDomain } from "./domain.model.ts";
import { askTexts, type AskTexts, type Texts } from "./texts.service.ts";

export type Domain = typeof signInDomain.$inferSelect;
const mostDomains = 20;
const what = "mail domain";

/** Mail domains that the scope's agency has proved to be its own. */
export const provedDomains = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ domain: string }>(sql`
      select domain
      from sign_in_domain
      where org_id = ${db.scope.orgId} and proved_at is not null
      order by domain
    `)
  ).map((row) => row.domain);

/** The record that proves a domain. */
const recordOf = (domain: Pick<Domain, "token">): string => `levee-domain=${domain.token}`;

const shown = (row: Domain): DomainRow => ({
  id: row.id,
  domain: row.domain,
  record: recordOf(row),
  provedAt: row.provedAt,
  checkedAt: row.checkedAt,
  found: row.found,
  missed: row.missed,
  version: row.version,
});

const lastOne =
  "Sign-on is enforced, and this is the last proved domain: without it nobody finds the provider. Prove another one first, or end the enforcing.";

/** Mail domains of the scope's agency, each with why it cannot be removed. */
export const listDomains = async (db: Db): Promise<ListedDomain[]> => {
  const [rows, rule] = await Promise.all([
    db.rows<Domain>(sql`
      select *
      from sign_in_domain
      where org_id = ${db.scope.orgId}
      order by domain
    `),
    entryRule(db),
  ]);
  const proved = rows.filter(({ provedAt }) => provedAt !== null);
  return rows.map((row) => ({
    ...shown(row),
    stays: rule && row.provedAt && proved.length === 1 ? lastOne : null,
  }));
};

export const noteDomain = (
  tx: Tx,
  actor: Actor,
  action: string,
  before: Domain | null,
  after: Domain | null,
): void => {
  const row = (after ?? before)!;
  note(tx, actor, "signInDomain", row.id, { number: row.domain, action, before, after });
};

/** Names a mail domain that is to be proved. @throws Problem 409 for one that stands there. */
export const addDomain = async (tx: Tx, actor: Actor, domain: string): Promise<DomainRow> => {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`domains ${tx.scope.orgId}`}, 0))::text as locked
  `);
  const all = await listDomains(tx);
  if (all.some((each) => each.domain === domain))
    throw invalidField("domain", "This domain stands in the list already.", "known_domain");
  if (all.length >= mostDomains)
    throw conflict("too_many_domains", `An agency has ${mostDomains} domains at most.`);
  const row = await insertRow(tx, signInDomain, {
    orgId: tx.scope.orgId!,
    id: newId(),
    domain,
    token: newToken(),
  });
  noteDomain(tx, actor, "create", null, row);
  return shown(row);
};

/** Whether the texts of a domain hold the record that proves it. */
export const isRight = (row: Pick<Domain, "token">, texts: Texts): boolean =>
  Array.isArray(texts) && texts.includes(recordOf(row));

/** What name servers said, in a sentence. */
export const foundOf = (row: Pick<Domain, "token">, texts: Texts): string => {
  if (texts === "none")
    return "The domain has no TXT record yet. New records may take an hour to be seen.";
  if (texts === "silent") return "The name servers did not answer. Try again in a few minutes.";
  return isRight(row, texts)
    ? "The record is there."
    : `The domain has ${texts.length} TXT records; none of them is ours.`;
};

const ofAnother = () =>
  conflict("domain_of_another", "Another agency here has proved this domain to be its own.");

/**
 * Asks the name servers for the record that proves a domain. What they say is kept; a domain that
 * another agency has proved stays with it.
 * @throws Problem 404, 409 `domain_of_another`.
 */
export const checkDomain = async (
  app: App,
  actor: Actor,
  id: string,
  ask: AskTexts = askTexts,
): Promise<DomainRow> => {
  const { domain, ...row } = await getRow(app.database.read(actor), signInDomain, id, what);
  const texts = await ask(app, domain);
  const right = isRight(row, texts);
  const found = foundOf(row, texts);
  return app.database.transaction(actor, async (tx) => {
    const before = await lockRow(tx, signInDomain, id, what);
    const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
    const after = await updateRow(tx, signInDomain, id, {
      found,
      checkedAt: at,
      // A look by hand takes no proof away: a clock asks each morning (watch.service.ts).
      provedAt: before.provedAt ?? (right ? at : null),
      missed: right ? 0 : before.missed,
    }).catch((error: unknown) => {
      throw (error as { code?: unknown }).code === "23505" ? ofAnother() : error;
    });
    noteDomain(tx, actor, "check", before, after);
    if (!before.provedAt && right)
      await noteEvent(tx, { kind: "domain", good: true, who: domain, told: "Domain proved." });
    return shown(after);
  });
};

// What was asked before sign-on was enforced holds while it is: without a proved domain the sign-in page
// offers the provider to nobody. All proved ones are locked, so that two are not removed at once.
const requireAnother = async (tx: Tx, id: string): Promise<void> => {
  const proved = await tx.rows<{ id: string }>(sql`
    select id
    from sign_in_domain
    where org_id = ${tx.scope.orgId} and proved_at is not null
    order by id
    for update
  `);
  if ((await entryRule(tx)) && !proved.some((one) => one.id !== id))
    throw conflict("last_domain", lastOne);
};

/**
 * Takes a domain off the list.
 * @throws Problem 404, 409 `last_domain` for the last proved one while sign-on is enforced.
 */
export const removeDomain = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  await requireAnother(tx, id);
  const before = await lockRow(tx, signInDomain, id, what);
  await tx.rows(sql`delete from sign_in_domain where org_id = ${tx.scope.orgId} and id = ${id}`);
  noteDomain(tx, actor, "remove", before, null);
  if (before.provedAt)
    await noteEvent(tx, {
      kind: "domain",
      good: true,
      who: before.domain,
      told: "Domain removed.",
    });
  return { id };
};
