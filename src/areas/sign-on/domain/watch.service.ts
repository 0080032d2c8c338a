import { counted } from "#kernel/words.ts";
import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import { entryRule, kickMail } from "#areas/identity/identity.server.ts";
import { tellAdministrators } from "../enforcing/letters.service.ts";
import { noteEvent } from "../log/event.service.ts";
import { signInDomain } from "../sign-on.tables.ts";
import { foundOf, isRight, noteDomain, type Domain } from "./domain.service.ts";
import { askTexts, type AskTexts, type Texts } from "./texts.service.ts";

/** Administrators are told on the third morning in a row without the record; it counts until the seventh. */
const mornings = { told: 3, over: 7 } as const;

const isLast = async (tx: Tx, id: string): Promise<boolean> =>
  (await entryRule(tx)) !== null &&
  (await tx.maybe(sql`
    select 1
    from sign_in_domain
    where org_id = ${tx.scope.orgId} and proved_at is not null and id <> ${id}
    limit 1
  `)) === null;

const tell = (tx: Tx, app: App, title: string, text: string) =>
  tellAdministrators(tx, { kind: "signOn.domain", title, text, origin: app.config.origin });

const putBack = ({ domain, token }: Domain) =>
  `Put the TXT record levee-domain=${token} back at ${domain}, then check it under Single sign-on.`;

// The record is gone: counted, told, and at last believed. The last domain of an enforced sign-on stays, or
// nobody would come in any more.
const missedOnce = async (tx: Tx, app: App, before: Domain): Promise<Domain> => {
  const missed = before.missed + 1;
  const lasts = missed >= mornings.over && (await isLast(tx, before.id));
  const over = missed >= mornings.over && !lasts;
  const after = await updateRow(tx, signInDomain, before.id, {
    missed,
    ...(over ? { provedAt: null } : {}),
  });
  if (over) {
    await noteEvent(tx, {
      kind: "domain",
      good: false,
      who: before.domain,
      told: "The record that proved it was gone for a week, so it counts no more.",
    });
    await tell(
      tx,
      app,
      `${before.domain} is no proved domain any more`,
      `Its TXT record was gone on ${counted(missed, "morning")} in a row. The sign-in page offers your provider to its addresses no more, and nobody new comes in with one. Linked accounts stay. ${putBack(before)}`,
    );
  } else if (missed === mornings.told)
    await tell(
      tx,
      app,
      `The record that proves ${before.domain} is gone`,
      `It was not there on ${counted(missed, "morning")} in a row. After ${mornings.over} the domain counts as proved no more. ${putBack(before)}`,
    );
  else if (lasts && missed === mornings.over)
    await tell(
      tx,
      app,
      `The record that proves ${before.domain} is still gone`,
      `Sign-on is enforced and this is the last proved domain, so it still counts: without it nobody would come in. ${putBack(before)}`,
    );
  return after;
};

const look = async (tx: Tx, app: App, id: string, texts: Texts): Promise<void> => {
  const before = await lockRow(tx, signInDomain, id, "mail domain");
  // Removed or lapsed meanwhile.
  if (!before.provedAt) return;
  const right = isRight(before, texts);
  if (right || texts === "silent") {
    if (right && before.missed > 0) await updateRow(tx, signInDomain, id, { missed: 0 });
    return;
  }
  const after = await missedOnce(tx, app, before);
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  const checked = await updateRow(tx, signInDomain, id, {
    checkedAt: at,
    found: foundOf(before, texts),
  });
  if (!after.provedAt)
    noteDomain(
      tx,
      systemActor(tx.scope.orgId!, undefined, "Domains asked again"),
      "lapse",
      before,
      checked,
    );
  tx.afterCommit(() => kickMail(app));
};

/**
 * Asks the name servers again for the records of an agency's proved domains. One that is missing is counted;
 * name servers that do not answer say nothing.
 */
export const watchDomains = async (
  app: App,
  orgId: string,
  ask: AskTexts = askTexts,
): Promise<void> => {
  const scope = { orgId, personId: null };
  const proved = await app.database.transaction(scope, (tx) =>
    tx.rows<{ id: string; domain: string }>(sql`
      select id, domain
      from sign_in_domain
      where org_id = ${orgId} and proved_at is not null
      order by domain
    `),
  );
  for (const { id, domain } of proved) {
    const texts = await ask(app, domain);
    await app.database.transaction(scope, (tx) => look(tx, app, id, texts));
  }
};

/** Each morning of an agency. */
export const domainDay: AgencyDay = {
  name: "sign-in-domains",
  at: "07:20",
  afterRestore: {
    kind: "access",
    due: `
      select 0 as due, 0 as people, null::timestamptz as since
    `,
  },
  run: (app, orgId) => watchDomains(app, orgId),
};
