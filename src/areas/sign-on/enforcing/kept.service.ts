import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import type { AgencyDay } from "#server/jobs/agency-days.ts";
import {
  breakGlassOf,
  entryRule,
  kickMail,
  withSecondFactor,
} from "#areas/identity/identity.server.ts";
import { membersNamed, membersOf } from "#areas/organization/organization.server.ts";
import { provedDomains } from "../domain/domain.service.ts";
import { signInProvider } from "../sign-on.tables.ts";
import type { Enforcing } from "./enforcing.model.ts";
import { tellAdministrators } from "./letters.service.ts";
import { linkedTo } from "./linked.service.ts";

type Broken = Enforcing["broken"][number];

// Whoever is named to come in on the day the provider fails, and could not.
const brokenGlass = async (app: App, db: Db, ids: readonly string[]): Promise<Broken[]> => {
  const [people, strong] = await Promise.all([
    membersNamed(db, { ids }),
    withSecondFactor(identityDb(app.database), ids),
  ]);
  const good = people.filter((one) => one.active && strong.includes(one.id));
  const weak = people
    .filter((one) => !good.includes(one))
    .map((one) => ({
      key: `glass ${one.id}`,
      sentence: one.active
        ? `${one.name} is named to come in beside the provider, but has neither second factor nor passkey by now.`
        : `${one.name} is named to come in beside the provider, but is no member by now.`,
    }));
  return good.length > 0
    ? weak
    : [
        ...weak,
        {
          key: "nobody",
          sentence:
            "Nobody could come in on the day the provider fails. Name a member with a second factor or a passkey.",
        },
      ];
};

const shut = async (app: App, db: Db, providerId: string, glass: readonly string[]) => {
  const [ids, linked, strong] = await Promise.all([
    membersOf(db, null),
    linkedTo(db, providerId),
    withSecondFactor(identityDb(app.database), glass),
  ]);
  return membersNamed(db, { ids: ids.filter((id) => !linked.has(id) && !strong.includes(id)) });
};

/**
 * What was asked before sign-on was enforced and no longer holds, and who could not come in now:
 * the preflight's list, looked at again. Nothing where none is enforced.
 */
export const brokenConditions = async (app: App, db: Db): Promise<Broken[]> => {
  const rule = await entryRule(db);
  if (!rule) return [];
  const [provider, domains, glass] = await Promise.all([
    getRow(db, signInProvider, rule.providerId, "sign-in provider"),
    provedDomains(db),
    breakGlassOf(db),
  ]);
  const [weak, out] = await Promise.all([
    brokenGlass(app, db, glass),
    shut(app, db, provider.id, glass),
  ]);
  return [
    ...(provider.status === "active"
      ? []
      : [
          {
            key: "provider",
            sentence: `${provider.name} is not active: nobody comes in through it.`,
          },
        ]),
    ...(domains.length > 0
      ? []
      : [
          {
            key: "domain",
            sentence:
              "No mail domain is proved any more: the sign-in page offers the provider to nobody.",
          },
        ]),
    ...weak,
    ...out.map((one) => ({
      key: `out ${one.id}`,
      sentence: `${one.name} (${one.email}) has not linked the account to ${provider.name} and cannot come in.`,
    })),
  ];
};

const marked = (key: string): string => `kept ${key}`;

// Told once each; what holds again and breaks again is told again.
const tellOf = async (app: App, tx: Tx): Promise<void> => {
  const rule = await entryRule(tx);
  if (!rule) return;
  const broken = await brokenConditions(app, tx);
  const provider = await lockRow(tx, signInProvider, rule.providerId, "sign-in provider");
  const rest = provider.told.filter((one) => !one.startsWith(marked("")));
  const fresh = broken.filter(({ key }) => !provider.told.includes(marked(key)));
  const told = [...rest, ...broken.map(({ key }) => marked(key))];
  if (told.join("\n") !== provider.told.join("\n"))
    await updateRow(tx, signInProvider, provider.id, { told });
  if (fresh.length === 0) return;
  const shown = fresh.slice(0, 20).map(({ sentence }) => sentence);
  const more = fresh.length - shown.length;
  await tellAdministrators(tx, {
    kind: "signOn.broken",
    title: `Enforced sign-on: ${counted(fresh.length, "thing")} that no longer ${fresh.length === 1 ? "holds" : "hold"}`,
    text: [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(" "),
    origin: app.config.origin,
  });
  tx.afterCommit(() => kickMail(app));
};

/** Whom whoever enforced it has seen on the list: they are not told of again. */
export const markSeen = async (tx: Tx, providerId: string, ids: readonly string[]) => {
  const { told } = await lockRow(tx, signInProvider, providerId, "sign-in provider");
  const rest = told.filter((one) => !one.startsWith(marked("")));
  const seen = ids.map((id) => marked(`out ${id}`));
  await updateRow(tx, signInProvider, providerId, { told: [...rest, ...seen] });
};

/** Looks at what an agency's enforced sign-on rests on, and tells administrators what broke. */
export const watchConditions = (app: App, orgId: string): Promise<void> =>
  app.database.transaction({ orgId, personId: null }, (tx) => tellOf(app, tx));

/** Each morning of an agency. */
export const conditionDay: AgencyDay = {
  name: "enforced-sign-on",
  at: "07:40",
  afterRestore: {
    kind: "access",
    due: `
      select 0 as due, 0 as people, null::timestamptz as since
    `,
  },
  run: watchConditions,
};
