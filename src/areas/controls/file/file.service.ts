import type { Actor } from "#kernel/access.ts";
import { notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { lacking } from "#kernel/purchase-file.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { ControlCheck } from "#server/controls/control-checks.ts";
import { filedOrdersOf } from "#server/controls/purchase-files.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { judgedBy, rulesOn } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { purchaseFileEntry } from "../controls.tables.ts";
import { fileRule } from "./file.data.ts";
import { judgeFile, type FileDetail, type FileEntry, type FileFacts } from "./file.model.ts";
import { filesOf, recordsOf } from "./filed.service.ts";
import { frozenFile } from "./frozen.service.ts";

const writes = (actor: Actor): boolean => actor.permissions.has("purchaseOrder.create");

/** The file of a purchase with what it lacks, and how it was frozen; 404 for no order. */
export const readFile = async (db: Db, actor: Actor, id: string): Promise<FileDetail> => {
  const [[file], frozen] = await Promise.all([filesOf(db, [id]), frozenFile(db, id)]);
  if (!file) throw notFound("purchase order");
  const { number, title, amount, vendor, buyer, method, federal } = file.head;
  return {
    ...{ id, number, title, amount, vendor, buyer, method, federal },
    lines: file.lines as FileDetail["lines"],
    lacking: [...lacking(file.lines)],
    records: recordsOf(file),
    mayWrite: writes(actor),
    frozen,
  };
};

/**
 * Writes down what no record says of a purchase, for good; 404 for no order, 403 without the right to
 * buy. The history of the order tells it.
 */
export const writeEntry = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { element, words }: FileEntry,
): Promise<void> => {
  const [head] = await filedOrdersOf(tx, [id]);
  if (!head) throw notFound("purchase order");
  if (!writes(actor))
    throw notAllowed("Whoever buys writes down what the file of a purchase lacks.");
  await insertRow(tx, purchaseFileEntry, {
    orgId: tx.scope.orgId!,
    id: newId(),
    orderId: id,
    element,
    words,
    writtenBy: actor.personId!,
    writer: actor.name,
  });
  note(
    tx,
    actor,
    "purchaseOrder",
    { id, number: head.number },
    {
      action: "writeFile",
      after: { element, words },
    },
  );
};

/** The file of each order that went out holds the four elements of 2 CFR 200.318(i). */
export const fileCheck: ControlCheck = {
  name: "order.file",
  label: "File of the purchase",
  family: "order",
  kind: "preventive",
  subject: "purchaseOrder",
  demands:
    "The file of a purchase says why it was bought this way, why by this type of contract, why of this vendor, and on what the price rests.",
  dayNamed: "the day on which the order went out",
  ruleKeys: [fileRule],
  severity: "medium",
  owner: "buyer",
  days: 20,
  satisfiedAt: (id) => `/compliance/files/${id}`,
  remedy: "Open the file of the purchase and write down what it lacks.",
  heard: {
    "purchaseOrder.writeFile": async (_db, { objectId }) => [objectId],
  },
  read: async (db, ids) => {
    const [files, rules] = await Promise.all([filesOf(db, ids), listRules(db, [fileRule])]);
    return files.map(({ head, lines }) => {
      const day = head.issuedAt ? dayIn(db.scope, head.issuedAt) : businessDate(db.scope);
      const facts: FileFacts = {
        issued: head.issued,
        cancelled: head.cancelled,
        lacks: lacking(lines),
      };
      return {
        subjectId: head.id,
        part: 1,
        binding: head.issued,
        day,
        rules: judgedBy(rulesOn(rules, day), [fileRule]),
        facts,
        shown: [{ label: `File of ${head.number}`, href: `/compliance/files/${head.id}` }],
      };
    });
  },
  judge: judgeFile,
};
