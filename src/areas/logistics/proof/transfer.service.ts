import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { drivenTransfer, type DrivenTransfer } from "#server/handover/driven.ts";
import { visitOf } from "../route/stop/visit.service.ts";
import { proofsOfTransfer, readingOf } from "./given.service.ts";
import { proofRule } from "./proof-rule.data.ts";
import { radiusOf } from "./proof-rule.model.ts";
import type { GivenProof, TransferHandover } from "./proof.model.ts";
import { placeSays } from "./testimony.model.ts";
import { carriedSays, handedOf } from "./transfer-testimony.model.ts";

type Witnesses = TransferHandover["witnesses"];

const witnessesOf = async (
  db: Db,
  t: DrivenTransfer,
  proofs: readonly GivenProof[],
): Promise<Witnesses> => {
  const rules = await rulesOfKeys(db, [proofRule.key]);
  const held = ownOrShipped(rules, proofRule.key, t.sentOn ?? businessDate(db.scope));
  const handed = handedOf(proofs);
  const place = placeSays({
    place: t.position,
    radius: radiusOf(held),
    reading: readingOf(proofs[0]),
    handed: proofs.length > 0,
  });
  const carried = t.lines.map(({ lineId, sent, arrived }) => ({
    ...{ sent, arrived, handed: handed.get(lineId) ?? null },
  }));
  return [
    { witness: "place", says: place },
    { witness: "quantity", says: carriedSays(carried, t.counted) },
  ];
};

/** What drivers handed over of a transfer, and what bears witness of it. 404. */
export const readHandover = async (db: Db, id: string): Promise<TransferHandover> => {
  const [t, proofs, route] = await Promise.all([
    drivenTransfer(db, id),
    proofsOfTransfer(db, id),
    visitOf(db, { type: "stockTransfer", id }),
  ]);
  const handed = handedOf(proofs);
  return {
    route,
    witnesses: await witnessesOf(db, t, proofs),
    lines: t.lines.map(({ lineId, description, unit, sent }) => ({
      ...{ lineId, description, unit, sent, handed: handed.get(lineId) ?? null },
    })),
    proofs,
  };
};

const said = { place: "the place", quantity: "what was handed over" } as const;

/** Who sent a transfer is told when what its driver handed in contradicts it. */
export const tellSender = async (tx: Tx, id: string): Promise<void> => {
  const t = await drivenTransfer(tx, id);
  const witnesses = await witnessesOf(tx, t, await proofsOfTransfer(tx, id));
  const against = witnesses.filter(({ says }) => says === "differs");
  if (!t.senderId || against.length === 0) return;
  notify(tx, [t.senderId], {
    kind: "transfer.differs",
    title: `${t.number}: the driver’s proof contradicts what was sent`,
    body: `${t.from} to ${t.to}: ${against.map(({ witness }) => said[witness]).join(" and ")}. It stays yours until somebody there counted it.`,
    link: `/inventory/transfers/${id}`,
  });
};
