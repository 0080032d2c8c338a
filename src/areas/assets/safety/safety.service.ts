import type { z } from "zod";
import { systemActor, type Actor } from "#kernel/access.ts";
import { dateIn } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change, note } from "#server/change.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { transition } from "#server/lifecycle.ts";
import {
  departmentById,
  notify,
  peopleOnDuty,
  requirePlace,
} from "#areas/organization/organization.server.ts";
import { keepDeadlines } from "#areas/workflow/workflow.server.ts";
import { asset } from "../assets.tables.ts";
import { answersOf, givenOf } from "./answer.service.ts";
import { determine } from "./classify.model.ts";
import { caseDays } from "./clock.service.ts";
import { privacyKindsOf } from "./privacy.data.ts";
import { noFacts, sealFacts, sealPrivacy } from "./private.service.ts";
import { safetyKinds, type SafetyAction } from "./safety.labels.ts";
import type { classifyInput, ReportInput, toldInput, triageInput } from "./safety.model.ts";
import { safetyNoun, type SafetyRecord } from "./safety.noun.ts";
import { safetyCase, safetyEstablishment, safetyPrivate } from "./safety.tables.ts";
import { countOf } from "./span.read.service.ts";

type Stored = typeof safetyCase.$inferSelect;
export type SafetyStep = { id: string; version: number | null; reason?: string | null };
const linkOf = (id: string) => `/safety-management/${id}`;

const zoneOf = (tx: Tx, actor: Actor) => tx.scope.timeZone ?? actor.timeZone ?? "UTC";

const check = async (tx: Tx, input: ReportInput) => {
  if (Date.parse(input.happenedAt) > businessNow(tx.scope).getTime() + 60_000)
    throw invalidField("happenedAt", "This time is still to come.");
  if (input.anonymous && input.kind !== "near_miss")
    throw invalidField("anonymous", "Without a name only near misses are reported.");
  await Promise.all([
    input.placeId ? requirePlace(tx, input.placeId, null) : null,
    input.departmentId ? departmentById(tx, input.departmentId) : null,
    input.assetId ? getRow(tx, asset, input.assetId, "asset") : null,
  ]);
};

// Who is told learns that there is a case, and nothing of it.
const tellOfficers = async (tx: Tx, actor: Actor, row: Stored) => {
  const officers = (await peopleOnDuty(tx, "safety_officer")).filter((id) => id !== actor.personId);
  if (officers.length)
    notify(tx, officers, {
      kind: "safetyCase",
      title: `${row.number}: ${safetyKinds[row.kind].toLowerCase()} reported`,
      body: "Open it to see where and when.",
      link: linkOf(row.id),
    });
};

/**
 * Reports an injury, an illness or a near miss. Words and name of who was hurt are sealed; a near
 * miss may be reported without a name, and then nothing keeps who did. Safety officers are told.
 */
export const reportCase = async (tx: Tx, actor: Actor, input: ReportInput): Promise<Stored> => {
  await check(tx, input);
  const near = input.kind === "near_miss";
  const by = input.anonymous ? { ...systemActor(actor.orgId), name: "Without a name" } : actor;
  const id = newId();
  const row = await create(tx, by, safetyNoun, {
    number: { kind: "SAF" },
    row: {
      orgId: actor.orgId!,
      id,
      kind: input.kind,
      title: `${safetyKinds[input.kind]}, ${input.location}`,
      happenedAt: input.happenedAt,
      happenedOn: dateIn(input.happenedAt, zoneOf(tx, actor)),
      reportedOn: businessDate(tx.scope),
      reportedBy: by.personId,
      placeId: input.placeId,
      location: input.location,
      assetId: input.assetId,
      departmentId: input.departmentId,
      hazard: near ? input.words : "",
    },
  });
  if (!near) {
    const facts = { ...noFacts, name: input.name, happened: input.words };
    await insertRow(tx, safetyPrivate, {
      orgId: row.orgId,
      id,
      sealed: sealFacts(row.orgId, id, facts),
    });
  }
  await tellOfficers(tx, by, row);
  return keep(tx, by, row);
};

const keep = async (tx: Tx, actor: Actor, row: Stored): Promise<Stored> => {
  await keepDeadlines(tx, actor, "safetyCase", caseDays(row, zoneOf(tx, actor)));
  return row;
};

const step = async (
  tx: Tx,
  actor: Actor,
  action: SafetyAction,
  { id, version, reason = null }: SafetyStep,
  effect?: (
    row: SafetyRecord,
  ) => Promise<{ to?: Stored["status"]; patch?: Partial<Stored>; note?: string } | void>,
): Promise<Stored> =>
  keep(
    tx,
    actor,
    await transition(tx, actor, safetyNoun, {
      id,
      action,
      version,
      reason,
      ...(effect ? { effect } : {}),
    }),
  );

/** Sorts a case: what it was, of which establishment, and whether OSHA must be told at once. */
export const triage = (tx: Tx, actor: Actor, of: SafetyStep, said: z.output<typeof triageInput>) =>
  step(tx, actor, "triage", of, async (row) => {
    if (said.kind !== "near_miss" && !said.establishmentId)
      throw invalidField("establishmentId", "Choose the establishment whose log it belongs to.");
    if (said.establishmentId)
      await getRow(tx, safetyEstablishment, said.establishmentId, "establishment");
    if (said.severe && said.kind === "near_miss")
      throw invalidField("severe", "In a near miss nobody was hurt.");
    const known = said.severe ? (said.severeKnownAt ?? row.createdAt) : null;
    return { patch: { ...said, severeKnownAt: known } };
  });

/** Enters when and how OSHA was told of a death, a hospitalization, an amputation, a lost eye. */
export const toldOsha = async (
  tx: Tx,
  actor: Actor,
  { id, version }: SafetyStep,
  { at, to }: z.output<typeof toldInput>,
): Promise<Stored> => {
  const after = await change(tx, actor, safetyNoun, {
    id,
    version,
    action: "toldOsha",
    effect: async (before) => {
      if (!before.severe)
        throw conflict("not_severe", "Nothing of this case is told to OSHA at once.");
      if (Date.parse(at) > businessNow(tx.scope).getTime() + 60_000)
        throw invalidField("at", "This time is still to come.");
      return { patch: { severeToldAt: at, severeToldTo: to } };
    },
  });
  return keep(tx, actor, after);
};

/** Begins the investigation. */
export const investigate = (tx: Tx, actor: Actor, of: SafetyStep) =>
  step(tx, actor, "investigate", of);

/** Writes down what the investigation found, without names. */
export const saveFinding = async (
  tx: Tx,
  actor: Actor,
  { id, version }: SafetyStep,
  finding: string,
): Promise<Stored> => {
  const before = await lockRow(tx, safetyCase, id, "safety case");
  requireVersion(before.version, version);
  const after = await updateRow(tx, safetyCase, id, { finding });
  note(tx, actor, "safetyCase", before, {
    action: "finding",
    note: "Changed: what the investigation found",
  });
  return after;
};

// The list is complete, and some of it is of illnesses only: 29 CFR 1904.29(b)(7) and (8).
const checkClass = (row: SafetyRecord, said: Classified) => {
  if (said.injuryType === null) throw invalidField("injuryType", "Choose column M of form 300.");
  if ((said.injuryType === 1) !== (row.kind === "injury"))
    throw invalidField("injuryType", "An injury is of type 1, an illness of 2 to 6.");
  if (said.privacyKind && !privacyKindsOf(row.kind).includes(said.privacyKind))
    throw invalidField(
      "privacyKind",
      `Not of an ${row.kind}: the list of 29 CFR 1904.29(b)(7) is complete.`,
    );
};

type Classified = z.output<typeof classifyInput>;

/**
 * Classifies a case by its answers and its days: recordable with its column and type, or not, by
 * which rule. Why a name stays off the log is medical: it is sealed, the case says only that it does.
 */
export const classify = (tx: Tx, actor: Actor, of: SafetyStep, said: Classified) =>
  step(tx, actor, "classify", of, async (row) => {
    const [answers, days] = await Promise.all([answersOf(tx, row.id), countOf(tx, row)]);
    const { recordable, outcome, because } = determine(row.kind, givenOf(answers), days);
    if (recordable) checkClass(row, said);
    const privacyKind = recordable ? said.privacyKind : null;
    await sealPrivacy(tx, row, privacyKind);
    return {
      to: recordable ? ("classified" as const) : ("not_recordable" as const),
      patch: {
        injuryType: recordable ? said.injuryType : null,
        daysAway: recordable ? days.away : 0,
        daysRestricted: recordable ? days.restricted : 0,
        recordable,
        outcome,
        privacy: privacyKind !== null,
        classifiedBy: actor.personId,
        classifiedOn: businessDate(tx.scope),
      },
      note: because,
    };
  });

/** Goes on with corrective actions, closes the case, or opens it again to correct the record. */
export const moveCase = (
  tx: Tx,
  actor: Actor,
  action: "openActions" | "close" | "reopen",
  of: SafetyStep,
) => step(tx, actor, action, of, async () => ({ patch: { statusReason: of.reason ?? null } }));
