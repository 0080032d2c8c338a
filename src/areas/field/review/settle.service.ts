import type { Actor } from "#kernel/access.ts";
import { conflict, notFound } from "#kernel/errors.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, lockRow } from "#server/db/rows.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { captureNoun, seesCapture, type CaptureStored } from "../capture/capture.noun.ts";
import { appliedPatch, applyByKind, atMoment, settledNow } from "../capture/judge.service.ts";
import { lacks } from "#server/lacking.ts";
import { fieldCapture } from "../field.tables.ts";
import { kindNamed, shaped, type FieldKind } from "../kinds/kinds.ts";

const linkOf = (id: string) => `/mobile-field-operations?tab=outbox&capture=${id}`;

const kindOf = (capture: CaptureStored): FieldKind => {
  const kind = kindNamed(capture.kind);
  if (!kind) throw conflict("unknown_kind", "This server does not know what was captured.");
  return kind;
};

const told = {
  apply: "is applied",
  supersede: "is superseded by what stands",
  setAside: "is set aside",
} as const;

const tellPerson = (
  tx: Tx,
  actor: Actor,
  capture: CaptureStored,
  action: keyof typeof told,
  why: string,
) => {
  if (capture.personId === actor.personId) return;
  notify(tx, [capture.personId], {
    kind: "field",
    title: `${capture.number} ${told[action]}`,
    body: [`${actor.name} settled it.`, why].filter(Boolean).join(" "),
    link: linkOf(capture.id),
  });
};

/**
 * Applies a capture in the name of whoever settles it, by the same rules: its kind's permission, the
 * noun's own refusals, at the moment of the capture. 403, 404, 409, 412, and 422 at the fields.
 */
export const settleByApplying = async (
  app: App,
  actor: Actor,
  at: TakenStep,
): Promise<CaptureStored> => {
  const capture = await getRow(app.database.read(actor), fieldCapture, at.id, "capture");
  if (!seesCapture(actor, capture)) throw notFound("capture");
  return app.database.transaction(atMoment(actor, capture), async (tx) => {
    const after = (await transition(tx, actor, captureNoun, {
      ...at,
      action: "apply",
      effect: async (record) => {
        const now = record as CaptureStored;
        const kind = kindOf(now);
        if (!actor.permissions.has(kind.permission)) throw lacks([kind.permission]);
        const applied = await applyByKind(tx, actor, kind, now);
        return { patch: { ...appliedPatch(applied), ...settledNow(actor) }, note: applied.number };
      },
    })) as CaptureStored;
    tellPerson(tx, actor, after, "apply", `${after.appliedNumber} was written.`);
    return after;
  });
};

/** Ends a capture that is not applied: what stands now holds, or it is set aside with a reason. */
export const settleWithout = async (
  tx: Tx,
  actor: Actor,
  action: "supersede" | "setAside",
  at: TakenStep,
): Promise<CaptureStored> => {
  const after = (await transition(tx, actor, captureNoun, {
    ...at,
    action,
    effect: async () => ({
      patch: { statusReason: at.reason?.trim() ?? "", ...settledNow(actor) },
    }),
  })) as CaptureStored;
  tellPerson(tx, actor, after, action, after.statusReason);
  return after;
};

/**
 * Writes other values beside those that were captured, by whoever captured or reviews; the original
 * stays. 404; 409 outside of review; 412; 422 at the fields by the kind's shape.
 */
export const correctCapture = async (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  values: Record<string, unknown>,
): Promise<CaptureStored> => {
  const capture = await lockRow(tx, fieldCapture, id, "capture");
  if (!seesCapture(actor, capture)) throw notFound("capture");
  if (capture.status === "in_review") shaped(kindOf(capture).payload, values);
  return change(tx, actor, captureNoun, {
    ...{ id, version, action: "correct" },
    unless: (row) => (row.status === "in_review" ? null : "Only what is in review is corrected."),
    patch: {
      corrected: values,
      correctedBy: actor.personId,
      correctedAt: businessNow(tx.scope).toISOString(),
    },
  });
};
