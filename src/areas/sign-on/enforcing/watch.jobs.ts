import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { wallClock } from "#kernel/dates.ts";
import { agenciesToTell, kickMail, takeUntold } from "#areas/identity/identity.server.ts";
import { membersNamed, readOrganization } from "#areas/organization/organization.server.ts";
import { noteEvent } from "../log/event.service.ts";
import type { Provider } from "../provider/provider-row.ts";
import { shownCertificate } from "../saml/certificate.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { tellAdministrators } from "./letters.service.ts";

const tellUses = async (app: App, tx: Tx): Promise<void> => {
  const uses = await takeUntold(tx);
  const people = await membersNamed(tx, { ids: uses.map((use) => use.personId) });
  const { timeZone } = await readOrganization(tx);
  for (const { personId, usedAt } of uses) {
    const name = people.find((one) => one.id === personId)?.name ?? "Somebody";
    const text = `It was at ${wallClock(usedAt, timeZone).replace("T", " ")}, by password and second factor. If you do not expect it, ask them.`;
    await noteEvent(tx, { kind: "break_glass", good: true, personId, who: name, told: text });
    await tellAdministrators(tx, {
      kind: "signOn.breakGlass",
      title: `${name} came in beside the provider`,
      text,
      origin: app.config.origin,
    });
  }
};

/** Tells every administrator of each use of a way in beside the provider. */
export const tellBreakGlass = async (app: App): Promise<void> => {
  const agencies = await agenciesToTell(identityDb(app.database));
  for (const orgId of agencies)
    await app.database.transaction({ orgId, personId: null }, (tx) => tellUses(app, tx));
  if (agencies.length > 0) kickMail(app);
};

/** Every minute, with what the sign-ins since then wrote down. */
export const breakGlassSchedule: Schedule = {
  name: "break-glass",
  cron: "* * * * *",
  afterRestore: {
    kind: "access",
    due: `
      select 0 as due, 0 as people, null::timestamptz as since
    `,
  },
  run: tellBreakGlass,
};

const warnings = [1, 7, 30];
const dayMs = 86_400_000;

/** Tells of a certificate's end once for each warning that it has reached; the nearest only. */
const tellOfEnds = async (app: App, tx: Tx, provider: Provider): Promise<void> => {
  const now = databaseMs();
  const told = new Set(provider.told);
  for (const pem of [...provider.certificates, provider.ownCertificate ?? []].flat()) {
    const { fingerprint, endsAt } = shownCertificate(pem);
    const days = Math.ceil((Date.parse(endsAt) - now) / dayMs);
    const reached = warnings.find((warning) => days <= warning);
    if (reached === undefined || told.has(`${fingerprint} ${reached}`)) continue;
    for (const warning of warnings) if (warning >= reached) told.add(`${fingerprint} ${warning}`);
    const when = days <= 0 ? "has ended" : `ends in ${counted(days, "day")}`;
    const ours = pem === provider.ownCertificate;
    await tellAdministrators(tx, {
      kind: "signOn.certificate",
      title: `A certificate of ${provider.name} ${when}`,
      text: ours
        ? "It is the one that our requests are signed with. Set the provider up anew beside this one, and change over."
        : "Take in the provider's next certificate before: both count until you remove the old one.",
      origin: app.config.origin,
    });
  }
  if (told.size > provider.told.length)
    await updateRow(tx, signInProvider, provider.id, { told: [...told] });
};

/** Looks at the certificates of an agency's providers that are in use. */
export const watchCertificates = (app: App, orgId: string): Promise<void> =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    const providers = await tx.rows<Provider>(sql`
      select *
      from sign_in_provider
      where org_id = ${orgId} and kind = 'saml' and status = 'active'
      order by id
      for update
    `);
    for (const provider of providers) await tellOfEnds(app, tx, provider);
  });

/** Each morning of an agency. */
export const certificateDay: AgencyDay = {
  name: "sign-in-certificates",
  at: "07:30",
  afterRestore: {
    kind: "access",
    due: `
      select 0 as due, 0 as people, null::timestamptz as since
    `,
  },
  run: watchCertificates,
};
