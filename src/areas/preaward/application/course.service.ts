import { buffer } from "node:stream/consumers";
import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notAllowed } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { App } from "#server/app.ts";
import { extensionPoint } from "#server/area.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { authorityOf } from "#areas/workflow/workflow.server.ts";
import type { BudgetRule } from "../budget/budget-rules.model.ts";
import type { Budget } from "../budget/budget.model.ts";
import { workOut } from "../budget/workings.model.ts";
import { grantApplication } from "../preaward.tables.ts";
import type { ApplicationAction } from "./application.labels.ts";
import type { AwardInput, SignInput } from "./application.model.ts";
import { applicationNoun, type StoredApplication } from "./application.noun.ts";
import { contentHash, findingsOf, wholeOf, type Whole } from "./checks.service.ts";
import { checkedXml, packageOf, type Attached, type CheckedXml } from "./package.service.ts";

type At = { id: string; version: number | null };

/** An award that an application won, for whoever keeps awards. */
export type WonAward = {
  applicationId: string;
  applicationNumber: string;
  /** Who keeps the application, and so the award. */
  ownerId: string;
  awardNumber: string;
  title: string;
  grantor: string;
  aln: string;
  startsOn: string;
  endsOn: string;
  awardedOn: string;
  federalCents: number;
  matchCents: number;
  /** Cents by object class as they were applied for, indirect costs among them; none is zero. */
  budget: readonly { objectClass: string; cents: number }[];
};
type AwardReceiver = { receive: (tx: Tx, actor: Actor, won: WonAward) => Promise<void> };
const receivers: AwardReceiver[] = [];
/** Who takes over what an application won, in the transaction of the step. */
export const awardReceivers = extensionPoint<AwardReceiver>("receivers of awards", (receiver) => {
  receivers.push(receiver);
});

const classesOf = (budget: Budget, rule: BudgetRule): WonAward["budget"] => {
  const { cells, indirect } = workOut(budget, rule);
  const sums = new Map<string, number>([["indirect", indirect]]);
  for (const { classes } of cells.flat())
    for (const [name, cents] of Object.entries(classes))
      sums.set(name, (sums.get(name) ?? 0) + cents);
  return [...sums].flatMap(([objectClass, cents]) => (cents > 0 ? [{ objectClass, cents }] : []));
};

// What holds an application back, one sentence each with its place.
// Whoever keeps an application hears what others decided of it.
const tellKeeper = (tx: Tx, actor: Actor, a: StoredApplication, title: string, body = ""): void => {
  if (a.ownerId === actor.personId) return;
  notify(tx, [a.ownerId], {
    kind: "grantApplication",
    title: `${a.number} ${title}`,
    body: body || a.title,
    link: `/grant-applications/${a.id}`,
  });
};
const stepsTold: Partial<Record<ApplicationAction, string>> = {
  pass: "is ready to be signed",
  return: "came back to be mended",
  decline: "was declined by its grantor",
  withdraw: "was withdrawn",
};

const requireFit = (tx: Tx, whole: Whole): void => {
  const stops = findingsOf(tx, whole).filter(({ stops }) => stops);
  if (stops.length > 0)
    throw invalid(
      "findings",
      `${stops.length === 1 ? "One thing holds" : `${stops.length} things hold`} it back, listed under What is missing. ${stops[0]!.part}: ${stops[0]!.message}`,
      stops.slice(0, 50).map(({ part, path, message }) => ({ path: `${part}.${path}`, message })),
    );
};

// Each form fits the schema that Grants.gov publishes of it.
const requireSchemas = (xml: readonly CheckedXml[]): void => {
  const wrong = xml.filter(({ check }) => !check.valid);
  if (wrong.length > 0)
    throw invalid(
      "schema",
      `${wrong[0]!.code} does not fit its official schema.`,
      wrong.flatMap(({ code, check }) => check.errors.map((message) => ({ path: code, message }))),
    );
};

// Corrected is read and signed anew.
const unsigned = {
  signedBy: null,
  signedAt: null,
  signedSha256: null,
  reviewedBy: null,
} as const;

/** Takes a step that needs no more than a reason; review asks that nothing holds it back. */
export const stepApplication = (
  tx: Tx,
  actor: Actor,
  action: Exclude<ApplicationAction, "sign" | "submit" | "award">,
  { id, version, reason }: At & { reason: string | null },
): Promise<StoredApplication> =>
  transition(tx, actor, applicationNoun, {
    id,
    action,
    version,
    reason,
    effect: async (row) => {
      if (action === "review" || action === "pass") {
        const whole = await wholeOf(tx, row as StoredApplication);
        requireFit(tx, whole);
        // Before somebody reads and signs, not only once it is sent.
        if (action === "review")
          requireSchemas(await checkedXml(whole, { today: businessDate(tx.scope) }));
      }
      const told = stepsTold[action];
      if (told) tellKeeper(tx, actor, row as StoredApplication, told, reason ?? "");
      if (action === "pass") return { patch: { reviewedBy: actor.personId } };
      if (action === "return") return { patch: { ...unsigned, statusReason: reason } };
      if (action === "correct") {
        const sent = row as StoredApplication;
        return {
          // Why the portal rejected it stays to be read until it is sent anew.
          patch: { ...unsigned, submittedAt: null, submittedBy: null, trackingNumber: "" },
          note: `Sent before: package ${sent.packageSha256 ?? ""} ${sent.trackingNumber}`.trim(),
        };
      }
      return { patch: { statusReason: reason } };
    },
  });

/**
 * The authorized representative certifies and signs: somebody whom the register of authorities names
 * for grant applications of this amount, and who wrote nothing of it. What is signed is its hash.
 */
export const signApplication = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: SignInput,
): Promise<StoredApplication> =>
  transition(tx, actor, applicationNoun, {
    id,
    action: "sign",
    version,
    effect: async (row) => {
      const a = row as StoredApplication;
      const authority = await authorityOf(
        tx,
        actor.personId!,
        { kind: "grantApplication", amount: a.federalCents, day: businessDate(tx.scope) },
        { lock: true },
      );
      if (!authority)
        throw notAllowed(
          `You have no authority in the register to sign an application of ${formatCents(a.federalCents)} today. An administrator enters it under Signing authority.`,
          "no_authority",
        );
      const whole = await wholeOf(tx, a);
      requireFit(tx, whole);
      const signedSha256 = contentHash(whole);
      tellKeeper(tx, actor, a, "is signed: it can be sent");
      return {
        patch: {
          signedBy: actor.personId,
          signedName: `${input.first} ${input.last}`,
          signedTitle: input.title,
          signedPhone: input.phone,
          signedAt: (await databaseNow(tx)).toISOString(),
          signedBasis: authority.basis,
          signedSha256,
        },
        note: `Signed, ${signedSha256}`,
      };
    },
  });

const mostBytes = 50 * 1024 * 1024;

// What was signed, word for word, with the files that are attached to it.
const signedPackage = async (app: App, db: Db, a: StoredApplication): Promise<Readable> => {
  if (a.status !== "ready" || a.signedBy === null)
    throw conflict(
      "not_signed",
      "It is submitted once the authorized representative has signed it.",
    );
  const whole = await wholeOf(db, a);
  if (contentHash(whole) !== a.signedSha256)
    throw conflict(
      "changed_since",
      "It is not what was signed. Return it to draft and sign it again.",
    );
  const xml = await checkedXml(whole, { today: businessDate(db.scope) });
  requireSchemas(xml);
  if (whole.attached.reduce((bytes, { size }) => bytes + size, 0) > mostBytes)
    throw conflict(
      "too_large",
      "The attached files are larger than 50 MB together: take some out.",
    );
  const files: Attached[] = [];
  for (const { name, sha256 } of whole.attached)
    files.push({ name, content: await buffer((await app.files.open(sha256)).stream) });
  return packageOf(whole, xml, files);
};

/**
 * The package of an application as it goes to the portal: of one that is signed and not sent yet, as it
 * is now. Null while it is submitted, and of a rejected one until it is signed anew: then what was sent is
 * kept. 404, 409 `not_signed`, `changed_since`.
 */
export const packageToSend = async (app: App, db: Db, id: string): Promise<Readable | null> => {
  const a = await getRow(db, grantApplication, id, "grant application");
  return a.packageSha256 && a.status !== "ready" ? null : signedPackage(app, db, a);
};

/** The portal's number of what was submitted, as it comes days later. 404, 409 before it is submitted. */
export const trackApplication = async (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  trackingNumber: string,
): Promise<StoredApplication> => {
  const before = await lockRow(tx, grantApplication, id, "grant application");
  if (version !== null) requireVersion(before.version, version);
  if (before.submittedAt === null)
    throw conflict(
      "rule",
      "The portal gives its number for what was submitted: record that first.",
    );
  const after = await updateRow(tx, grantApplication, id, { trackingNumber });
  note(tx, actor, "grantApplication", after, {
    action: "track",
    before: { trackingNumber: before.trackingNumber },
    after: { trackingNumber },
  });
  return after;
};

/**
 * Records that an application went to the grantor, with its package: XML by the official schemas, a
 * PDF, what is attached, one ZIP. Made before anything is written; what does not fit its schema is refused.
 */
export const submitApplication = async (
  app: App,
  actor: Actor,
  { id, version }: At,
  trackingNumber: string,
): Promise<StoredApplication> => {
  const db = app.database.read(actor);
  const a = await getRow(db, grantApplication, id, "grant application");
  if (version !== null) requireVersion(a.version, version);
  const stored = await app.files.put(await signedPackage(app, db, a), mostBytes);
  return app.database.transaction(actor, (tx) =>
    transition(tx, actor, applicationNoun, {
      id,
      action: "submit",
      version: a.version,
      effect: async () => {
        await recordFile(tx, {
          ...stored,
          orgId: a.orgId,
          name: `${a.number}.zip`,
          uploadedBy: actor.personId,
        });
        return {
          patch: {
            packageFile: `${a.number}.zip`,
            packageSha256: stored.sha256,
            submittedAt: (await databaseNow(tx)).toISOString(),
            submittedBy: actor.personId,
            trackingNumber,
          },
          note: `Package ${stored.sha256}`,
        };
      },
    }),
  );
};

/** Records the award; whoever keeps awards takes it over in the same transaction. */
export const awardApplication = (
  tx: Tx,
  actor: Actor,
  { id, version }: At,
  input: AwardInput,
): Promise<StoredApplication> =>
  transition(tx, actor, applicationNoun, {
    id,
    action: "award",
    version,
    effect: async (row) => {
      const a = row as StoredApplication;
      if (input.awardedOn > businessDate(tx.scope))
        throw invalidField("awardedOn", "This day is still to come.");
      const { budget, rule } = await wholeOf(tx, a);
      for (const { receive } of receivers)
        await receive(tx, actor, {
          applicationId: a.id,
          applicationNumber: a.number,
          ownerId: a.ownerId,
          awardNumber: input.awardNumber,
          title: a.title,
          grantor: a.grantor,
          aln: a.aln,
          startsOn: a.startsOn,
          endsOn: a.endsOn,
          awardedOn: input.awardedOn,
          federalCents: input.awardCents,
          matchCents: a.matchCents,
          budget: classesOf(budget.body, rule),
        });
      tellKeeper(tx, actor, a, `is awarded: ${formatCents(input.awardCents)}`);
      return {
        patch: {
          awardedNumber: input.awardNumber,
          awardedOn: input.awardedOn,
          awardCents: input.awardCents,
        },
        note: `${input.awardNumber}, ${formatCents(input.awardCents)}`,
      };
    },
  });
