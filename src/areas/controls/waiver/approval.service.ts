import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import { controlSubject } from "#server/controls/control-checks.ts";
import { checkOfRecord } from "../control/own.service.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { memberById, notify, readOrganization } from "#areas/organization/organization.server.ts";
import type { Approvable } from "#areas/workflow/workflow.server.ts";
import { controlWaiver } from "../controls.tables.ts";
import { settleWaiver } from "./settle-waiver.service.ts";
import { waiverNoun, type WaiverRecord } from "./waiver.noun.ts";

const handsOf = async (db: Db, w: WaiverRecord): Promise<readonly string[]> =>
  w.subjectId === null ? [] : ((await controlSubject(w.subjectType)?.hands(db, w.subjectId)) ?? []);

const tell = (tx: Tx, w: WaiverRecord, title: string, body: string) =>
  notify(tx, [w.askedBy], {
    kind: "controlWaiver",
    title: `${w.number} ${title}`,
    body,
    link: `/compliance/waivers/${w.id}`,
  });

// Whoever got a hand in the record since it was asked (approved the order meanwhile) does not decide it.
const approve = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const now = businessNow(tx.scope);
  const row = await transition(tx, asSystem(actor), waiverNoun, {
    id,
    action: "approve",
    effect: async (w) => {
      if ((await handsOf(tx, w as WaiverRecord)).includes(actor.personId!))
        throw notAllowed(
          `You had a hand in ${w.subjectNumber}, so another person must decide its waiver.`,
          "own_record",
        );
      if (Date.parse(w.endsAt) <= now.getTime())
        throw conflict("waiver_over", "The time that was asked for is over. Return it instead.");
      const waits = w.federal && w.permissionFileId === null;
      const at = now.toISOString() as Instant;
      return {
        to: waits ? "approved" : "active",
        patch: { decidedBy: actor.personId, decidedAt: at, ...(waits ? {} : { beganAt: at }) },
      };
    },
  });
  const waits = row.status === "approved";
  tell(
    tx,
    row,
    waits ? "is approved and waits for the permission" : "is in force",
    waits
      ? "A rule of a federal award stands behind it: attach the awarding agency's written permission."
      : "It ends by itself.",
  );
  await settleWaiver(tx, row);
};

const refuse = async (tx: Tx, actor: Actor, id: string, comment: string): Promise<void> => {
  const row = await transition(tx, asSystem(actor), waiverNoun, {
    id,
    action: "refuse",
    effect: async () => ({
      patch: {
        answer: comment,
        decidedBy: actor.personId,
        decidedAt: businessNow(tx.scope).toISOString() as Instant,
      },
      note: comment,
    }),
  });
  tell(tx, row, "is refused", comment);
};

/** What the end of an approval does to a waiver, and what approvers see of it. */
export const waiverApprovable: Approvable = {
  type: "controlWaiver",
  href: (id) => `/compliance/waivers/${id}`,
  approved: approve,
  returned: refuse,
  rejected: refuse,
  dutyBefore: async (db, id) => ({
    people: await handsOf(db, await getRow(db, controlWaiver, id, "waiver")),
    did: "had a hand in the record",
  }),
  summary: async (db, id) => {
    const w = await getRow(db, controlWaiver, id, "waiver");
    const [{ name }, { timeZone }, check] = await Promise.all([
      memberById(db, w.askedBy),
      readOrganization(db),
      checkOfRecord(db, w),
    ]);
    return {
      facts: [
        { label: "Asked by", value: name },
        { label: "Control", value: w.controlName },
        { label: "It demands", value: check?.demands ?? "" },
        { label: "Covers", value: w.subjectNumber ?? `Records of ${w.department}` },
        { label: "Reason", value: w.reason },
        { label: "What is done instead", value: w.measure },
        { label: "Ends", value: formatInstant(w.endsAt, timeZone) },
      ],
      lines: [],
      budget: [],
      checks: w.federal
        ? [
            {
              ok: w.permissionFileId !== null,
              text: w.permissionFileId
                ? "The awarding agency's written permission is attached"
                : "It holds only once the awarding agency's written permission is attached",
              citation: "2 CFR 200.102",
            },
          ]
        : [],
    };
  },
};
